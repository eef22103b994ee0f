import { expect, it } from 'vitest'
import { checkValue } from './check-value.ts'
import { configTypes } from './config-types.ts'
import { isDestination, type CredentialField } from './credential-field.ts'

/** Browsers of users and staff go there, the server never does. */
const forBrowsers = /^(urls|externalUrls)\./

const looksLikeAddress = ({ key, validation, pattern = '', label }: CredentialField): boolean =>
  validation === 'URL' || pattern.includes('://') || /ur[li]|endpoint/i.test(key) || label === 'Address'

const allFields = Object.values(configTypes).flatMap((type): readonly CredentialField[] => type.fields ?? [])

/** Percentages; everything else is counted: years, minutes, pieces. */
const withFractions = ['marginPct', 'recon.fxTolerancePct']

it('every number has a least and a most, and is a whole one unless it is a percentage', () => {
  const numbers = allFields.filter(({ type }) => type === 'NUMBER')
  expect(numbers.map(({ key }) => key)).toContain('gdpr.retentionYears')
  for (const field of numbers) {
    const { key, min = Number.NaN, max = Number.NaN } = field
    const fraction = withFractions.includes(key) ? undefined : 'Must be a whole number'
    expect([key, checkValue(field, min + 0.5)]).toEqual([key, fraction])
    expect([key, checkValue(field, min), checkValue(field, max)]).toEqual([key, undefined, undefined])
    expect([key, checkValue(field, min - 1)]).toEqual([key, `Must be at least ${min}`])
    expect([key, checkValue(field, max + 1)]).toEqual([key, `Must be at most ${max}`])
  }
})

it('every field with an address says that the server connects to it, unless only browsers do', () => {
  const unsaid = allFields
    .filter((field) => looksLikeAddress(field) && !isDestination(field) && !forBrowsers.test(field.key))
    .map(({ key }) => key)
  expect(unsaid).toEqual([])
  expect(allFields.filter(isDestination).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['integration.url', 'endpoint', 'url', 'smtpUrl']),
  )
})
