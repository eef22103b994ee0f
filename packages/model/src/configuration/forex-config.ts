import { defaultRateService, rateServices } from '../money/rate-services.ts'
import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const
const ppmOfPercent = 10_000

/** What exchanging money costs, and how far old rates are trusted. */
export const forexFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'marginPct',
    label: 'Margin on every exchange (%)',
    type: 'NUMBER',
    min: 0,
    max: 20,
    default: 0,
    help: 'On top of the margin of the exchange rule',
  },
  {
    ...root,
    key: 'maxAgeHours',
    label: 'Rates are old after (hours)',
    type: 'NUMBER',
    whole: true,
    min: 1,
    max: 720,
    default: 36,
    help: 'Applies to imported rates. Rates set by hand do not expire.',
  },
  {
    ...root,
    key: 'oldRates',
    label: 'With an old rate',
    type: 'LIST',
    options: ['EXCHANGE', 'REFUSE'],
    default: 'EXCHANGE',
    help: 'A payment refused for its currency may be sent to another provider',
  },
  {
    ...root,
    key: 'service',
    label: 'Rate service',
    type: 'LIST',
    options: Object.keys(rateServices),
    default: defaultRateService,
    help: 'Used where the exchange rule names no other service',
  },
  {
    ...root,
    key: 'ownRates',
    label: 'Import rates for this merchant',
    type: 'BOOLEAN',
    default: false,
    help: 'They apply before those of the merchants above, and are removed with these settings',
  },
]

export interface ForexConfig {
  readonly marginPpm: number
  readonly maxAgeHours: number
  readonly refuseOldRates: boolean
  readonly service: string
  /** Rates are imported for the merchant itself. */
  readonly ownRates: boolean
}

export function forexConfigOf(document: Readonly<Record<string, unknown>>): ForexConfig {
  const { marginPct = 0, maxAgeHours = 36, oldRates, service, ownRates } = document
  return {
    marginPpm: Math.round(Number(marginPct) * ppmOfPercent),
    maxAgeHours: Number(maxAgeHours),
    refuseOldRates: oldRates === 'REFUSE',
    service: typeof service === 'string' ? service : defaultRateService,
    ownRates: ownRates === true,
  }
}
