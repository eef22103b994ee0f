import { isCardExpired, isIban, plainIban } from '@signalbox/model/reference/account-number'
import { networkOfBrand, tokenHolders, type TokenHolder } from '@signalbox/model/scheme-tokens/token-network'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { maskAccount, maskIban, maskLocalAccount } from '@signalbox/model/text/masking'
import { localAccountKey, mainInputOf } from '@signalbox/model/payments/payment-inputs'
import { foundFacts, type KnownFacts } from '@signalbox/model/rules/facts-known'
import { cardProviderTypes, transactionTypeLabel } from '@signalbox/model/reference/transaction-types'
import type { UserAccount } from '../../accounts/account-types.ts'
import { isPaidWith } from '../../record/paid-with.ts'
import type { Payment } from '../../state/payment.ts'
import { decline } from '../decline.ts'
import { ibanCountry } from '../iban-country.ts'
import { knowPast } from '../known-user.ts'
import { computeStep, go, type Next } from '../step.ts'
import type { StepContext } from '../step-context.ts'

const cardMethods: ReadonlySet<string> = new Set(cardProviderTypes)
export const isCardMethod = (providerType: string): boolean => cardMethods.has(providerType)

const vaultFailed = 'The card vault cannot open the card'

/** The token that stands for the card, where it may be used. */
async function usableToken(
  context: StepContext,
  merchantId: number,
  vaultRef: string,
  brand: string | null,
): Promise<{ readonly holder: TokenHolder; readonly expiry: string } | undefined> {
  const network = networkOfBrand(brand)
  const live = network && (await context.liveToken({ merchantId, vaultRef, network }))
  return network && live?.state === 'ACTIVE'
    ? { holder: tokenHolders[network], expiry: live.expiry }
    : undefined
}

/** `undefined` when all is well. */
async function enrichCard(
  payment: Payment,
  context: StepContext,
  vaultRef: string,
): Promise<Next | undefined> {
  const { tx } = payment
  const card = await context.storedCard(payment, vaultRef)
  if (card === 'DOWN')
    return decline(payment, StatusNo.ERR_VAULTIQ_OUT_OF_SERVICE, { at: 'D3', info: vaultFailed })
  if (!card)
    return decline(payment, StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT, {
      at: 'D3',
      info: 'The card vault does not have the card',
    })
  const facts = await context.cardFacts(tx.merchantId, card)
  const token = await usableToken(context, tx.merchantId, vaultRef, facts.brand)
  tx.accountHash = card.accountHash
  tx.maskedUserAccount = card.masked
  tx.accountHolder = tx.accountHolder ?? card.holder
  tx.bin = card.bin
  tx.cardExpiry = card.expiry
  tx.cardBrand = facts.brand
  tx.cardType = facts.type
  tx.cardCategory = facts.category
  tx.issuerName = facts.issuer
  tx.iinId = facts.iinId
  tx.issuerCountry = facts.issuerCountry
  payment.addFacts(
    foundFacts({
      bin: card.bin,
      account: card.masked,
      binBrand: facts.brand,
      binType: facts.type === 'UNKNOWN' ? null : facts.type,
      binCategory: facts.category,
      binIssuer: facts.issuer,
      binIssuerCountry: facts.issuerCountry,
      hasSchemeToken: [token?.holder ?? 'NONE'],
    }),
  )
  const nowMs = context.now.getTime()
  // The token of a card that was replaced goes on with the new one.
  const isReplaced = token !== undefined && !isCardExpired(token.expiry, nowMs)
  if (isCardExpired(card.expiry, nowMs) && !isReplaced)
    return decline(payment, StatusNo.ERR_DECLINED_CARD_EXPIRED, {
      at: 'D3',
      info: `The card expired in ${card.expiry}`,
    })
  return undefined
}

function enrichIban(payment: Payment, context: StepContext, given: string): Next | undefined {
  const { tx, state } = payment
  const iban = plainIban(given)
  const country = ibanCountry(iban)
  if (!isIban(iban) || !country)
    return decline(payment, StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER, {
      at: 'D3',
      info: 'The IBAN is not valid',
    })
  tx.accountHash = context.accountHash(iban)
  tx.maskedUserAccount = maskIban(iban)
  tx.bic = state.input.bic ?? tx.bic
  tx.bankCountry = country
  payment.addFacts(foundFacts({ iban, account: tx.maskedUserAccount, bic: tx.bic, bankCountry: country }))
  return undefined
}

function enrichLocalBank(payment: Payment, context: StepContext, given: string, clearing: string): undefined {
  const { tx, state } = payment
  tx.accountHash = context.accountHash(localAccountKey(clearing, given))
  tx.maskedUserAccount = maskLocalAccount(given)
  tx.bic = state.input.bic ?? tx.bic
  payment.addFacts(foundFacts({ account: tx.maskedUserAccount, bic: tx.bic }))
  return undefined
}

