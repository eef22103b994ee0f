import { isIban, passesLuhn } from '@signalbox/model/reference/account-number'
import { maskAccount, maskCardNumber, maskIban } from '@signalbox/model/text/masking'
import type { Fingerprint } from '@signalbox/server/payments/vault/fingerprint'
import { demoIin, type DemoIin } from '../demo-iin.ts'
import { Dice } from './dice.ts'
import type { Market } from './market.ts'

/** Something a user pays with, as far as anybody but the vault may know it. */
interface Account {
  readonly id: string
  readonly hash: string
  readonly masked: string
  readonly holder: string
  readonly card?: { readonly bin: string; readonly expiry: string; readonly facts: DemoIin }
  readonly iban?: string
  readonly bic?: string
  readonly bankCountry?: string
  readonly wallet?: string
}

export interface Person {
  readonly userId: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly emailHash: string
  readonly phone: string
  readonly birthDate: string
  readonly city: string
  readonly country: string
  readonly locale: string
  readonly currency: string
  readonly isVip: boolean
  readonly isVerified: boolean
  readonly ip: string
  readonly ipCountry: string
  readonly deviceId: string
  readonly userAgent: string
  accountFor(providerType: string): Account | undefined
}

interface Home {
  readonly cities: readonly string[]
  readonly locale: string
  readonly first: readonly string[]
  readonly last: readonly string[]
  readonly network: string
  readonly networkCountry: string
  readonly bank: readonly [country: string, bic: string, digits: number]
}

const nordic = {
  first: 'Alma Axel Elsa Emil Freja Gustav Hanna Isak Julia Karl Linnea Magnus Nils Olivia Per Sara'.split(
    ' ',
  ),
  last: 'Andersson Berg Dahl Ekström Fors Gran Holm Isaksson Johansson Lind Nyman Sandberg Wallin'.split(' '),
}
const finnish = {
  first: 'Aino Antti Eero Eeva Helmi Ilmari Juhani Kaisa Lauri Maija Mikko Oona Pekka Sanna Tuomas'.split(
    ' ',
  ),
  last: 'Aalto Heikkinen Järvinen Korhonen Koskinen Laine Lehtonen Mäkelä Nieminen Salmi Virtanen'.split(' '),
}
const western = {
  first: 'Anna Ben Clara David Emma Felix Grace Hugo Isabel Jack Laura Max Nina Oliver Paula Tom'.split(' '),
  last: 'Becker Clarke Fischer Garcia Hughes Keller Martin Novak Palmer Russo Schmidt Vella Wagner'.split(
    ' ',
  ),
}
const japanese = {
  first: 'Akira Aoi Haruto Hina Kenji Mei Ren Sakura Sota Yui'.split(' '),
  last: 'Ito Kato Kobayashi Nakamura Sato Suzuki Tanaka Watanabe Yamada Yoshida'.split(' '),
}

const sweden = { network: '192.0.2.', networkCountry: 'SWE', bank: ['SE', 'ESSESESS', 20] } as const
const finland = { network: '2001:db8:358::', networkCountry: 'FIN', bank: ['FI', 'NDEAFIHH', 14] } as const
const norway = { network: '2001:db8:47::', networkCountry: 'NOR', bank: ['NO', 'DNBANOKK', 11] } as const
const germany = { network: '198.51.100.', networkCountry: 'DEU', bank: ['DE', 'DEUTDEFF', 18] } as const
const britain = { network: '81.2.69.', networkCountry: 'GBR', bank: ['GB', 'BARCGB22', 18] } as const
const america = { network: '203.0.113.', networkCountry: 'USA', bank: ['DE', 'DEUTDEFF', 18] } as const

const homes: Readonly<Record<string, Home>> = {
  SWE: { ...nordic, ...sweden, cities: ['Stockholm', 'Göteborg', 'Malmö', 'Uppsala'], locale: 'sv_SE' },
  NOR: { ...nordic, ...norway, cities: ['Oslo', 'Bergen', 'Trondheim'], locale: 'nb_NO' },
  FIN: { ...finnish, ...finland, cities: ['Helsinki', 'Tampere', 'Turku', 'Oulu'], locale: 'fi_FI' },
  EST: { ...finnish, ...finland, cities: ['Tallinn', 'Tartu'], locale: 'et_EE' },
  DEU: { ...western, ...germany, cities: ['Berlin', 'Hamburg', 'Köln', 'Leipzig'], locale: 'de_DE' },
  AUT: { ...western, ...germany, cities: ['Wien', 'Graz'], locale: 'de_AT' },
  NLD: { ...western, ...germany, cities: ['Amsterdam', 'Utrecht'], locale: 'nl_NL' },
  ESP: { ...western, ...germany, cities: ['Madrid', 'Valencia', 'Sevilla'], locale: 'es_ES' },
  MLT: { ...western, ...germany, cities: ['Valletta', 'Sliema'], locale: 'en_MT' },
  GBR: { ...western, ...britain, cities: ['London', 'Leeds', 'Glasgow', 'Bristol'], locale: 'en_GB' },
  USA: { ...western, ...america, cities: ['Chicago', 'Denver', 'Austin'], locale: 'en_US' },
  JPN: { ...japanese, ...america, cities: ['Tokyo', 'Osaka', 'Nagoya'], locale: 'ja_JP' },
}

const agents = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.4 Safari/605.1.15',
]

