import * as z from 'zod/mini'
import { named } from '../field/named.ts'
import { plainIban } from '../reference/account-number.ts'
import { moneyCodec } from '../money/money-schema.ts'
import { transactionTypes } from '../reference/transaction-types.ts'
import { requestShape } from '../transaction/shapes.ts'
import { isUrl } from '../field/validators.ts'
import { inputOf } from './payment-inputs.ts'

const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max))

const url = z.string().check(
  z.maxLength(2000),
  z.refine((value) => /^https?:/i.test(value) && isUrl(value), { error: 'Invalid URL' }),
)

const typesOf = (direction: 'DEPOSIT' | 'WITHDRAWAL') =>
  z.enum(
    transactionTypes.filter((type) => type.direction === direction).map((type) => type.name) as [
      string,
      ...string[],
    ],
  )

/** The most a payment may ask for: it and what follows from it fit a number exactly, in the database and outside. */
export const maxStoredMinor = 10n ** 14n

/** Card data in clear. Only outside production; elsewhere a token of the vault takes its place. */
export const cardSchema = named(
  'Card',
  z.strictObject({
    pan: z.string().check(z.regex(inputOf('card.pan').pattern, { error: 'Invalid card number' })),
    expiry: z.string().check(z.regex(inputOf('card.expiry').pattern, { error: 'Must be YYYY-MM' })),
    cvv: z.optional(
      z.string().check(z.regex(inputOf('card.cvv').pattern, { error: 'Invalid security code' })),
    ),
    holder: z.optional(text(1, 100)),
  }),
)

const common = {
  merchantId: z.int().check(z.gte(1), z.lte(999_999_999)),
  userId: text(1, 50),
  sessionId: text(1, 200),
  amount: moneyCodec,
  ...requestShape,
  cardToken: z.optional(text(1, 100)),
  card: z.optional(cardSchema),
  // People copy it as banks print it, in groups of four.
  iban: z.optional(z.pipe(text(5, 42), z.transform(plainIban))),
  bic: z.optional(text(8, 11)),
  /** Of a bank that is known by national numbers. What is wrong with them the payment fails of. */
  accountNumber: z.optional(text(1, 40)),
  clearingNumber: z.optional(text(1, 20)),
  walletAccount: z.optional(text(1, 100)),
  voucherCode: z.optional(text(4, 50)),
  storeAccount: z.optional(z.boolean()),
  returnUrls: z.optional(
    z.strictObject({
      success: z.optional(url),
      failure: z.optional(url),
      pending: z.optional(url),
      cancel: z.optional(url),
    }),
  ),
}

export const depositRequestSchema = named(
  'DepositRequest',
  z.strictObject({
    ...common,
    txType: typesOf('DEPOSIT'),
    /** Only reserve the money; it is captured later. */
    authType: z.optional(z.enum(['FINAL_AUTH', 'PRE_AUTH'])),
  }),
)

export const withdrawalRequestSchema = named(
  'WithdrawalRequest',
  z.strictObject({ ...common, txType: typesOf('WITHDRAWAL') }),
)

/** A payment with an account the user stored, made while the user is not there: no session, nothing to type in. */
export const repeatRequestSchema = named(
  'RepeatRequest',
  z.strictObject({
    merchantId: common.merchantId,
    userId: common.userId,
    txType: z.enum(transactionTypes.map((type) => type.name) as [string, ...string[]]),
    amount: common.amount,
    accountId: z.uuid(),
    merchantTxId: common.merchantTxId,
    attributes: common.attributes,
  }),
)

type DepositRequest = z.infer<typeof depositRequestSchema>
type WithdrawalRequest = z.infer<typeof withdrawalRequestSchema>

/** Any of them, with what only some have left out where it is missing. */
export type PaymentRequest = Omit<WithdrawalRequest, 'sessionId'> &
  Pick<DepositRequest, 'authType'> & { readonly sessionId?: string | undefined }

/** What an operation through the API takes; an empty object is enough for most. */
export const apiOperationSchema = named(
  'OperationOnPayment',
  z.strictObject({
    info: z.optional(text(0, 200)),
    tagId: z.optional(text(1, 50)),
    amount: z.optional(moneyCodec),
  }),
)
