import { inputsOf, isFit, type InputName } from './payment-inputs.ts'
import type { PaymentRequest } from './payment-request.ts'

/** What is wrong with the account a payment is to be made with. */
export type RequestProblem = 'MISSING' | 'SEVERAL' | 'UNSUITED' | 'CHECKSUM'

/** Ways to say which account it is; any one of them is enough, and more than one is too much. */
const instruments = {
  accountId: undefined,
  cardToken: 'card.pan',
  card: 'card.pan',
  iban: 'iban',
  accountNumber: 'accountNumber',
  walletAccount: 'walletAccount',
  voucherCode: 'voucherCode',
} as const satisfies Readonly<Partial<Record<keyof PaymentRequest, InputName | undefined>>>

/** What a request has in the place of an input. */
export function valueOf(request: PaymentRequest, name: InputName): string | undefined {
  if (!name.startsWith('card.')) return request[name as Exclude<InputName, `card.${string}`>]
  return request.card?.[name.slice('card.'.length) as 'pan' | 'expiry' | 'cvv' | 'holder']
}

/** By the inputs the kind of payment declares, which are those a cashier is told to ask for. */
export function requestProblem(request: PaymentRequest): RequestProblem | undefined {
  const given = (Object.keys(instruments) as (keyof typeof instruments)[]).filter(
    (name) => request[name] !== undefined,
  )
  if (given.length > 1) return 'SEVERAL'
  const inputs = inputsOf(request.txType)
  const [instrument] = given
  const input = instrument && instruments[instrument]
  if (input !== undefined && !inputs.some(({ name }) => name === input)) return 'UNSUITED'
  // What a stored account or a token stands for was looked at when it was stored.
  if (instrument === 'accountId' || instrument === 'cardToken') return undefined
  if (inputs.some(({ name, required }) => required && valueOf(request, name) === undefined)) return 'MISSING'
  const isWrong = inputs.some(({ name }) => {
    const value = valueOf(request, name)
    return value !== undefined && !isFit(name, value)
  })
  return isWrong ? 'CHECKSUM' : undefined
}
