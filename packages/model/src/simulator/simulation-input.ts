import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { wireMoneySchema } from '../money/money-schema.ts'

/** What the spec says to everything else. */
export const onlyPayments = 'valid transactions are deposit or withdrawal'

const text = (max: number) => z.string().check(z.maxLength(max))
const optional = (max = 100) => z.optional(text(max))
const entries = z.optional(z.record(text(100), text(1_000)))
const count = z.optional(z.int().check(z.gte(0), z.lte(1_000_000)))

export const simulatedSources = ['FRONT_API', 'ADMIN_API', 'BACKOFFICE', 'BATCH'] as const

const transaction = z.strictObject({
  txType: text(60).check(z.minLength(1)),
  amount: wireMoneySchema,
  service: optional(),
  channelId: optional(),
  paymentType: z.optional(z.enum(['NEW', 'REPEAT'])),
  apiSource: z.optional(z.enum(simulatedSources)),
  tag: optional(50),
  attributes: entries,
  authType: z.optional(z.enum(['FINAL_AUTH', 'PRE_AUTH'])),
  /** When it is made; now where nothing is said. */
  at: z.optional(z.iso.datetime()),
})

const user = z.strictObject({
  userId: text(50).check(z.minLength(1)),
  country: optional(3),
  category: optional(),
  age: z.optional(z.int().check(z.gte(0), z.lte(150))),
  email: optional(254),
  city: optional(),
  locale: optional(20),
  balance: z.optional(wireMoneySchema),
  kycStatus: optional(),
  suspectedAbuse: z.optional(z.boolean()),
  attributes: entries,
})

const instrument = z.strictObject({
  /** The first digits of a card, or none. */
  bin: optional(11),
  /** `YYYY-MM` */
  expiry: optional(7),
  brand: optional(40),
  cardType: optional(40),
  cardCategory: optional(),
  issuer: optional(200),
  issuerCountry: optional(3),
  /** An account the user has stored. */
  accountId: optional(40),
  iban: optional(42),
  bic: optional(11),
  accountNumber: optional(40),
  clearingNumber: optional(20),
  walletAccount: optional(100),
})

const network = z.strictObject({ ip: optional(45), country: optional(3), deviceId: optional() })

const history = z.strictObject({
  /** `real`: what the user did before. `given`: what is said here. */
  kind: z.enum(['real', 'given']),
  deposits: count,
  depositAttempts: count,
  withdrawals: count,
  withdrawalAttempts: count,
  /** In the merchant's base currency. */
  depositSum: optional(30),
  withdrawalSum: optional(30),
  methodUsed: z.optional(z.boolean()),
  accountUsed: z.optional(z.boolean()),
  lastMethodSame: z.optional(z.boolean()),
  enrolled3ds: z.optional(z.boolean()),
  pspsUsed: z.optional(z.array(text(40)).check(z.maxLength(50))),
  hasBlockedAccount: z.optional(z.boolean()),
  kycStatus: optional(60),
  /** What every counter of period limits and velocity has counted before this payment. */
  countedTx: count,
  countedSum: optional(30),
})

export const merchantAnswers = ['ACCEPT', 'REFUSE', 'NO_ANSWER', 'UNREADABLE'] as const
export const verifyAnswers = [
  'ACCEPT',
  'SESSION_INVALID',
  'ACCOUNT_BLOCKED',
  'REFUSE',
  'NO_ANSWER',
  'UNREADABLE',
] as const
export const approvalAnswers = ['WAIT', 'APPROVE', 'DENY'] as const
export const threeDsAnswers = [
  'FRICTIONLESS',
  'CHALLENGED',
  'ATTEMPTED',
  'FAILED',
  'NOT_SUPPORTED',
  'ERROR',
  /** The user is asked and does not answer. */
  'OPEN',
] as const
export const fraudDecisions = ['ACCEPT', 'REVIEW', 'REJECT', 'RECOMMEND_3DS'] as const
export const pspAnswerKinds = [
  'APPROVED',
  'DECLINED',
  'NOT_REACHED',
  'TIMEOUT',
  'REDIRECT',
  'PENDING',
] as const

