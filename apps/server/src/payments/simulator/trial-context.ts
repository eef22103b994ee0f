import { foundFacts } from '@signalbox/model/rules/facts-known'
import type { Money } from '@signalbox/model/money/money'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { Tx } from '../../kit/database.ts'
import type { AccountDetails, AccountStanding, UserAccount } from '../core/accounts/account-types.ts'
import { databaseContext } from '../core/flow/database-context.ts'
import { readKyc } from '../core/flow/history-store.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import type { StepContext } from '../core/flow/step-context.ts'
import type { StoredKyc, UserHistory } from '../core/flow/user-history.ts'
import type { CounterQuestion, CounterReading } from '../counters/counter-types.ts'
import type { KycFinding } from '../connectors/kyc-client.ts'
import type { CardFacts } from '../reference/card-facts.ts'
import { simulatedCard, simulatedVaultRef, sumIn } from './simulated-row.ts'

interface TrialDeps {
  readonly deps: MachineDeps
  readonly tx: Tx
  readonly now: Date
  readonly input: SimulationInput
  readonly baseCurrency: string
  /** What a check of the user found in this very run. */
  readonly checked: () => { readonly provider: string; readonly finding: KycFinding } | undefined
}

function givenHistory({ input, baseCurrency }: TrialDeps, providerType: string): UserHistory {
  const { history, transaction } = input
  const { deposits = 0, withdrawals = 0, pspsUsed = [] } = history
  const way = { providerType, pspService: transaction.service ?? null }
  return {
    deposits,
    depositAttempts: history.depositAttempts ?? deposits,
    withdrawals,
    withdrawalAttempts: history.withdrawalAttempts ?? withdrawals,
    depositSum: sumIn(history.depositSum, baseCurrency, 'history.depositSum'),
    withdrawalSum: sumIn(history.withdrawalSum, baseCurrency, 'history.withdrawalSum'),
    successes: history.methodUsed ? [{ method: 'DEPOSIT', ...way }] : [],
    methodUsed: history.methodUsed ?? false,
    accountUsed: history.accountUsed ?? false,
    lastDepositMethod: history.lastMethodSame ? providerType : null,
    pspsUsed,
    lastStatusByPsp: Object.fromEntries(pspsUsed.map((psp) => [psp, 'SUCCESSFUL'])),
    enrolled3ds: history.enrolled3ds,
  }
}

/** What every counter says of somebody whose past is made up. */
function givenReading({ input }: TrialDeps, { currency }: CounterQuestion): CounterReading {
  const { countedTx = 0, countedSum } = input.history
  const sum: Money = sumIn(countedSum, currency, 'history.countedSum')
  const none = { minor: 0n, currency }
  return {
    count: countedTx,
    sum,
    named: sum,
    used: sum,
    reserved: none,
    live: countedTx,
    accounts: 1,
    users: 1,
  }
}

const givenStanding = ({ input: { history } }: TrialDeps): AccountStanding => ({
  account: undefined,
  otherUsers: 0,
  ownAccounts: history.accountUsed ? 1 : 0,
  usedForDeposit: history.accountUsed ?? false,
  block: undefined,
  hasBlockedAccount: history.hasBlockedAccount ?? false,
})

const givenKyc = ({ input: { history } }: TrialDeps): StoredKyc | undefined =>
  history.kycStatus
    ? {
        provider: 'simulation',
        ageDays: 0,
        status: history.kycStatus,
        ageStatus: null,
        idStatus: null,
        addressStatus: null,
        warnings: [],
        score: null,
        overriddenDays: null,
      }
    : undefined

const storedOf = (provider: string, finding: KycFinding): StoredKyc => ({
  provider,
  ageDays: 0,
  status: finding.overallStatus,
  ageStatus: finding.ageStatus,
  idStatus: finding.idStatus,
  addressStatus: finding.addressStatus,
  warnings: finding.pepsSanctions as StoredKyc['warnings'],
  score: finding.score,
  overriddenDays: null,
})

const newAccount = (details: AccountDetails, status: UserAccount['status']): UserAccount => ({
  id: simulatedVaultRef,
  status,
  verification: 'UNVERIFIED',
  holdUntil: null,
  firstUsed: null,
  lastUsed: null,
  successfulPayments: 0,
  failedPayments: 0,
  successfulDeposits: 0,
  ...details,
  service: details.service ?? null,
  holder: details.holder ?? null,
  expiry: details.expiry ?? null,
  vaultRef: details.vaultRef ?? null,
  iban: details.iban ?? null,
  bic: details.bic ?? null,
  bankName: details.bankName ?? null,
  accountNumber: details.accountNumber ?? null,
  clearingNumber: details.clearingNumber ?? null,
  walletEmail: details.walletEmail ?? null,
})