function enrichWallet(payment: Payment, context: StepContext, wallet: string): undefined {
  const { tx } = payment
  tx.accountHash = context.accountHash(wallet)
  tx.maskedUserAccount = maskAccount(wallet)
  payment.addFacts({ account: tx.maskedUserAccount })
  return undefined
}

/** Puts what an account the user stored before says in the place of what a request would have said. */
function takeStored(payment: Payment, account: UserAccount): void {
  const { vaultRef, iban, bic, walletEmail, expiry, accountNumber, clearingNumber } = account
  payment.tx.cardExpiry = payment.tx.cardExpiry ?? expiry
  const input = {
    ...payment.state.input,
    ...(vaultRef && { vaultRef }),
    ...(iban && { iban }),
    ...(bic && { bic }),
    ...(accountNumber && { accountNumber }),
    ...(clearingNumber && { clearingNumber }),
    ...(walletEmail && { walletAccount: walletEmail }),
  }
  payment.patchState({ input })
  payment.tx.accountHolder = account.holder
}

/** A stored wallet pays no card deposit, and a card takes no bank transfer. */
function isMadeFor(txType: string, { vaultRef, iban, accountNumber, walletEmail }: UserAccount): boolean {
  const has = { 'card.pan': vaultRef, iban, accountNumber, walletAccount: walletEmail }
  const input = mainInputOf(txType)
  const isAny = Object.values(has).every((value) => value === null)
  return isAny || input === undefined || !(input in has) || has[input as keyof typeof has] !== null
}

const wrongInputs: Readonly<Record<string, string>> = {
  'card.pan': 'The check digit of the card number is wrong',
  iban: 'The IBAN is not valid',
  accountNumber: 'The account number or the clearing number is not valid',
}
const whatIsWrong = (txType: string): string =>
  wrongInputs[mainInputOf(txType) ?? ''] ?? 'The account is not valid'

async function enrichAccount(payment: Payment, context: StepContext): Promise<Next | undefined> {
  const { tx } = payment
  if (payment.state.input.problem === 'CHECKSUM')
    return decline(payment, StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER, {
      at: 'D3',
      info: whatIsWrong(tx.txType),
    })
  if (payment.state.input.problem === 'UNKNOWN_TOKEN')
    return decline(payment, StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT, {
      at: 'D3',
      info: 'The card token is unknown, used or expired',
    })
  if (payment.state.input.problem === 'DAMAGED_CARD')
    return decline(payment, StatusNo.ERR_VAULTIQ_OUT_OF_SERVICE, { at: 'D3', info: vaultFailed })
  if (tx.accountId) {
    const account = await context.account(tx.merchantId, tx.accountId)
    if (!account || account.userId !== tx.userId || account.status === 'DELETED')
      return decline(payment, StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT, {
        at: 'D3',
        info: 'The user does not have this stored account',
      })
    if (!isMadeFor(tx.txType, account))
      return decline(payment, StatusNo.ERR_BAD_REQUEST, {
        at: 'D3',
        info: `${transactionTypeLabel(tx.txType)} cannot be made with such an account`,
      })
    takeStored(payment, account)
    if (!isPaidWith(tx.txType, payment.state.input))
      return decline(payment, StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT, {
        at: 'D3',
        info: 'The card or number of the account is not stored',
      })
    payment.addFacts({ accountVerification: account.verification })
  }
  const { vaultRef, iban, walletAccount, accountNumber, clearingNumber } = payment.state.input
  if (vaultRef) return enrichCard(payment, context, vaultRef)
  if (iban) return enrichIban(payment, context, iban)
  if (accountNumber) return enrichLocalBank(payment, context, accountNumber, clearingNumber ?? '')
  if (walletAccount) return enrichWallet(payment, context, walletAccount)
  return undefined
}

function locationOf({ tx }: Payment): KnownFacts['location'] {
  const countries = {
    bin: tx.issuerCountry,
    ip: tx.ipCountry,
    registration: tx.userCountry,
    bank: tx.bankCountry,
  }
  return foundFacts(countries) as Record<string, string>
}

/** Everything else there is to know before rules are asked: the account, the place, the past. */
export const enrich = computeStep('enrich', async (payment, context) => {
  const { tx } = payment
  const problem = await enrichAccount(payment, context)
  if (problem) return problem
  if (tx.ipAddr) tx.ipCountry = (await context.countryOf(tx.ipAddr)) ?? null
  const { account } = await context.standing(payment)
  payment.addFacts(
    foundFacts({
      ipCountry: tx.ipCountry,
      location: locationOf(payment),
      accountVerification: account?.verification ?? null,
    }),
  )
  await knowPast(payment, context)
  payment.note('ENRICH', tx.maskedUserAccount ? `Account ${tx.maskedUserAccount}` : 'No account yet')
  return go('offer')
})
