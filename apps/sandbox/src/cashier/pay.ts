import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import type { FormInput } from '@signalbox/model/cashier/input-form'
import { inputProblemKey, isVisible, validateInputs } from '@signalbox/model/cashier/validate-inputs'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { moneyCodec } from '@signalbox/model/money/money-schema'
import { trafficNetworks } from '../traffic/purchase.ts'
import { amountOf } from './cashier-page.ts'
import {
  isCertain,
  PlatformRefusal,
  type CashierApi,
  type CashierMethod,
  type PaymentAnswer,
} from './cashier-api.ts'
import { hasCardFields } from './method-fields.ts'
import { limitsText, methodKey } from './method-list.ts'
import { formOf, type PayRequest, type SentForms } from './sent-forms.ts'
import { shopWords } from './shop-words.ts'
import { userIdOf, type Visit } from './visit.ts'
import type { Words } from './words.ts'

/** What is wrong, by the names of the fields in the form. */
type Problems = Readonly<Record<string, string>>

export type PayOutcome =
  | { readonly payment: PaymentAnswer }
  | { readonly problems: Problems; readonly summary?: string }

type Instrument = { readonly body: object } | { readonly problems: Problems }

interface PayWork {
  readonly api: CashierApi
  readonly forms: SentForms
  readonly visit: Visit
  readonly words: Words
  readonly sent: URLSearchParams
  readonly reference: string
  readonly userAgent: string
  /** Where the platform sends the customer when it is over. */
  readonly receiptUrl: string
}

const minorOf = (wire: WireMoney): bigint => moneyCodec.parse({ ...wire }).minor

const isWithin = ({ limits: { min, max } }: CashierMethod, amount: WireMoney): boolean =>
  (!min || minorOf(amount) >= minorOf(min)) && (!max || minorOf(amount) <= minorOf(max))

const isCardField = ({ name }: FormInput): boolean => name.startsWith('card.')

/** By the code the browser and the platform judge it with. A card was judged by the browser, the shop cannot read it. */
function problemsIn(
  { inputs }: CashierMethod,
  key: string,
  typed: (name: string) => string,
  words: Words,
): Problems {
  const values = Object.fromEntries(inputs.map(({ name }) => [name, typed(name)]))
  const readable = inputs.filter((input) => !isCardField(input))
  return Object.fromEntries(
    validateInputs(readable, values).map(({ field, code, values: bounds }) => [
      `${key}/${field}`,
      words(inputProblemKey(code), ...bounds),
    ]),
  )
}

/** What was typed into the fields that are asked for. A card is never among it. */
function typedInto({ inputs }: CashierMethod, typed: (name: string) => string) {
  const values = Object.fromEntries(inputs.map(({ name }) => [name, typed(name)]))
  const isGiven = (input: FormInput): boolean =>
    !isCardField(input) && values[input.name] !== '' && isVisible(input, inputs, values)
  const given = inputs.filter(isGiven).map(({ name }) => [name, values[name]] as const)
  const attribute = 'attributes.'
  const attributes = given.flatMap(([name, value]) =>
    name.startsWith(attribute) ? [[name.slice(attribute.length), value] as const] : [],
  )
  return {
    ...Object.fromEntries(given.filter(([name]) => !name.startsWith(attribute))),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
  }
}

const networkOf = (country: string): string | undefined =>
  country in trafficNetworks ? trafficNetworks[country as keyof typeof trafficNetworks] : undefined

function requestOf({ visit, reference, userAgent, receiptUrl }: PayWork, amount: WireMoney): object {
  const network = networkOf(visit.country)
  return {
    merchantId: visit.shop.merchantId,
    userId: userIdOf(visit),
    sessionId: 'cashier',
    amount,
    locale: visit.locale,
    merchantTxId: reference,
    ...(userAgent !== '' && { userAgent: userAgent.slice(0, 200) }),
    // Everybody comes from this machine; the demo knows countries by these networks.
    ...(network !== undefined && { ip: `${network}.77` }),
    returnUrls: { success: receiptUrl, failure: receiptUrl, pending: receiptUrl, cancel: receiptUrl },
  }
}

