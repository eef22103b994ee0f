import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { amountRangeText, periodText, rangeText } from './bounds.ts'
import type { Condition, ConditionOf } from './condition.ts'
import { currencyNames } from './currency-names.ts'
import { hoursText } from './hours-text.ts'
import { alternatives, joined, noneOf } from './lists.ts'
import { patternText } from './pattern-text.ts'
import { truthText } from './truths.ts'
import { verdictText } from './verdicts.ts'
import { valueName, type Wording } from './wording.ts'

const several = new Set(['pspUsedBefore', 'pepsSanctions'])

/** Facts that hold several values at once. */
export const holdsSeveral = ({ key }: FactDeclaration): boolean => several.has(key)

/** Facts that say their value rather than being it. */
const verbs: Readonly<Record<string, readonly [positive: string, negative: string]>> = {
  kycAgeStatus: ['says', 'does not say'],
  kycIdStatus: ['says', 'does not say'],
  kycAddressStatus: ['says', 'does not say'],
}

const plurals: Readonly<Record<string, string>> = {
  COUNTRY: 'countries',
  CURRENCY: 'currencies',
  account: 'accounts',
  binIssuer: 'issuers',
  email: 'addresses',
  initiatedPsp: 'PSPs',
  initiatedPspAccount: 'accounts',
  internalKycStatus: 'statuses',
  kycProvider: 'providers',
  locale: 'locales',
  market: 'markets',
  psp: 'PSPs',
  pspStatusCode: 'codes',
  pspUsedBefore: 'PSPs',
  txState: 'statuses',
  txStatusCode: 'codes',
  txTag: 'tags',
  userCity: 'cities',
}

/** What more than three values of a column are called together. */
export const pluralOf = ({ key, type }: FactDeclaration): string => plurals[key] ?? plurals[type] ?? 'values'

export const namesOf = (
  fact: FactDeclaration,
  values: readonly string[],
  wording: Wording,
): readonly string[] => values.map((value) => valueName(fact, value, wording))

/** `A, B or C` in the words of the column. */
export const anyOf = (fact: FactDeclaration, values: readonly string[], wording: Wording): string =>
  fact.type === 'CURRENCY'
    ? currencyNames(values)
    : alternatives(namesOf(fact, values, wording), pluralOf(fact))

/** What has to hold, as a clause that may follow "when". Every column can be said this way. */
export function clauseOf(condition: Condition, fact: FactDeclaration, wording: Wording): string {
  const { formats } = wording
  switch (condition.kind) {
    case 'values':
      return (
        (condition.by === 'equality' && verdictText(fact, condition.values, condition.negative)) ||
        `${fact.phrase} ${valuesPredicate(condition, fact, wording)}`
      )
    case 'entry':
      return `${entryName(fact, condition.key)} ${isOneOf(condition, fact, wording)}`
    case 'pattern':
      return `${fact.phrase} ${patternText(condition.pattern, condition.negative ? 'negative' : 'positive')}`
    case 'range':
      return fact.shape === 'INSTANT'
        ? `it is ${periodText(condition, formats) || 'any time'}`
        : `${fact.phrase} is ${rangeText(condition, fact, formats) || 'known'}`
    case 'amounts':
      return `${fact.phrase} is ${amountRangeText(condition, formats) || 'known'}`
    case 'truth':
      return truthText(fact, !condition.negative)
    case 'presence': {
      const name = condition.key === undefined ? fact.phrase : entryName(fact, condition.key)
      return `${name} is ${condition.negative ? 'not given' : 'given'}`
    }
    case 'agreement':
      return `${sourcesText(condition.sources, fact)} ${condition.negative ? 'differ' : 'are the same'}`
    case 'hours':
      return `it is ${hoursText(condition)}`
  }
}

/** `the request attribute “bonus”`. */
export const entryName = ({ key, phrase }: FactDeclaration, entry: string): string =>
  key === 'lastTxWithPsp' ? `${phrase} ${entry}` : `${phrase} “${entry}”`

/** `the countries of the IP address and the registration`. */
export function sourcesText(sources: readonly string[], fact: FactDeclaration): string {
  const names = sources.map((source) => {
    const label = fact.options?.[source] ?? source
    return `the ${label.startsWith('IP') ? label : label.toLowerCase()}`
  })
  return `${fact.phrase} of ${joined(names, 'and')}`
}

function valuesPredicate(condition: ConditionOf<'values'>, fact: FactDeclaration, wording: Wording): string {
  const { by, negative, values } = condition
  if (by === 'equality') return isOneOf(condition, fact, wording)
  const list = alternatives(values, by === 'network' ? 'networks' : 'beginnings')
  if (by === 'network') return `is ${negative ? 'not ' : ''}in ${list}`
  return `${negative ? 'does not begin' : 'begins'} with ${list}`
}

function isOneOf(
  { negative, values }: Pick<ConditionOf<'values'>, 'negative' | 'values'>,
  fact: FactDeclaration,
  wording: Wording,
): string {
  const [is, isNot] = holdsSeveral(fact)
    ? ['include', 'do not include']
    : (verbs[fact.key] ?? ['is', 'is not'])
  if (!negative) return `${is} ${anyOf(fact, values, wording)}`
  const names = namesOf(fact, values, wording)
  if (names.length > 1) return `${is} ${noneOf(names, pluralOf(fact))}`
  // "is not Verified" and "is Not verified" would differ by a capital letter only.
  return fact.options ? `${is} anything but ${joined(names, 'or')}` : `${isNot} ${joined(names, 'or')}`
}
