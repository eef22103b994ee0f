import type { ApiScope } from '@signalbox/model/entities/api-client'
import { insertClient, insertSecret } from '@signalbox/server/setup/api-client/client-store'
import type { PasswordHasher } from '@signalbox/server/people/identity/password-hasher'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'

export const demoClientSecret = 'demo-client-secret'

const scopes: ApiScope[] = [
  'payments:read',
  'payments:write',
  'payments:operate',
  'accounts:read',
  'accounts:write',
  'kyc:check',
  'vouchers:redeem',
]

export const demoClients = [
  { merchantId: 100010001, clientId: 'demo-client', name: 'Web shop, Sweden' },
  { merchantId: 100010002, clientId: 'demo-client-2', name: 'Web shop, Finland' },
] as const

const yearMs = 365 * 24 * 60 * 60 * 1000

/** The clients everybody may try the public API with. Their secret is published, so it never runs out. */
export async function seedApiClients(
  { tx, newId, now }: UnitOfWork,
  hasher: Pick<PasswordHasher, 'hash'>,
): Promise<void> {
  const hash = await hasher.hash(demoClientSecret)
  const expiresAt = new Date(now.getTime() + 20 * yearMs)
  for (const client of demoClients) {
    const { merchantId } = client
    const apiClientId = newId()
    await insertClient(tx, {
      ...client,
      id: apiClientId,
      description: 'Calls the public API in examples and for the demo traffic',
      scopes,
      accessTokenTtl: 3600,
      ipAllowlist: [],
      rateLimit: 1000,
      state: 'ACTIVE',
      secretExpiresAt: expiresAt,
      lastUsedIp: null,
      createdBy: 'system',
      version: 1,
      createdAt: now,
      updatedAt: now,
      updatedBy: 'system',
    })
    await insertSecret(tx, {
      merchantId,
      id: newId(),
      apiClientId,
      hash,
      last4: demoClientSecret.slice(-4),
      state: 'ACTIVE',
      createdAt: now,
      createdBy: 'system',
      expiresAt,
    })
  }
}
