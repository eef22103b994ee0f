import { providerTypeLabels, transactionTypes } from '@signalbox/model/reference/transaction-types'
import type { PaymentAnswer } from './cashier-api.ts'
import type { Visit } from './visit.ts'
import type { Words } from './words.ts'

export const receiptPath = ({ shop, locale }: Pick<Visit, 'shop' | 'locale'>, reference: string): string =>
  `/cashier/receipt/${shop.merchantId}/${reference}?locale=${locale}`

/** Where somebody looks who does not know whether the payment was made. */
export const checkPath = (visit: Pick<Visit, 'shop' | 'locale'>, reference: string): string =>
  `${receiptPath(visit, reference)}&check=1`

export const labelOf = (words: Words, txType: string): string => {
  const type = transactionTypes.find(({ name }) => name === txType)?.providerType ?? ''
  const key = `method.${type.toLowerCase()}`
  const label = words(key)
  return label === key ? (providerTypeLabels[type] ?? txType) : label
}

/** Where the browser goes next, and what is said while it does. */
export function nextFor(visit: Visit, words: Words, payment: PaymentAnswer) {
  const { redirectOutput, statusCode, txType } = payment
  if (!redirectOutput) return { location: receiptPath(visit, payment.merchantTxId ?? ''), say: '' }
  const say = statusCode.includes('3D_SECURE')
    ? words('cashier.3ds')
    : words('cashier.redirect', labelOf(words, txType))
  return { location: redirectOutput.url, say }
}
