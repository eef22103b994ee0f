import { maintenanceMessage, type CashierConfig } from '@signalbox/model/configuration/cashier-config'
import { leastMoney, type Money } from '@signalbox/model/money/money'
import { toWire } from '@signalbox/model/money/money-schema'
import { providerTypeLabels, transactionTypes } from '@signalbox/model/reference/transaction-types'
import type { MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import { textsFor } from '../../../setup/message/read-model.ts'
import { cashierForms, type CashierForms } from '../../../setup/payment-method-input/read-model.ts'
import { logoHashes } from '../../../setup/payment-method-logo/read-model.ts'
import { cashierConfig } from '../../../setup/config/read-model.ts'
import type { Tx } from '../../../kit/database.ts'
import { offeredAccounts } from '../../core/accounts/accounts.ts'
import type { UserAccount } from '../../core/accounts/account-types.ts'
import type { VerifiedUser } from '../../connectors/merchant-client.ts'
import { knowPast, rememberUser } from '../../core/flow/known-user.ts'
import { amountBounds } from '../../core/flow/steps/limits.ts'
import { priceOf } from '../../core/flow/steps/price.ts'
import type { StepContext } from '../../core/flow/step-context.ts'
import { Payment } from '../../core/state/payment.ts'
import { newTransaction } from '../../core/record/new-transaction.ts'
import type { CashierAnswer, CashierMethod } from './cashier-answer.ts'
import { dryRoute } from './dry-route.ts'
import { offerTo, type Offer } from '../../core/flow/offer.ts'
import { periodRoom } from './room-left.ts'

/** Somebody who looks at a cashier. */
interface Visit {
  readonly merchantId: number
  readonly baseCurrency: string
  readonly userId: string
  readonly user: VerifiedUser
  readonly method: 'DEPOSIT' | 'WITHDRAWAL'
  readonly currency: string
  /** What they mean to pay, where they have said so. */
  readonly amount: Money | undefined
  readonly locale: string | undefined
  readonly channelId: string | undefined
  readonly withSession: boolean
}

/** A payment nobody makes, to ask the tables what they would say. */
function speculative(visit: Visit, entry: string, now: Date): Payment | undefined {
  const [providerType = '', service] = entry.split(':')
  const type = transactionTypes.find(
    (each) => each.providerType === providerType && each.direction === visit.method,
  )
  if (!type) return undefined
  const tx = newTransaction(
    {
      merchantId: visit.merchantId,
      id: 1,
      txType: type.name,
      method: type.direction,
      providerType,
      paymentType: 'NEW',
      apiSource: visit.withSession ? 'FRONT_API' : 'ADMIN_API',
      currency: visit.currency,
      requestedAmountMinor: visit.amount?.minor ?? 0n,
      userId: visit.userId,
      userLocale: visit.locale ?? null,
      channelId: visit.channelId ?? null,
      baseCurrency: visit.baseCurrency,
      pspService: service ?? null,
    },
    now,
  )
  return new Payment(tx, { now })
}

/** What is known of any payment the user could make now, whatever the method. */
async function meet(visit: Visit, payment: Payment, context: StepContext): Promise<void> {
  payment.addFacts({
    merchantId: String(visit.merchantId),
    now: context.now.toISOString(),
    method: visit.method,
    currency: visit.currency,
    userId: visit.userId,
    ...(visit.amount && { amount: visit.amount }),
    ...(visit.locale && { locale: visit.locale }),
    ...(visit.channelId && { channel: visit.channelId }),
  })
  rememberUser(payment, visit.user)
  await knowPast(payment, context)
}

/** A cashier's own words, then the merchant's messages, then ours. */
async function maintenanceInfo(
  tx: Tx,
  { visit: { merchantId, locale }, cashier }: Pick<Shown, 'visit' | 'cashier'>,
  window: MaintenanceWindow,
) {
  const messageKey = window.messageKey ?? maintenanceMessage
  const textOf = await textsFor(tx, { merchantId, locale }, [messageKey, maintenanceMessage])
  const message = cashier.message(messageKey, locale) ?? textOf(messageKey, textOf(maintenanceMessage))
  return { messageKey, message, until: window.endAt }
}

interface Shown {
  readonly visit: Visit
  readonly context: StepContext
  readonly cashier: CashierConfig
  readonly accounts: readonly UserAccount[]
  readonly forms: CashierForms
  readonly logoOf: (method: string, service: string | null) => string
}

/** What users call a method. */
const labelKeyOf = (providerType: string): string => `method.${providerType.toLowerCase()}`

/** One method as the cashier shows it. */
async function methodOf(tx: Tx, shown: Shown, payment: Payment): Promise<CashierMethod> {
  const { visit, context, cashier, accounts, forms, logoOf } = shown
  const { providerType, txType, pspService, paymentType, apiSource } = payment.tx
  payment.addFacts({
    providerType,
    txType,
    paymentType,
    apiSource,
    ...(pspService && { service: pspService }),
  })
  const route = await dryRoute(payment, context)
  const bounds = await amountBounds(payment, context, route.kind === 'nowhere' ? 'D6' : 'D7')
  const { min, max, missing } = bounds === 'DEFERRED' ? {} : bounds
  const found = await periodRoom(payment, context)
  const price = visit.amount ? await priceOf(payment, context, 'D0') : undefined
  const isUnrated = found === 'NO_RATE' || missing !== undefined || price?.missing !== undefined
  const room = found === 'NO_RATE' ? undefined : found
  const most = max && room ? leastMoney(max, room) : (max ?? room)
  const isLimitReached =
    room !== undefined && (room.minor === 0n || (min !== undefined && room.minor < min.minor))
  const reason = { open: undefined, nowhere: 'NO_PROVIDER', closed: 'MAINTENANCE' }[route.kind]
  const fee = price?.missing ? undefined : price?.total
  const unavailable = (reason ??
    (isUnrated ? 'NO_RATE' : isLimitReached ? 'LIMIT_REACHED' : null)) as CashierMethod['unavailableReason']
  return {
    method: providerType,
    label:
      cashier.labels[providerType] ??
      forms.textOf(labelKeyOf(providerType), providerTypeLabels[providerType]),
    inputs: forms.formFor({ txType, service: pspService, country: visit.user.country }),
    logo: logoOf(providerType, pspService),
    txType,
    service: pspService,
    available: unavailable === null,
    unavailableReason: unavailable,
    maintenanceInfo: route.kind === 'closed' ? await maintenanceInfo(tx, shown, route.window) : null,
    limits: { min: min ? toWire(min) : null, max: most ? toWire(most) : null },
    fee: fee ? toWire(fee) : null,
    amounts: cashier
      .amounts(visit.currency)
      .filter(({ minor }) => (!min || minor >= min.minor) && (!most || minor <= most.minor))
      .map(toWire),
    accounts: accounts
      .filter((account) => account.providerType === providerType)
      .slice(0, cashier.storedAccounts)
      .map(({ id, masked, expiry }) => ({ accountId: id, maskedAccount: masked, expiry })),
  }
}

async function accountsFor(tx: Tx, visit: Visit, offer: Offer): Promise<UserAccount[]> {
  const { merchantId, userId } = visit
  const stored = await offeredAccounts(tx, merchantId, userId, { hidden: offer.withHiddenAccounts })
  return stored.filter((account) => !offer.leavesOut(account))
}

/** What a cashier shows: the methods of the rules, with their limits, fees and the accounts the user stored. */
export async function cashierView(
  tx: Tx,
  { context, logoUrl }: { readonly context: StepContext; readonly logoUrl: (hash: string) => string },
  visit: Visit,
): Promise<CashierAnswer> {
  const anyMethod = visit.method === 'DEPOSIT' ? 'CREDITCARD' : 'BANKIBAN'
  const probe = speculative(visit, anyMethod, context.now)
  if (!probe) throw new Error(`Nobody can make a ${visit.method}`)
  await meet(visit, probe, context)
  const offer = await offerTo(probe, context, 'D0')
  const cashier = await cashierConfig(tx, visit.merchantId, offer.cashier)
  const hashOf = await logoHashes(tx, visit.merchantId)
  const shown: Shown = {
    visit,
    context,
    cashier,
    accounts: await accountsFor(tx, visit, offer),
    forms: await cashierForms(tx, visit, Object.keys(providerTypeLabels).map(labelKeyOf)),
    logoOf: (method, service) => logoUrl(hashOf(method, service)),
  }
  const methods: CashierMethod[] = []
  for (const entry of offer.entries) {
    const payment = speculative(visit, entry, context.now)
    if (!payment) continue
    await meet(visit, payment, context)
    const method = await methodOf(tx, shown, payment)
    if (method.available || !cashier.hideUnavailable) methods.push(method)
  }
  return {
    methods,
    cashierConfig: offer.cashier ?? null,
    netDeposit: offer.withNetDeposit ? toWire(await context.netDeposit(probe)) : null,
    errors: [],
  }
}
