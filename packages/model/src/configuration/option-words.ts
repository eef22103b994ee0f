import { rateServices } from '../money/rate-services.ts'

/** What the choices of our own forms are called; those of templates are shown as the template writes them. */
const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'integration.mode': { MOCK: 'Simulated merchant', STANDARD: 'Own system of the merchant' },
  'integration.auth': { NONE: 'Nothing', BASIC: 'Username and password', BEARER: 'Bearer token' },
  unavailableMethods: { SHOW: 'Show', HIDE: 'Hide' },
  oldRates: { EXCHANGE: 'Exchange', REFUSE: 'Refuse' },
  service: rateServices,
  groupSeparator: { SPACE: 'Space', NONE: 'None' },
  csvSeparator: { TAB: 'Tab' },
  kycStatus: { VERIFIED: 'Verified', NOT_VERIFIED: 'Not verified' },
}

export const optionText = (key: string, option: string): string => words[key]?.[option] ?? option
