import type { DeclaredInput } from '@signalbox/model/cashier/input-types'
import type { Circumstances } from '@signalbox/engine/circumstances'
import type { PayoutFacts } from '@signalbox/model/payments/payout-bank'
import type { Money } from '@signalbox/model/money/money'
import type { NotingSheet } from '@signalbox/model/money/noted-rates'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Step } from '@signalbox/model/rules/fact'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import type { AccountDetails, AccountStanding, UserAccount } from '../accounts/account-types.ts'
import type { PspAccountConfig } from '../../connectors/connector.ts'
import type { Payer } from '../../connectors/psp-outcome.ts'
import type { ServiceAccount } from '../../connectors/service-account.ts'
import type { CounterQuestion, CounterReading } from '../../counters/counter-types.ts'
import type { PricedBefore } from '../../counters/place-store.ts'
import type { CardFacts } from '../../reference/card-facts.ts'
import type { RateTrust } from '../../reference/forex-rates.ts'
import type { Payment } from '../state/payment.ts'
import type { Transaction } from '../record/transaction.ts'
import type { StoredCard } from '../../vault/vault-types.ts'
import type { FoundMapping } from '../../../setup/bank-mapping/read-model.ts'
import type { MaintenanceWindow } from '../../../setup/maintenance/read-model.ts'
import type { PspSettings } from '../../../setup/psp/read-model.ts'
import type { TokenProgram } from '../../../setup/scheme-token/read-model.ts'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { CardToken, NetworkTokenRow } from '../../vault/network-token-store.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import type { PackedReading } from './packed-reading.ts'
import type { RuleAnswer } from './rule-answer.ts'
import type { StoredKyc, UserHistory } from './user-history.ts'
import type { Timings } from './timings.ts'

interface Answer<Table extends DecisionTable> extends RuleAnswer<Table> {
  /** To convert the amounts it names. What is asked of this sheet is kept with the decision. */
  readonly rates: NotingSheet
}

export interface AskOptions {
  /** Facts only this table is asked with. */
  readonly also?: KnownFacts
  /** The sheet of an answer that was asked for to find out: what it was used for belongs to this decision too. */
  readonly rates?: NotingSheet
  readonly closed?: Circumstances['closed']
  readonly exceeded?: Circumstances['exceeded']
  /** Asked to find out, not to decide: nothing is written down. */
  readonly silent?: boolean
  /** By what is active now, whenever the payment began: for telling what would come after an approval. */
  readonly newest?: boolean
}

interface ReservationRequest {
  readonly questions: readonly CounterQuestion[]
  readonly matchedRows: readonly string[]
  /** Whether the payment still fits, by what was counted. One that does not is counted as a failed try. */
  readonly hasRoom: (readings: readonly CounterReading[]) => boolean
}

/** As the facts of the same names. */
export interface Exemptions {
  readonly exemptInRow: number
  readonly exemptSumInRow: Money
}

export type ServiceKind = 'KYC' | 'FRAUD' | '3DS' | 'TOKEN'

/** Where the user, or a PSP, comes back to us. */
export interface Links {
  payPage(transaction: Pick<Transaction, 'merchantId' | 'id'>): string
  /** Where a page of the PSP or of 3-D Secure sends the browser back to. */
  returnPage(transaction: Pick<Transaction, 'merchantId' | 'id'>): string
  callback(psp: string, account: string): string
  /** Where a card network tells us what it decides. */
  tokenNotification(service: string): string
}

/**
 * Everything a step depends on, in the transaction that takes the step. Steps see no SQL and no clock but this, so that a
 * test can give them a context of its own.
 */