const pspAnswer = z.strictObject({
  kind: z.enum(pspAnswerKinds),
  /** Our code for a refusal, such as `ERR_DECLINED_NO_FUNDS`. */
  code: optional(80),
  pspCode: optional(200),
  pspMessage: optional(500),
})
export type SimulatedPspAnswer = z.infer<typeof pspAnswer>

const answers = z.strictObject({
  verify: z.optional(z.enum(verifyAnswers)),
  authorize: z.optional(z.enum(merchantAnswers)),
  /** With which code the merchant refuses the user or the payment. */
  authorizeCode: optional(80),
  transfer: z.optional(z.enum(merchantAnswers)),
  approval: z.optional(z.enum(approvalAnswers)),
  /** Nothing where the provider gives no answer. */
  kyc: z.optional(
    z.strictObject({
      status: optional(60),
      ageStatus: optional(60),
      idStatus: optional(60),
      addressStatus: optional(60),
      score: z.optional(z.number()),
      warnings: z.optional(z.array(text(60)).check(z.maxLength(20))),
      noAnswer: z.optional(z.boolean()),
    }),
  ),
  fraud: z.optional(
    z.strictObject({
      score: z.optional(z.number().check(z.gte(0), z.lte(100))),
      decision: z.optional(z.enum(fraudDecisions)),
      noAnswer: z.optional(z.boolean()),
    }),
  ),
  threeDs: z.optional(z.enum(threeDsAnswers)),
  psps: z.optional(
    z
      .array(
        z.strictObject({ psp: text(40), answers: z.array(pspAnswer).check(z.minLength(1), z.maxLength(10)) }),
      )
      .check(z.maxLength(50)),
  ),
})

/** A payment nobody makes: what it is, who makes it, and what everybody outside answers. */
export const simulationInputSchema = named(
  'SimulationInput',
  z.strictObject({
    /** A payment that exists: draws go by its id, it does not count against itself, and masked values stand for its own. */
    paymentId: z.optional(z.int().check(z.gte(1))),
    /** Decides draws between weighted rows, where it is no payment that exists. */
    drawNo: z.optional(z.int().check(z.gte(1))),
    transaction,
    user,
    instrument: z._default(instrument, {}),
    network: z._default(network, {}),
    history: z._default(history, { kind: 'real' }),
    answers: z._default(answers, {}),
  }),
)
export type SimulationInput = z.infer<typeof simulationInputSchema>
export type SimulatedHistory = SimulationInput['history']
export type SimulatedAnswers = SimulationInput['answers']

/** Users people simulate again and again. */
export const historyPresets: Readonly<Record<'new' | 'regular' | 'vip', SimulatedHistory>> = {
  new: {
    kind: 'given',
    deposits: 0,
    depositAttempts: 0,
    withdrawals: 0,
    withdrawalAttempts: 0,
    depositSum: '0',
    withdrawalSum: '0',
    methodUsed: false,
    accountUsed: false,
    lastMethodSame: false,
    countedTx: 0,
    countedSum: '0',
  },
  regular: {
    kind: 'given',
    deposits: 24,
    depositAttempts: 26,
    withdrawals: 6,
    withdrawalAttempts: 6,
    depositSum: '2400.00',
    withdrawalSum: '900.00',
    methodUsed: true,
    accountUsed: true,
    lastMethodSame: true,
    kycStatus: 'VERIFIED',
    countedTx: 1,
    countedSum: '50.00',
  },
  vip: {
    kind: 'given',
    deposits: 220,
    depositAttempts: 224,
    withdrawals: 60,
    withdrawalAttempts: 61,
    depositSum: '180000.00',
    withdrawalSum: '120000.00',
    methodUsed: true,
    accountUsed: true,
    lastMethodSame: true,
    kycStatus: 'VERIFIED',
    countedTx: 4,
    countedSum: '2500.00',
  },
}
