import { currencyOf } from '@signalbox/model/reference/currencies'
import { alternatives, joined } from './lists.ts'

/** English plurals of the nouns currencies are named by. A currency whose noun is not here is called by its code. */
const plurals: Readonly<Record<string, string>> = {
  Baht: 'baht',
  Dinar: 'dinars',
  Dirham: 'dirhams',
  Dollar: 'dollars',
  Euro: 'euros',
  Forint: 'forints',
  Franc: 'francs',
  Hryvnia: 'hryvnias',
  Koruna: 'korunas',
  Krona: 'kronor',
  Krone: 'kroner',
  Króna: 'krónur',
  Leu: 'lei',
  Lira: 'lira',
  Peso: 'pesos',
  Pound: 'pounds',
  Rand: 'rand',
  Real: 'reais',
  Rial: 'rials',
  Ringgit: 'ringgit',
  Riyal: 'riyals',
  Ruble: 'rubles',
  Rupee: 'rupees',
  Rupiah: 'rupiah',
  Shekel: 'shekels',
  Shilling: 'shillings',
  Won: 'won',
  Yen: 'yen',
  Yuan: 'yuan',
  Złoty: 'złotys',
  Đồng: 'đồng',
}

interface CurrencyName {
  readonly adjective: string
  readonly noun: string
}

function nameOf(code: string): CurrencyName {
  if (code === 'GBP') return { adjective: 'British', noun: 'pounds' }
  const words = currencyOf(code)?.name.split(' ') ?? []
  const noun = plurals[words.at(-1) ?? '']
  return noun ? { adjective: words.slice(0, -1).join(' '), noun } : { adjective: '', noun: code }
}

const inFull = ({ adjective, noun }: CurrencyName): string => (adjective ? `${adjective} ${noun}` : noun)

/** `Norwegian or Danish kroner`: what several currencies have in common is said once. */
export function currencyNames(codes: readonly string[]): string {
  const names = codes.map(nameOf)
  const [first, ...others] = names
  const isShared = first?.adjective && others.length > 0 && others.every(({ noun }) => noun === first.noun)
  if (isShared && names.length <= 3) {
    return `${joined(
      names.map(({ adjective }) => adjective),
      'or',
    )} ${first.noun}`
  }
  return alternatives(names.map(inFull), 'currencies')
}