export interface StepContext {
  readonly now: Date
  readonly timings: Timings
  readonly links: Links
  /** What the rules say; the answer has the outputs of the table that was asked. */
  ask<Table extends DecisionTable>(
    payment: Payment,
    table: Table,
    step: Step,
    options?: AskOptions,
  ): Promise<Answer<Table>>
  /** The name of the rules that are active now. */
  newestEdition(merchantId: number): Promise<string>
  merchant(merchantId: number): Promise<MerchantSettings>
  rates(merchantId: number, service?: string, trust?: RateTrust): Promise<RateSheet>
  psp(psp: string): Promise<PspSettings | undefined>
  /** PSPs that are switched on and do this kind of payment, as the catalogue says. */
  pspsFor(txType: string): Promise<ReadonlySet<string>>
  pspAccount(merchantId: number, psp: string, account: string): Promise<PspAccountConfig | undefined>
  service(
    merchantId: number,
    kind: ServiceKind,
    provider: string,
    account?: string,
  ): Promise<ServiceAccount | undefined>
  /** What users are asked for in such a payment, as people declared it. */
  inputs(merchantId: number, txType: string): Promise<readonly DeclaredInput[]>
  /** What the merchant's bank mappings say about a payout. */
  bankMapping(merchantId: number, facts: PayoutFacts): Promise<FoundMapping>
  /** Endpoints of API clients that want to hear of an event of this merchant's payments. */
  listeners(merchantId: number, event: string): Promise<readonly string[]>
  /** Whom the money came from that a stored message of a PSP is about. */
  payerOf(reading: PackedReading): Payer | undefined
  /** Whether a PSP credits what arrived, which may be another amount than was asked for. */
  amountMayDiffer(psp: string): Promise<boolean>
  windows(merchantId: number): Promise<readonly MaintenanceWindow[]>
  /** True for the one payment a half-open window lets through now. */
  takeProbe(payment: Payment, window: MaintenanceWindow): Promise<boolean>

  /** The card the payment is made with; `DOWN` when the vault cannot open it. */
  storedCard(payment: Payment, vaultRef: string): Promise<StoredCard | 'DOWN' | undefined>
  cardFacts(merchantId: number, card: StoredCard): Promise<CardFacts>
  /** Where the merchant may use tokens of a network now. */
  tokenProgram(merchantId: number, network: TokenNetwork): Promise<TokenProgram | undefined>
  /** Whether a PSP can be sent network tokens. */
  takesNetworkTokens(psp: string): Promise<boolean>
  liveToken(card: CardToken): Promise<NetworkTokenRow | undefined>
  /** How many tokens of the card are no more. */
  formerTokens(card: CardToken): Promise<number>
  sealCryptogram(payment: Payment, text: string): string
  accountHash(text: string): string
  emailHash(email: string): string
  account(merchantId: number, accountId: string): Promise<UserAccount | undefined>
  standing(payment: Payment): Promise<AccountStanding>
  /**
   * Makes others wait who want the same account or another one of the same user, or look at what either has used up. Says
   * when it was its turn, by the database's clock.
   */
  holdAccount(payment: Payment): Promise<Date>
  /** The user's row for the account, made when it is new. */
  recognise(details: AccountDetails, status: 'NEW' | 'ACTIVE' | 'BLOCKED'): Promise<UserAccount>
  countryOf(ip: string): Promise<string | undefined>
  history(payment: Payment): Promise<UserHistory>
  /** What the user paid in and did not get back, ever, in the merchant's base currency. */
  netDeposit(payment: Payment): Promise<Money>
  storedKyc(payment: Payment): Promise<StoredKyc | undefined>
  /** Whether another transaction of the merchant carries this id of its own. */
  merchantTxIdUsed(merchantId: number, merchantTxId: string, exceptTxId: number): Promise<boolean>
  /** The open payment that asks for the same; whoever asks at the same moment waits for the answer. */
  identicalOpen(payment: Payment): Promise<number | undefined>

  /** Counts the payment in and reads what else counts, so that of two at the same time one sees the other. */
  reserve(payment: Payment, reservation: ReservationRequest): Promise<readonly CounterReading[]>
  /** What was counted so far, without counting the payment in: for telling how much room is left. */
  counted(payment: Payment, questions: readonly CounterQuestion[]): Promise<readonly CounterReading[]>
  /**
   * What the user was charged before, over so many days for the count. A binding question makes others of the same user
   * wait until this payment has its price.
   */
  pricedBefore(payment: Payment, days: number, isBinding: boolean): Promise<PricedBefore>
  /** The payment has its price: it counts for those after it. */
  markPriced(payment: Payment, isCharged: boolean): Promise<void>
  /** Payments with the card since it last passed strong authentication. */
  exemptions(payment: Payment): Promise<Exemptions>
  /** The same as it binds: others with the card wait until it is decided, and this payment counts for them. */
  takeExemption(payment: Payment): Promise<Exemptions>
  /** Without asking: the payment counts for those who do, as authenticated or not. */
  markAuthenticated(payment: Payment, isStrong: boolean): Promise<void>
  /** Others whose card was declined wait until it is decided whether this one is tried again. */
  holdCard(payment: Payment): Promise<void>
  /** Declines of the card at the merchant over the last days, and tries of others that may become one. */
  schemeDeclines(payment: Payment, days: number): Promise<number>
  origin(payment: Payment): Promise<Transaction | undefined>
}
