import { createHash } from 'node:crypto'

/** Who a user of the mock merchant is. The same id is always the same person. */
export interface MockUser {
  readonly userCat: string
  readonly kycStatus: string
  readonly sex: 'FEMALE' | 'MALE'
  readonly firstName: string
  readonly lastName: string
  readonly street: string
  readonly city: string
  readonly zip: string
  readonly country: string
  readonly email: string
  readonly dob: string
  readonly mobile: string
  readonly locale: string
}

/** What the merchant tells about users beyond who they are; their names say of which. */
const told: readonly (readonly [prefix: string, attributes: Readonly<Record<string, string>>])[] = [
  ['limited-', { limits: '1.00..50.00' }],
  ['business-', { vatId: 'SE556012579001', market: 'B2B' }],
  ['abuse-', { suspectedAbuse: 'true', market: 'NORDIC' }],
]

export const mockAttributes = (userId: string): Readonly<Record<string, string>> =>
  told.find(([prefix]) => userId.startsWith(prefix))?.[1] ?? {}

const women = ['Alva', 'Ebba', 'Greta', 'Ida', 'Klara', 'Maja', 'Saga', 'Tilda']
const men = ['Birger', 'David', 'Filip', 'Hugo', 'Johan', 'Leo', 'Nils', 'Olle']
const lastNames = [
  'Andersson',
  'Berg',
  'Dahl',
  'Eriksson',
  'Forsberg',
  'Hansen',
  'Kallio',
  'Laine',
  'Moen',
  'Nyman',
]

interface Home {
  readonly country: string
  readonly city: string
  readonly zip: string
  readonly street: string
  readonly locale: string
  readonly dial: string
}

const sweden: Home = {
  country: 'SWE',
  city: 'Stockholm',
  zip: '11122',
  street: 'Vasagatan',
  locale: 'sv_SE',
  dial: '+4670',
}
const finland: Home = {
  country: 'FIN',
  city: 'Helsinki',
  zip: '00100',
  street: 'Mannerheimintie',
  locale: 'fi_FI',
  dial: '+35840',
}
const malta: Home = {
  country: 'MLT',
  city: 'Sliema',
  zip: 'SLM1030',
  street: 'Tower Road',
  locale: 'en_MT',
  dial: '+3567',
}

const germany: Home = {
  country: 'DEU',
  city: 'Berlin',
  zip: '10115',
  street: 'Invalidenstraße',
  locale: 'de_DE',
  dial: '+49170',
}
const britain: Home = {
  country: 'GBR',
  city: 'London',
  zip: 'EC1A 1BB',
  street: 'Long Lane',
  locale: 'en_GB',
  dial: '+447',
}

/** The brands of the demo have their users where they trade. */
const homes: Readonly<Record<number, Home>> = { 100010002: finland, 100010003: malta }

const byCountry: ReadonlyMap<string, Home> = new Map(
  [sweden, finland, malta, germany, britain].map((home) => [home.country, home]),
)
/** Where customers of a shop may live. */
export const mockCountries: readonly string[] = [...byCountry.keys()]

/** Who lives elsewhere says so at the end of the id: `anna.deu`. */
export const userFrom = (userId: string, country: string): string => `${userId}.${country.toLowerCase()}`

const homeOf = (merchantId: number, userId: string): Home =>
  byCountry.get(/\.([a-z]{3})$/.exec(userId)?.[1]?.toUpperCase() ?? '') ?? homes[merchantId] ?? sweden

export function mockUser(merchantId: number, userId: string): MockUser {
  const digest = createHash('sha256').update(userId).digest()
  const pick = <T>(items: readonly T[], at: number): T => items[(digest[at] ?? 0) % items.length] as T
  const home = homeOf(merchantId, userId)
  const woman = (digest[0] ?? 0) % 2 === 0
  const [firstName, lastName] = [pick(woman ? women : men, 1), pick(lastNames, 2)]
  const year = userId.startsWith('kyc-underage') ? 2012 : 1960 + ((digest[3] ?? 0) % 40)
  const twoDigits = (value: number): string => String(value).padStart(2, '0')
  return {
    // Every tenth of the numbered users is a large player.
    userCat: /^user_\d*0$/.test(userId) ? 'VIP' : 'STANDARD',
    kycStatus: userId.startsWith('kyc-') ? 'NOT_VERIFIED' : 'VERIFIED',
    sex: woman ? 'FEMALE' : 'MALE',
    firstName,
    lastName,
    street: `${home.street} ${1 + ((digest[4] ?? 0) % 120)}`,
    city: home.city,
    zip: home.zip,
    country: home.country,
    email: `${userId.toLowerCase().replace(/[^a-z0-9.-]/g, '-')}@players.example`,
    dob: `${year}-${twoDigits(1 + ((digest[5] ?? 0) % 12))}-${twoDigits(1 + ((digest[6] ?? 0) % 28))}`,
    mobile: `${home.dial}${String(1_000_000 + ((digest.readUInt32BE(7) ?? 0) % 9_000_000))}`,
    locale: home.locale,
  }
}
