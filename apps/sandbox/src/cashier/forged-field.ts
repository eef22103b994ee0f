import { fillPlaceholders } from '@signalbox/model/messages/placeholders'
import { mockCountries } from '../merchant/mock-user.ts'
import type { Places } from '../traffic/traffic.ts'
import { shopWords } from './shop-words.ts'
import { currenciesOf, homeOf, longestCustomer } from './visit.ts'

type HiddenField = 'shop' | 'currency' | 'direction' | 'country' | 'customer' | 'reference'

export const isReference = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** An address may be mistyped and is guessed; a form says what its page put there, or somebody else wrote it. */
function forgedField({ shops }: Places, said: URLSearchParams): HiddenField | undefined {
  const of = (name: HiddenField): string => said.get(name) ?? ''
  const shop = shops.find(({ merchantId }) => String(merchantId) === of('shop'))
  if (!shop) return 'shop'
  const customer = of('customer').trim()
  const isRight: Readonly<Record<Exclude<HiddenField, 'shop'>, boolean>> = {
    currency: currenciesOf(shop).includes(of('currency')),
    direction: ['DEPOSIT', 'WITHDRAWAL'].includes(of('direction')),
    country: [homeOf(shop), ...mockCountries].includes(of('country')),
    customer: customer !== '' && customer.length <= longestCustomer,
    reference: isReference(of('reference')),
  }
  const names = Object.keys(isRight) as (keyof typeof isRight)[]
  return names.find((name) => !isRight[name])
}

/** What is told about a form that did not come from our page as it was. */
export function forgeryText(
  places: Places,
  said: URLSearchParams,
  locale: string,
  without?: HiddenField,
): string | undefined {
  const field = forgedField(places, said)
  if (field === undefined || field === without) return undefined
  const words = shopWords(locale)
  return fillPlaceholders(words.forged, [words[field]])
}
