import { mainInputOf } from '@signalbox/model/payments/payment-inputs'
import { parseMoney, parseSignedMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { methodOf, paymentTypeOf } from '@signalbox/model/payments/transaction-method'
import type { PaymentRequest } from '@signalbox/model/payments/payment-request'
import { isAddressBlock } from '@signalbox/model/rules/network-address'
import { countryOf } from '@signalbox/model/reference/countries'
import { onlyPayments, type SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { invalid } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { newTransaction } from '../core/record/new-transaction.ts'
import type { PaymentInput } from '../core/record/step-state.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { firstFacts, keptOf } from '../core/flow/register-payment.ts'
import type { StoredCard } from '../vault/vault-types.ts'

/** Stands for a card that is in no vault. */
export const simulatedVaultRef = 'simulation'

const exampleIban = 'DE89370400440532013000'
const exampleBin = '41111111'

export interface SimulatedSubject {
  readonly input: SimulationInput
  readonly merchantId: number
  readonly baseCurrency: string
  readonly now: Date
  /** The payment the input was taken from, where it is still made with the same account. */
  readonly account: Transaction | undefined
}

const problem = (field: string, message: string) =>
  invalid({ field: `input.${field}`, code: 'INVALID', message })

function moneyIn({ amount, currency }: WireMoney, field: string): Money {
  const money = parseMoney(amount, currency)
  if (!money) throw problem(`${field}.amount`, texts.invalidAmount)
  return money
}

/** A sum in a currency that the input does not repeat. */
export function sumIn(text: string | undefined, currency: string, field: string): Money {
  const money = parseSignedMoney(text === undefined || text === '' ? '0' : text, currency)
  if (!money) throw problem(field, texts.invalidAmount)
  return money
}

/** Only what users make: refunds and the like follow from a payment. */
export function refuseOthers(txType: string): void {
  const method = methodOf(txType)
  if (method !== 'DEPOSIT' && method !== 'WITHDRAWAL') throw problem('transaction.txType', onlyPayments)
}

/** Everything the flow itself would not look at. */
export function refuseUnreadable({ transaction, user, instrument, network }: SimulationInput): void {
  refuseOthers(transaction.txType)
  if (moneyIn(transaction.amount, 'transaction.amount').minor === 0n)
    throw problem('transaction.amount', 'Must be more than zero')
  const countries = {
    'user.country': user.country,
    'network.country': network.country,
    'instrument.issuerCountry': instrument.issuerCountry,
  }
  for (const [field, country] of Object.entries(countries))
    if (country && !countryOf(country)) throw problem(field, texts.unknownCountry)
  if (instrument.bin && !/^\d{6,11}$/.test(instrument.bin))
    throw problem('instrument.bin', 'Must be 6 to 11 digits')
  if (instrument.expiry && !/^\d{4}-(0[1-9]|1[0-2])$/.test(instrument.expiry))
    throw problem('instrument.expiry', 'Must be YYYY-MM')
  if (network.ip && (network.ip.includes('/') || !isAddressBlock(network.ip)))
    throw problem('network.ip', 'Invalid IP address')
}

/** A number that begins so, with its check digit. */
function panOf(bin: string): string {
  const digits = [...bin.padEnd(15, '0')].map(Number)
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit * 2 : digit
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`
}

/** The card of a payment nobody makes: what its first digits tell is looked up like that of any other. */
export function simulatedCard({ instrument }: SimulationInput, hash: (pan: string) => string): StoredCard {
  const bin = instrument.bin ?? exampleBin
  const pan = panOf(bin)
  return {
    vaultRef: simulatedVaultRef,
    accountHash: hash(pan),
    masked: `${pan.slice(0, 6)}******${pan.slice(-4)}`,
    lookupDigits: bin.padEnd(11, '0').slice(0, 11),
    bin: bin.slice(0, 8),
    last4: pan.slice(-4),
    expiry: instrument.expiry ?? '2039-12',
    holder: null,
  }
}

/** What the kind of payment is made with. What the input leaves out is made up: it is about rules, not about typing. */
function paidWith({ transaction, instrument, user }: SimulationInput): PaymentInput {
  const { iban, bic, accountNumber, clearingNumber, walletAccount } = instrument
  if (instrument.accountId) return {}
  switch (mainInputOf(transaction.txType)) {
    case 'card.pan':
      return { vaultRef: simulatedVaultRef }
    case 'iban':
      return { iban: iban ?? exampleIban, ...(bic && { bic }) }
    case 'accountNumber':
      return {
        accountNumber: accountNumber ?? '1234567',
        clearingNumber: clearingNumber ?? '6000',
        ...(bic && { bic }),
      }
    case 'walletAccount':
      return { walletAccount: walletAccount ?? user.email ?? `${user.userId}@example.com` }
    default:
      return {}
  }
}

const given = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Partial<T>

function requestOf({ input, merchantId }: SimulatedSubject, amount: Money): PaymentRequest {
  const { transaction, user, instrument, network } = input
  const { txType, service, channelId, attributes, tag: type, authType } = transaction
  const { ip, deviceId } = network
  const { accountId } = instrument
  return {
    merchantId,
    userId: user.userId,
    txType,
    amount,
    ...given({ service, channelId, attributes, type, authType, ip, deviceId, accountId }),
  } as PaymentRequest
}

/** The row such a payment would begin with. */
export function simulatedRow(subject: SimulatedSubject): Transaction {
  const { input, merchantId, baseCurrency, now, account } = subject
  const { transaction, instrument } = input
  const type = paymentTypeOf(transaction.txType)
  const method = methodOf(transaction.txType)
  if (!type || !method) throw problem('transaction.txType', onlyPayments)
  const amount = moneyIn(transaction.amount, 'transaction.amount')
  const request = requestOf(subject, amount)
  const row = newTransaction(
    {
      ...keptOf(request),
      merchantId,
      id: input.paymentId ?? input.drawNo ?? 1,
      txType: transaction.txType,
      method,
      providerType: type.providerType,
      paymentType: transaction.paymentType ?? (instrument.accountId ? 'REPEAT' : 'NEW'),
      apiSource: transaction.apiSource ?? 'FRONT_API',
      initiatedBy: 'simulation',
      currency: amount.currency,
      requestedAmountMinor: amount.minor,
      baseCurrency,
      userId: input.user.userId,
      authType: transaction.authType ?? null,
      ...(account && {
        maskedUserAccount: account.maskedUserAccount,
        cardExpiry: account.cardExpiry,
        accountHolder: account.accountHolder,
      }),
    },
    now,
  )
  const { arrival: _past, sealedSession: _session, ...kept } = account?.stepState.input ?? {}
  row.stepState = {
    facts: firstFacts(row, request, type.direction, now),
    input: account ? kept : paidWith(input),
    rules: { edition: 'simulation' },
  }
  return row
}
