import { normalLocale } from '@signalbox/model/messages/message-locale'
import { mockCountries, userFrom } from '../merchant/mock-user.ts'
import type { OpenShop, Places } from '../traffic/traffic.ts'

/** Somebody who stands at the cashier of a shop, as the address of the page says it. */
export interface Visit {
  readonly shop: OpenShop
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly country: string
  readonly currency: string
  readonly locale: string
  /** Who they are in the shop. */
  readonly customer: string
  /** As it was typed; a comma is a point. */
  readonly amount: string
  /** The method somebody came for, by `methodKey`. */
  readonly method: string
}

/** The languages of the shop. Others come by the address, as the console writes it. */
export const shopLanguages = [
  { locale: 'en', name: 'English' },
  { locale: 'sv_SE', name: 'Svenska' },
  { locale: 'de_DE', name: 'Deutsch' },
] as const

export const longestCustomer = 40
const longestAmount = 30
const firstCustomer = 'shopper_1'
const firstAmounts: Readonly<Record<string, string>> = { SEK: '500', JPY: '5000' }

export const currenciesOf = ({ currencies }: OpenShop): readonly string[] =>
  currencies.length > 0 ? currencies : ['EUR']

export const homeOf = ({ country }: OpenShop): string => country ?? 'SWE'

/** Nothing is cut off an amount: what is left would be another one. */
function amountIn(said: URLSearchParams, currency: string): string {
  const amount = (said.get('amount') ?? firstAmounts[currency] ?? '50').trim().replace(',', '.')
  return amount.length > longestAmount ? '' : amount
}

const oneOf = (wanted: string | null, choices: readonly string[]): string | undefined =>
  wanted !== null && choices.includes(wanted) ? wanted : undefined

/** What cannot be read is as if it had not been said: an address is easily mistyped. */
export function readVisit({ shops }: Places, said: URLSearchParams): Visit | undefined {
  const shop = shops.find(({ merchantId }) => String(merchantId) === said.get('shop')) ?? shops[0]
  if (!shop) return undefined
  const currency = oneOf(said.get('currency'), currenciesOf(shop)) ?? currenciesOf(shop)[0] ?? 'EUR'
  return {
    shop,
    currency,
    direction: said.get('direction') === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT',
    country: oneOf(said.get('country'), mockCountries) ?? homeOf(shop),
    locale: normalLocale(said.get('locale') ?? '') ?? 'en',
    customer: said.get('customer')?.trim().slice(0, longestCustomer) || firstCustomer,
    amount: amountIn(said, currency),
    method: said.get('method') ?? '',
  }
}

/** The address of a page of the cashier; what is not changed stays. */
export function visitPath(visit: Visit, changes: Partial<Record<keyof Visit, string>> = {}): string {
  const { shop, method, ...rest } = visit
  const said = { shop: String(shop.merchantId), ...rest, ...(method && { method }), ...changes }
  return `/cashier?${new URLSearchParams(said).toString()}`
}

/** Who the merchant knows them as. Only those who live elsewhere have to say so. */
export const userIdOf = ({ customer, country, shop }: Visit): string =>
  country === homeOf(shop) ? customer : userFrom(customer, country)

export const shopName = ({ name, merchantId }: OpenShop): string => name ?? `Shop ${merchantId}`

/** As browsers and `Intl` know it. */
export const languageTag = (locale: string): string => locale.replaceAll('_', '-')
