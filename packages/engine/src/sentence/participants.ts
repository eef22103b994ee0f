import { alternatives, exceptions, joined, mostInFull, words } from './lists.ts'
import { patternText } from './pattern-text.ts'
import { beginning, either, listed, named, ranged, short, type Unsaid, type Write } from './unsaid.ts'

const brandNames: Readonly<Record<string, string>> = {
  VISA: 'Visa',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  DISCOVER: 'Discover',
  UNIONPAY: 'UnionPay',
}

const brands: Write = ({ condition }) => {
  if (condition.kind !== 'values') return undefined
  const names = condition.values.map((value) => brandNames[value] ?? value)
  return condition.negative
    ? `of any brand but ${exceptions(names, 'brands')}`
    : `${names.length > mostInFull ? 'of ' : ''}${alternatives(names, 'brands')}`
}

const types: Write = (said, wording) =>
  either(short(listed('{0}')), named('of', 'type'))(said, wording)?.toLowerCase()

/** What is meant stands before the noun if it is short; what is left out after it. */
const adjective =
  (write: Write): Write =>
  (said, wording) =>
    'negative' in said.condition && said.condition.negative ? undefined : short(write)(said, wording)

/** `with Visa or Mastercard cards issued in the EEA`. */
export function cards(unsaid: Unsaid): string | undefined {
  const kind = words(unsaid.say('binBrand', adjective(brands)), unsaid.say('binType', adjective(types)))
  const rest = words(
    unsaid.say('binBrand', brands),
    unsaid.say('binType', types),
    unsaid.say('binCategory', named('of', 'category', 'categories')),
    unsaid.say('binIssuer', listed('issued by {0}')),
    unsaid.say('binIssuerCountry', listed('issued in {0}', 'issued outside {0}')),
    unsaid.say(
      'bin',
      either(
        beginning('whose number begins with {0}', 'whose number does not begin with {0}'),
        ranged('whose BIN is {0}'),
      ),
    ),
  )
  return kind || rest ? words('with', kind, 'cards', rest) : undefined
}

/** `with a bank in Sweden with a BIC beginning with TESTSE`. */
export const banks = (unsaid: Unsaid): string =>
  words(
    unsaid.say('bankCountry', listed('with a bank in {0}', 'with a bank outside {0}')),
    unsaid.say('bic', either(named('with', 'BIC'), beginning('with a BIC beginning with {0}'))),
    unsaid.say('iban', beginning('with an IBAN beginning with {0}')),
  )

/** `by VIP users from Finland`, `by user 4711`. */
export function users(unsaid: Unsaid): string {
  const kind = unsaid.say('userCategory', short(listed('{0}')))
  const rest = words(
    unsaid.say('userCategory', named('of', 'category', 'categories')),
    unsaid.say('userCountry', listed('from {0}', 'from outside {0}')),
    unsaid.say('userAge', ranged('aged {0}')),
  )
  const described = kind || rest ? words('by', kind, 'users', rest) : ''
  const ids = described ? listed('with id {0}', 'other than {0}') : named('by', 'user')
  const whose = unsaid.say('userId', either(beginning('whose id begins with {0}'), idPattern))
  return words(
    whose && !described ? 'by users' : described,
    whose ?? unsaid.say('userId', ids),
    unsaid.say('excludedUserIds', whose ? listed('', 'other than {0}') : ids),
  )
}

const idPattern: Write = ({ condition }) =>
  condition.kind === 'pattern'
    ? `whose id ${patternText(condition.pattern, condition.negative ? 'negative' : 'positive')}`
    : undefined

const networks: Write = ({ condition }) => {
  if (condition.kind !== 'values' || condition.by !== 'network') return undefined
  return condition.negative
    ? `outside ${exceptions(condition.values, 'networks')}`
    : `in ${alternatives(condition.values, 'networks')}`
}

/** `from IP addresses in the United States`. */
export function addresses(unsaid: Unsaid): string | undefined {
  const places = [
    unsaid.say('ipCountry', listed('in {0}', 'outside {0}')),
    unsaid.say('ipAddress', networks),
  ].flatMap((place) => place ?? [])
  return places.length > 0 ? `from IP addresses ${joined(places, 'and')}` : undefined
}