/** What the input says of a card goes before what its first digits tell. */
function cardFactsIn({ instrument }: SimulationInput, found: CardFacts): CardFacts {
  const { brand, cardType, cardCategory, issuer, issuerCountry } = instrument
  const said = { brand, type: cardType, category: cardCategory, issuer, issuerCountry }
  const changed = Object.entries(said).filter(([, value]) => value !== undefined && value !== '')
  return { ...found, ...(foundFacts(Object.fromEntries(changed)) as Partial<CardFacts>) }
}

/** What is asked of the past where that is made up. */
function pastOf(trial: TrialDeps): Partial<StepContext> {
  const { input, baseCurrency } = trial
  if (input.history.kind === 'real') return {}
  const none = { minor: 0n, currency: baseCurrency }
  return {
    history: ({ tx }) => Promise.resolve(givenHistory(trial, tx.providerType)),
    netDeposit: ({ tx }) => {
      const { depositSum, withdrawalSum } = givenHistory(trial, tx.providerType)
      return Promise.resolve({ ...depositSum, minor: depositSum.minor - withdrawalSum.minor })
    },
    counted: (_payment, questions) =>
      Promise.resolve(questions.map((question) => givenReading(trial, question))),
    standing: () => Promise.resolve(givenStanding(trial)),
    pricedBefore: ({ direction }) => {
      const { deposits = 0, withdrawals = 0 } = input.history
      return Promise.resolve({
        count: direction === 'DEPOSIT' ? deposits : withdrawals,
        lastWasCharged: false,
      })
    },
    exemptions: () => Promise.resolve({ exemptInRow: 0, exemptSumInRow: none }),
    schemeDeclines: () => Promise.resolve(0),
  }
}

/**
 * What the steps of a live payment are given, for one that nobody makes: they read the same tables by the same functions.
 * Nothing is written, nobody is made to wait, and nobody's turn is taken.
 */
export function trialContext(trial: TrialDeps): StepContext {
  const { deps, tx, now, input, checked } = trial
  const live = databaseContext(deps, tx, now)
  const read: StepContext = { ...live, ...pastOf(trial) }
  const isGiven = input.history.kind === 'given'
  return {
    ...read,
    storedCard: (payment, vaultRef) =>
      vaultRef === simulatedVaultRef
        ? Promise.resolve(simulatedCard(input, (pan) => deps.print('ACCOUNT', pan)))
        : live.storedCard(payment, vaultRef),
    cardFacts: async (merchantId, card) => cardFactsIn(input, await live.cardFacts(merchantId, card)),
    liveToken: (card) =>
      card.vaultRef === simulatedVaultRef ? Promise.resolve(undefined) : live.liveToken(card),
    // Which card number a PSP is sent decides nothing.
    tokenProgram: () => Promise.resolve(undefined),
    countryOf: async (ip) => input.network.country || live.countryOf(ip),
    storedKyc: async ({ tx: { merchantId, userId } }) => {
      const made = checked()
      if (made) return storedOf(made.provider, made.finding)
      return isGiven ? givenKyc(trial) : readKyc(tx, merchantId, userId, now, input.paymentId)
    },
    merchantTxIdUsed: () => Promise.resolve(false),
    identicalOpen: () => Promise.resolve(undefined),
    takeProbe: () => Promise.resolve(false),
    reserve: (payment, { questions }) => read.counted(payment, questions),
    holdAccount: () => Promise.resolve(now),
    holdCard: () => Promise.resolve(),
    recognise: async (details, status) =>
      (isGiven ? undefined : await knownAccount(live, details)) ?? newAccount(details, status),
    pricedBefore: (payment, days) => read.pricedBefore(payment, days, false),
    markPriced: () => Promise.resolve(),
    takeExemption: (payment) => read.exemptions(payment),
    markAuthenticated: () => Promise.resolve(),
  }
}

/** The user's own account where there is one: using it anew changes nothing the rules look at. */
async function knownAccount(live: StepContext, details: AccountDetails): Promise<UserAccount | undefined> {
  const { merchantId, userId, accountHash, providerType } = details
  const payment = { tx: { merchantId, userId, accountHash, providerType } }
  return (await live.standing(payment as Parameters<StepContext['standing']>[0])).account
}