/** A card arrives as only the platform can read it. What is wrong with it is told beside its number. */
async function cardIn(
  { api, forms, visit, words, sent, reference }: PayWork,
  key: string,
): Promise<Instrument> {
  const encrypted = sent.get(`${key}/encryptedCard`) ?? ''
  const place = `${key}/card.pan`
  if (encrypted === '') return { problems: { [place]: words(inputProblemKey('REQUIRED')) } }
  const form = formOf(visit.shop, reference)
  const kept = forms.cards.get(form)
  if (kept?.encrypted === encrypted) return { body: { cardToken: kept.token } }
  try {
    const token = await api.cardToken(visit.shop, encrypted)
    forms.cards.set(form, { encrypted, token })
    return { body: { cardToken: token } }
  } catch (error) {
    if (!(error instanceof PlatformRefusal) || error.status !== 422) throw error
    return { problems: { [place]: words(inputProblemKey('CARD')) } }
  }
}

/** What is paid with, as a request says it. */
async function instrumentOf(work: PayWork, method: CashierMethod): Promise<Instrument> {
  const key = methodKey(method)
  const typed = (name: string): string => work.sent.get(`${key}/${name}`)?.trim() ?? ''
  const account = typed('account')
  if (account !== '')
    return method.accounts.some(({ accountId }) => accountId === account)
      ? { body: { accountId: account } }
      : { problems: { method: work.words('cashier.method.unavailable') } }
  const problems = problemsIn(method, key, typed, work.words)
  if (Object.keys(problems).length > 0) return { problems }
  const card: Instrument = hasCardFields(method.inputs) ? await cardIn(work, key) : { body: {} }
  if ('problems' in card) return card
  const store = typed('store') !== ''
  return { body: { ...typedInto(method, typed), ...card.body, ...(store && { storeAccount: true }) } }
}

/** The words of the platform, beside the fields they are about; what is about none stands above. */
function refusalOf({ key, inputs, visit }: PayRequest, refusal: PlatformRefusal): PayOutcome {
  if (refusal.fields.length === 0)
    return { problems: {}, summary: fillPlaceholders(shopWords(visit.locale).unaccepted, [refusal.reason]) }
  const known = new Set(inputs.map(({ name }) => name))
  const placeOf = (field: string): string =>
    known.has(field) ? `${key}/${field}` : field.startsWith('amount') ? 'amount' : 'method'
  return {
    problems: Object.fromEntries(refusal.fields.map(({ field, message }) => [placeOf(field), message])),
  }
}

/** Asks the platform what it offers, and says how to pay by one of it. */
async function requestFrom(work: PayWork): Promise<PayRequest | Extract<PayOutcome, { problems: Problems }>> {
  const { api, visit, words, sent } = work
  const amount = amountOf(visit)
  if (!amount) return { problems: { amount: words('cashier.amount.invalid') } }
  const { methods } = await api.methods(visit, amount.amount)
  const method = methods.find((each) => each.available && methodKey(each) === sent.get('method'))
  if (!method) return { problems: { method: words('cashier.method.unavailable') } }
  if (!isWithin(method, amount))
    return { problems: { amount: limitsText({ words, locale: visit.locale }, method.limits) } }
  const instrument = await instrumentOf(work, method)
  if ('problems' in instrument) return instrument
  const { txType, service, inputs } = method
  const body = {
    ...requestOf(work, amount),
    txType,
    ...(service !== null && { service }),
    ...instrument.body,
  }
  return { visit, body, key: methodKey(method), inputs }
}

async function send({ api, forms, reference }: PayWork, request: PayRequest): Promise<PayOutcome> {
  const { shop } = request.visit
  const form = formOf(shop, reference)
  forms.unanswered.set(form, request)
  try {
    const payment = await api.pay(request.visit, request.body, reference)
    forms.unanswered.delete(form)
    return { payment }
  } catch (error) {
    if (isCertain(error)) {
      forms.unanswered.delete(form)
      return refusalOf(request, error)
    }
    // The shop has begun anew since it sent this form, or the platform is still at it.
    const payment = error instanceof PlatformRefusal ? await api.find(shop, reference) : undefined
    if (payment) return { payment }
    throw error
  }
}

/** Pays what a form says, once: whoever sends it again gets the payment that was made. */
export function payFrom(work: PayWork): Promise<PayOutcome> {
  const { api, forms, visit, reference } = work
  const form = formOf(visit.shop, reference)
  return forms.inTurn(form, async () => {
    const payment = await api.find(visit.shop, reference)
    if (payment) {
      forms.unanswered.delete(form)
      return { payment }
    }
    const request = forms.unanswered.get(form) ?? (await requestFrom(work))
    return 'problems' in request ? request : send(work, request)
  })
}
