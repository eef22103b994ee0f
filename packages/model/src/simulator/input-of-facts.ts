import { transactionTypes } from '../reference/transaction-types.ts'
import { isPaymentMethod, methodOf } from '../payments/transaction-method.ts'
import type { WireMoney } from '../money/money-schema.ts'
import {
  fraudDecisions,
  historyPresets,
  simulatedSources,
  threeDsAnswers,
  type SimulatedHistory,
  type SimulationInput,
} from './simulation-input.ts'

/** A deposit by card of somebody who was never here before. */
export const blankSimulation = (currency = 'EUR'): SimulationInput => ({
  transaction: { txType: 'CreditcardDeposit', amount: { amount: '100.00', currency } },
  user: { userId: 'simulated-user', country: 'SWE', category: 'REGULAR', age: 35 },
  instrument: { bin: '41111111', expiry: '2030-12' },
  network: {},
  history: historyPresets.new,
  answers: {},
})

type Setter = (input: SimulationInput, value: never) => SimulationInput | undefined

type Group = Exclude<keyof SimulationInput, 'paymentId' | 'drawNo'>

/** Sets one field of a group. */
const put =
  <G extends Group, Name extends keyof SimulationInput[G]>(group: G, name: Name): Setter =>
  (input, value: SimulationInput[G][Name]) => ({ ...input, [group]: { ...input[group], [name]: value } })

const given = (input: SimulationInput, change: Partial<SimulatedHistory>): SimulationInput => ({
  ...input,
  history: { ...input.history, ...change, kind: 'given' },
})

/** A count that is none, or at least one. */
const first =
  (...names: ('deposits' | 'depositAttempts' | 'withdrawals' | 'withdrawalAttempts')[]): Setter =>
  (input, isFirst: boolean) =>
    given(
      input,
      Object.fromEntries(names.map((name) => [name, isFirst ? 0 : Math.max(1, input.history[name] ?? 0)])),
    )

const isCode = <Code extends string>(codes: readonly Code[], text: string): text is Code =>
  codes.some((code) => code === text)

function withTxType(input: SimulationInput, txType: string): SimulationInput | undefined {
  const method = methodOf(txType)
  if (method !== 'DEPOSIT' && method !== 'WITHDRAWAL') return undefined
  return { ...input, transaction: { ...input.transaction, txType } }
}

/** The first type of payment that fits; what it is now stays where that does. */
function withTypeOf(
  input: SimulationInput,
  wanted: { readonly direction?: string; readonly providerType?: string },
): SimulationInput | undefined {
  const current = transactionTypes.find(({ name }) => name === input.transaction.txType)
  const { direction = current?.direction, providerType = current?.providerType } = wanted
  const fits = transactionTypes.filter(({ name }) => isPaymentMethod(methodOf(name) ?? 'INFO'))
  const found =
    fits.find((type) => type.direction === direction && type.providerType === providerType) ??
    fits.find((type) =>
      wanted.providerType === undefined ? type.direction === direction : type.providerType === providerType,
    )
  return found && withTxType(input, found.name)
}

const withAnswers = (
  input: SimulationInput,
  change: Partial<SimulationInput['answers']>,
): SimulationInput => ({
  ...input,
  answers: { ...input.answers, ...change },
})

const withKyc =
  (name: string): Setter =>
  (input, value: unknown) =>
    withAnswers(input, { kyc: { ...input.answers.kyc, noAnswer: false, [name]: value } })

