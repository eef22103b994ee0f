import { joined, words } from './lists.ts'
import { hours, period } from './payments-subject.ts'
import { listed, named, type Unsaid, type Write } from './unsaid.ts'

const nouns: Readonly<Record<string, string>> = {
  USER_FEE: 'user fees',
  PROVIDER_FEE: 'provider fees',
  PRODUCT: 'products',
  INVOICE_LINE: 'invoice lines',
}

const buyers: Readonly<Record<string, string>> = { B2B: 'businesses', B2C: 'consumers' }

const namedBy =
  (names: Readonly<Record<string, string>>): Write =>
  ({ condition }) =>
    condition.kind === 'values' && !condition.negative
      ? joined(
          condition.values.map((value) => names[value] ?? value),
          'or',
        )
      : undefined

const vatId: Write = ({ condition }) =>
  condition.kind === 'presence' ? `${condition.negative ? 'without' : 'with'} a VAT id` : undefined

export const taxedNoun = (unsaid: Unsaid): string => unsaid.say('subject', namedBy(nouns)) ?? 'taxed items'

/** `to businesses in the EU with a VAT id from sellers in Malta`. */
export function taxedModifiers(unsaid: Unsaid): string {
  const category = unsaid.say('productCategory', named('of', 'category', 'categories'))
  const kind = unsaid.say('customerType', namedBy(buyers))
  const buyer = words(unsaid.say('userCountry', listed('in {0}', 'outside {0}')), unsaid.say('vatId', vatId))
  return words(
    category,
    (kind || buyer) && words('to', kind ?? 'buyers', buyer),
    unsaid.say('sellerCountry', listed('from sellers in {0}', 'from sellers outside {0}')),
    unsaid.say('validPeriod', period),
    unsaid.say('schedule', hours),
  )
}