const rangesByCountry = new Map<string, DemoIin[]>()
// Numbers the sandbox answers to in its own way are left to those who try it.
for (const range of demoIin.filter(({ from }) => !/^(4[012]|5555|5105|5200|3|6)/.test(String(from))))
  rangesByCountry.set(range.country, [...(rangesByCountry.get(range.country) ?? []), range])

/** Users have had their accounts since before the history begins. */
const accountsSince = Date.UTC(2025, 0, 15)

function cardOf(dice: Dice, country: string): { pan: string; facts: DemoIin } {
  const facts = dice.pick(rangesByCountry.get(country) ?? rangesByCountry.get('SWE') ?? [])
  const body = String(facts.from).slice(0, 6) + dice.digits(9)
  const pan = Array.from({ length: 10 }, (_, digit) => `${body}${digit}`).find(passesLuhn)
  return { pan: pan ?? `${body}0`, facts }
}

function ibanOf(dice: Dice, [country, , length]: Home['bank']): string {
  const bank = country === 'GB' ? 'BARC' : ''
  const account = bank + dice.digits(length - bank.length)
  for (let check = 2; check <= 98; check++) {
    const iban = `${country}${String(check).padStart(2, '0')}${account}`
    if (isIban(iban)) return iban
  }
  throw new Error(`${account} has no check digits`)
}

const countriesOfBanks: Readonly<Record<string, string>> = {
  SE: 'SWE',
  FI: 'FIN',
  NO: 'NOR',
  DE: 'DEU',
  GB: 'GBR',
}

const cardMethods = new Set(['CREDITCARD', 'APPLEPAY', 'GOOGLEPAY'])
const bankMethods = new Set(['BANKIBAN', 'TRUSTLY'])
const walletMethods = new Set(['SKRILL', 'NETELLER', 'PAYPAL'])

const kinds = ['CREDITCARD', 'BANKIBAN', 'SKRILL', 'NETELLER', 'PAYPAL']

function kindOf(providerType: string): string {
  if (cardMethods.has(providerType)) return 'CREDITCARD'
  return bankMethods.has(providerType) ? 'BANKIBAN' : providerType
}

interface AccountUser {
  readonly no: number
  readonly country: string
  readonly name: string
  readonly email: string
  readonly home: Home
}

function accountOf(
  dice: Dice,
  print: Fingerprint,
  user: AccountUser,
  providerType: string,
): Account | undefined {
  // A moment of its own for every account of a merchant: dice alone fall the same way for two of a hundred thousand.
  const openedMs = accountsSince + user.no * kinds.length + kinds.indexOf(providerType)
  const base = { id: dice.uuid(openedMs), holder: user.name }
  if (cardMethods.has(providerType)) {
    const { pan, facts } = cardOf(dice, user.country)
    const expiry = `20${dice.between(28, 31)}-${String(dice.between(1, 12)).padStart(2, '0')}`
    const card = { bin: pan.slice(0, 6), expiry, facts }
    return { ...base, hash: print('ACCOUNT', pan), masked: maskCardNumber(pan), card }
  }
  if (bankMethods.has(providerType)) {
    const iban = ibanOf(dice, user.home.bank)
    const bankCountry = countriesOfBanks[iban.slice(0, 2)] ?? user.country
    const bank = { iban, bic: user.home.bank[1], bankCountry }
    return { ...base, hash: print('ACCOUNT', iban), masked: maskIban(iban), ...bank }
  }
  if (!walletMethods.has(providerType)) return undefined
  const wallet = `${providerType.toLowerCase()}.${user.email}`
  return { ...base, hash: print('ACCOUNT', wallet), masked: maskAccount(wallet), wallet }
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

/** The same number is the same user with the same accounts, in whichever history they appear. */
export function personOf(market: Market, no: number, print: Fingerprint): Person {
  const dice = new Dice(market.merchantId, no)
  const country = dice.weighted(market.countries)
  const home = homes[country]
  if (!home) throw new Error(`Nobody knows what people in ${country} are called`)
  const [firstName, lastName] = [dice.pick(home.first), dice.pick(home.last)]
  const email = `${plain(firstName)}.${plain(lastName)}${no}@mail.example`
  const year = dice.between(1955, 2004)
  const monthAndDay = `${String(dice.between(1, 12)).padStart(2, '0')}-${String(dice.between(1, 28)).padStart(2, '0')}`
  const known = new Map<string, Account | undefined>()
  const user = { no, country, home, email, name: `${firstName} ${lastName}` }
  return {
    userId: `player-${no}`,
    firstName,
    lastName,
    email,
    emailHash: print('EMAIL', email),
    phone: `+46${dice.digits(9)}`,
    birthDate: `${year}-${monthAndDay}`,
    city: dice.pick(home.cities),
    country,
    locale: home.locale,
    currency: dice.weighted(market.currencies[country] ?? { EUR: 1 }),
    isVip: dice.happens(0.06),
    isVerified: dice.happens(0.86),
    ip: `${home.network}${dice.between(1, 254)}`,
    ipCountry: home.networkCountry,
    deviceId: dice.digits(16),
    userAgent: dice.pick(agents),
    accountFor(providerType) {
      // Phones pay with the card that is in them; a bank account is the same whoever asks for it.
      const kind = kindOf(providerType)
      if (!known.has(kind)) {
        const accountDice = new Dice(market.merchantId, no, kinds.indexOf(kind))
        known.set(kind, accountOf(accountDice, print, user, kind))
      }
      return known.get(kind)
    },
  }
}
