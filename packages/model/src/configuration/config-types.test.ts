import { expect, it } from 'vitest'
import { configTypes } from './config-types.ts'
import { isDestination, type CredentialField } from './credential-field.ts'

/** Browsers of users and staff go there, the server never does. */
const forBrowsers = /^(urls|externalUrls)\./

const looksLikeAddress = ({ key, validation, pattern = '', label }: CredentialField): boolean =>
  validation === 'URL' || pattern.includes('://') || /ur[li]|endpoint/i.test(key) || label === 'Address'

it('every field with an address says that the server connects to it, unless only browsers do', () => {
  const fields = Object.values(configTypes).flatMap((type): readonly CredentialField[] => type.fields ?? [])
  const unsaid = fields
    .filter((field) => looksLikeAddress(field) && !isDestination(field) && !forBrowsers.test(field.key))
    .map(({ key }) => key)
  expect(unsaid).toEqual([])
  expect(fields.filter(isDestination).map(({ key }) => key)).toEqual(
    expect.arrayContaining(['integration.url', 'endpoint', 'url', 'smtpUrl']),
  )
})
