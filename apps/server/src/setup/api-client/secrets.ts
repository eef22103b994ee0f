import type { ClientSecret, NewSecret } from '@signalbox/model/calls/api-client'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { requireFreshProof } from '../../kit/step-up.ts'
import type { ApiClientRecord } from './client-record.ts'
import { insertSecret, noteExpiry, secretsOf, updateSecret } from './client-store.ts'
import type { ApiClientDeps } from './deps.ts'
import { refuseNewHolder } from './granted-power.ts'
import { requireScopesOf } from './service.ts'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs
/** Two at a time are enough to change one without an interruption. */
const mostWorking = 2

/** Prefixed, so that scanners of published code recognise one that was published by mistake. */
const textOf = (random: (bytes: number) => Buffer): string => `sbs_${random(32).toString('base64url')}`

export async function listSecrets(work: Work, client: ApiClientRecord): Promise<{ items: ClientSecret[] }> {
  const rows = await secretsOf(work.tx, client.merchantId, client.id)
  const items = rows.map((row): ClientSecret => {
    const isOver = row.state !== 'REVOKED' && Date.parse(row.expiresAt) <= work.now.getTime()
    return { ...row, state: isOver ? 'EXPIRED' : row.state }
  })
  return { items }
}

/** Makes the next secret. What worked before retires: it goes on for the overlap and then ends by itself. */
export async function makeSecret(
  deps: ApiClientDeps,
  work: Work,
  client: ApiClientRecord,
  terms: { readonly overlapHours: number; readonly expiresInDays: number },
): Promise<NewSecret> {
  requireScopesOf(work, client)
  await refuseNewHolder(work, client, deps.destinations.production)
  requireFreshProof(work)
  refuseRevoked(client)
  const { items } = await listSecrets(work, client)
  const working = items.filter(({ state }) => state === 'ACTIVE' || state === 'RETIRING')
  if (working.length >= mostWorking) {
    throw new Refusal('INVALID_STATE', {
      message: 'Two secrets are already active. Revoke one of them first.',
    })
  }
  const { merchantId } = client
  const until = new Date(work.now.getTime() + terms.overlapHours * hourMs)
  for (const { id, expiresAt } of working) {
    const end = Date.parse(expiresAt) < until.getTime() ? new Date(expiresAt) : until
    await updateSecret(work.tx, { merchantId, id }, { state: 'RETIRING', expiresAt: end })
  }
  const id = work.newId()
  const secret = textOf(deps.random)
  const expiresAt = new Date(work.now.getTime() + terms.expiresInDays * dayMs)
  const last4 = secret.slice(-4)
  await insertSecret(work.tx, {
    merchantId,
    id,
    apiClientId: client.id,
    hash: await deps.hasher.hash(secret),
    last4,
    state: 'ACTIVE',
    createdAt: work.now,
    createdBy: work.user.username,
    expiresAt,
  })
  await noteExpiry(work.tx, merchantId, client.id)
  note(work, client, working.length > 0 ? 'ROTATE_SECRET' : 'CREATE_SECRET', {
    secretId: id,
    last4,
    expiresAt: expiresAt.toISOString(),
    ...(working.length > 0 && { overlapHours: terms.overlapHours }),
  })
  return { id, secret, expiresAt: expiresAt.toISOString() }
}

export async function revokeSecret(
  work: Work,
  client: ApiClientRecord,
  secretId: string,
): Promise<{ id: string }> {
  const { items } = await listSecrets(work, client)
  const found = items.find(({ id }) => id === secretId)
  if (!found) throw new Refusal('NOT_FOUND')
  if (found.state === 'REVOKED')
    throw new Refusal('INVALID_STATE', { message: 'The secret is already revoked.' })
  await updateSecret(work.tx, { merchantId: client.merchantId, id: secretId }, { state: 'REVOKED' })
  await noteExpiry(work.tx, client.merchantId, client.id)
  note(work, client, 'REVOKE_SECRET', { secretId, last4: found.last4 })
  return { id: secretId }
}

export function refuseRevoked(client: ApiClientRecord): void {
  if (client.state === 'REVOKED')
    throw new Refusal('INVALID_STATE', { message: 'The client is revoked.', current: client })
}

/** What happened to a part of a client, as its audit entry and live event. */
export function note(work: Work, client: ApiClientRecord, action: string, after: object): void {
  const { merchantId, id, name } = client
  work.audit({
    merchantId,
    entityType: 'api-client',
    entityId: id,
    entityLabel: name,
    changeType: 'UPDATE',
    action,
    before: null,
    after,
    note: null,
  })
  work.emit({ merchantId, topic: 'api-client', key: id, payload: { changeType: 'UPDATE' } })
}
