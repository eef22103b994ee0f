import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { brand, platform } from './cast.ts'

export const publicKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()

let clients = 0
/** A client, made by one person with a secret made by another where that is said. */
export async function apiClient(maker: Client, holder: Client = maker, merchantId = brand) {
  const of = `merchantId=${merchantId}`
  const made = await maker.post(`/api-client?${of}`, {
    name: `Client ${++clients}`,
    scopes: ['payments:read', 'payments:write', 'payments:operate'],
  })
  expect(made.status, made.text).toBe(200)
  const { id, clientId } = made.body as { id: string; clientId: string }
  const { body } = await holder.post(`/api-client/${id}/secret?${of}`, {})
  return { id, clientId, secret: body.secret as string }
}

export async function tokenOf({ clientId, secret }: { clientId: string; secret: string }): Promise<string> {
  await sql`delete from login_throttle where key like 'token:%'`.execute(platform.db)
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${basic}` },
  })
  return granted.json<{ access_token: string }>().access_token
}