const setters: Readonly<Record<string, Setter>> = {
  txType: withTxType,
  method: (input, direction: string) => withTypeOf(input, { direction }),
  providerType: (input, providerType: string) => withTypeOf(input, { providerType }),
  amount: put('transaction', 'amount'),
  currency: (input, currency: string) => ({
    ...input,
    transaction: { ...input.transaction, amount: { ...input.transaction.amount, currency } },
  }),
  service: put('transaction', 'service'),
  channel: put('transaction', 'channelId'),
  paymentType: put('transaction', 'paymentType'),
  apiSource: (input, source: string) =>
    isCode(simulatedSources, source)
      ? { ...input, transaction: { ...input.transaction, apiSource: source } }
      : undefined,
  txTag: (input, tags: string | readonly string[]) => {
    const tag = typeof tags === 'string' ? tags : tags[0]
    return tag === undefined ? undefined : { ...input, transaction: { ...input.transaction, tag } }
  },
  attributes: put('transaction', 'attributes'),
  authType: put('transaction', 'authType'),
  now: put('transaction', 'at'),
  userId: put('user', 'userId'),
  userCategory: put('user', 'category'),
  userCountry: put('user', 'country'),
  userAge: put('user', 'age'),
  email: put('user', 'email'),
  locale: put('user', 'locale'),
  userCity: put('user', 'city'),
  balance: put('user', 'balance'),
  merchantKycStatus: put('user', 'kycStatus'),
  suspectedAbuse: put('user', 'suspectedAbuse'),
  userAttributes: put('user', 'attributes'),
  market: (input, market: string) => ({
    ...input,
    user: { ...input.user, attributes: { ...input.user.attributes, market } },
  }),
  bin: put('instrument', 'bin'),
  binBrand: put('instrument', 'brand'),
  binType: put('instrument', 'cardType'),
  binCategory: put('instrument', 'cardCategory'),
  binIssuer: put('instrument', 'issuer'),
  binIssuerCountry: put('instrument', 'issuerCountry'),
  bic: put('instrument', 'bic'),
  iban: put('instrument', 'iban'),
  ipAddress: put('network', 'ip'),
  ipCountry: put('network', 'country'),
  firstDeposit: first('deposits'),
  firstDepositAttempt: first('deposits', 'depositAttempts'),
  firstWithdrawal: first('withdrawals'),
  firstWithdrawalAttempt: first('withdrawals', 'withdrawalAttempts'),
  firstTimeMethod: (input, isFirst: boolean) => given(input, { methodUsed: !isFirst }),
  firstTimeAccount: (input, isFirst: boolean) => given(input, { accountUsed: !isFirst }),
  lastDepositMethodMatch: (input, lastMethodSame: boolean) => given(input, { lastMethodSame }),
  countDeposit: (input, deposits: number) => given(input, { deposits, depositAttempts: deposits }),
  countWithdrawal: (input, withdrawals: number) =>
    given(input, { withdrawals, withdrawalAttempts: withdrawals }),
  totalDeposit: (input, { amount }: WireMoney) => given(input, { depositSum: amount }),
  totalWithdrawal: (input, { amount }: WireMoney) => given(input, { withdrawalSum: amount }),
  pspUsedBefore: (input, psps: string | readonly string[]) =>
    given(input, { pspsUsed: typeof psps === 'string' ? [psps] : [...psps] }),
  hasBlockedAccount: (input, hasBlockedAccount: boolean) => given(input, { hasBlockedAccount }),
  enrolled3ds: (input, enrolled3ds: boolean) => given(input, { enrolled3ds }),
  internalKycStatus: (input, kycStatus: string) =>
    withAnswers(given(input, { kycStatus }), {
      kyc: { ...input.answers.kyc, noAnswer: false, status: kycStatus },
    }),
  kycAgeStatus: withKyc('ageStatus'),
  kycIdStatus: withKyc('idStatus'),
  kycAddressStatus: withKyc('addressStatus'),
  kycScore: withKyc('score'),
  pepsSanctions: (input, warnings: string | readonly string[]) =>
    withAnswers(input, {
      kyc: {
        ...input.answers.kyc,
        noAnswer: false,
        warnings: typeof warnings === 'string' ? [warnings] : [...warnings],
      },
    }),
  fraudScore: (input, score: number) =>
    withAnswers(input, { fraud: { ...input.answers.fraud, noAnswer: false, score } }),
  fraudDecision: (input, decision: string) =>
    isCode(fraudDecisions, decision)
      ? withAnswers(input, { fraud: { ...input.answers.fraud, noAnswer: false, decision } })
      : undefined,
  threeDsResult: (input, threeDs: string) =>
    isCode(threeDsAnswers, threeDs) ? withAnswers(input, { threeDs }) : undefined,
}

/** Whether somebody can say in the input what a fact is. */
export const isInputFact = (fact: string): boolean => Object.hasOwn(setters, fact)

/** The input with a fact as it is wanted, as JSON writes it; undefined where the input does not decide it. */
export function withFact(input: SimulationInput, fact: string, value: unknown): SimulationInput | undefined {
  const setter = Object.hasOwn(setters, fact) ? setters[fact] : undefined
  return setter?.(input, value as never)
}

/** The type of a payment first: it decides which of the others go with it. */
const order = ['txType', 'method', 'providerType', 'amount']
const placeOf = (fact: string): number => (order.includes(fact) ? order.indexOf(fact) : order.length)

/** A payment that shows something: facts a check of the rows found, or those of a payment that was made. */
export function simulationOfFacts(
  facts: Readonly<Record<string, unknown>>,
  base: SimulationInput = blankSimulation(),
): SimulationInput {
  const wanted = Object.entries(facts).filter(([fact]) => fact !== 'providerType' || !('txType' in facts))
  const sorted = wanted.sort(([a], [b]) => placeOf(a) - placeOf(b))
  return sorted.reduce((input, [fact, value]) => withFact(input, fact, value) ?? input, base)
}
