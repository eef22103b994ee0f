import * as z from 'zod'
import { decimalText, parseSignedMoney } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type {
  Acknowledged,
  Authorization,
  AuthorizeRequest,
  CancelRequest,
  LookupUserRequest,
  NotificationRequest,
  TransferRequest,
  VerifiedUser,
  VerifyUserRequest,
} from './merchant-client.ts'

/** Merchants write what they do not know as null, as an empty text, or not at all. */
const optionalText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined || value === '' ? null : String(value)))

const attributesShape = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((attributes) =>
    Object.fromEntries(
      Object.entries(attributes ?? {})
        .filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
        .map(([name, value]) => [name, String(value)]),
    ),
  )

export const refusalShape = z.object({
  success: z.literal(false),
  errCode: optionalText,
  errMsg: optionalText,
})

/** Amounts may come as JSON numbers; their shortest text is what was written. */
const amountShape = z.union([z.string(), z.number()]).transform(String)

export const userShape = z
  .object({
    success: z.literal(true),
    userId: z.string().min(1).max(50),
    balance: amountShape,
    balanceCy: z.string(),
    userCat: optionalText,
    kycStatus: optionalText,
    sex: optionalText,
    firstName: optionalText,
    lastName: optionalText,
    street: optionalText,
    city: optionalText,
    zip: optionalText,
    state: optionalText,
    country: optionalText,
    email: optionalText,
    dob: optionalText,
    mobile: optionalText,
    locale: optionalText,
    nationalId: optionalText,
    attributes: attributesShape,
  })
  .transform(({ balance, balanceCy, ...user }, context): VerifiedUser => {
    const money = parseSignedMoney(balance, balanceCy)
    if (money) return { ...user, balance: money }
    context.addIssue('The balance is not an amount')
    return z.NEVER
  })

export const authorizationShape = z
  .object({ success: z.literal(true), merchantTxId: optionalText, authCode: optionalText })
  .transform(({ merchantTxId, authCode }): Authorization => ({ merchantTxId, authCode: authCode ?? '' }))

export const acknowledgedShape = z
  .object({ success: z.literal(true), merchantTxId: optionalText })
  .transform(({ merchantTxId }): Acknowledged => ({ merchantTxId }))

const amountAs = (name: string, money: Money | undefined): Record<string, string> =>
  money ? { [name]: decimalText(money), [`${name}Cy`]: money.currency } : {}

export const verifyUserBody = ({ sessionId, userId }: VerifyUserRequest) => ({ sessionId, userId })

export const lookupUserBody = (request: LookupUserRequest) => ({ ...request })

export const authorizeBody = (txId: number, { txAmount, pspFee, ...rest }: AuthorizeRequest) => ({
  ...rest,
  ...amountAs('txAmount', txAmount),
  ...amountAs('pspFee', pspFee),
  txId: String(txId),
})

export const transferBody = (txId: number, request: TransferRequest) => {
  const { txPspAmount, fee, ...rest } = request
  return { ...authorizeBody(txId, rest), ...amountAs('txPspAmount', txPspAmount), ...amountAs('fee', fee) }
}

export const cancelBody = (txId: number, { txAmount, ...rest }: CancelRequest) => ({
  ...rest,
  ...amountAs('txAmount', txAmount),
  txId: String(txId),
})

export const notificationBody = (txId: number, request: NotificationRequest) => {
  const { txAmount, txPspAmount, fee, ...rest } = request
  return {
    ...rest,
    ...amountAs('txAmount', txAmount),
    ...amountAs('txPspAmount', txPspAmount),
    ...amountAs('fee', fee),
    txId: String(txId),
  }
}
