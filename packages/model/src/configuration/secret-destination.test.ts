import { describe, expect, it } from 'vitest'
import { configTypes } from './config-types.ts'
import type { CredentialField } from './credential-field.ts'
import { secretDestinations } from './secret-destination.ts'

const declared = Object.entries(configTypes).flatMap(([type, { fields }]) =>
  (fields ?? []).map((field: CredentialField) => ({ type, field, fields: fields ?? [] })),
)

describe('every secret of a configuration', () => {
  it.each(
    declared.filter(({ field }) => field.secret).map((each) => [`${each.type}.${each.field.key}`, each]),
  )('%s says where it is sent', (_name, { field, fields }) => {
    expect(field.sentTo?.length).toBeGreaterThan(0)
    const keys = new Set(fields.map(({ key }) => key))
    for (const key of field.sentTo ?? []) expect(keys).toContain(key)
  })
})

it('every address of a KYC, fraud, 3-D Secure or token service says what it receives', () => {
  const services = ['KycProviderConfig', 'FraudProviderConfig', 'ThreeDsServerConfig', 'TokenNetworkConfig']
  const addresses = declared.filter(
    ({ type, field }) => services.includes(type) && field.validation === 'URL',
  )
  expect(addresses.map(({ field }) => field.receives)).toEqual(['IDENTITY', 'IDENTITY', 'CARD', 'CARD'])
})

describe('where a secret is sent', () => {
  const text = { type: 'STRING', scope: 'BOTH' } as const
  const template: readonly CredentialField[] = [
    { ...text, key: 'login', label: 'Login' },
    { ...text, key: 'endpoint', label: 'Address' },
    { ...text, key: 'password', label: 'Password', secret: true },
    { ...text, key: 'token', label: 'Token', secret: true, sentTo: ['login'] },
  ]
  const at = (document: object) => Object.fromEntries(secretDestinations(template, { ...document }))

  it('is every text of a template that does not say, and always the address', () => {
    const said = '"sentTo":{"endpoint":"https://a.example","login":"shop"}'
    expect(
      at({ accounts: { a: { login: 'shop', endpoint: 'https://a.example', password: 'p', token: 't' } } }),
    ).toEqual({
      'accounts.a.password': [`{"secret":"password",${said}}`],
      'accounts.a.token': [`{"secret":"token",${said}}`],
    })
  })

  it('is every account that has none of its own, for a secret at the root', () => {
    const found = at({
      password: 'p',
      login: 'root',
      accounts: { a: {}, b: { login: 'b' }, c: { login: 'c', password: 'own' } },
    })
    expect(found).toEqual({
      password: ['root', 'b'].map((login) => `{"secret":"password","sentTo":{"login":"${login}"}}`),
      'accounts.c.password': ['{"secret":"password","sentTo":{"login":"c"}}'],
    })
  })
})
