import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from './kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'

/*
 * Every rule that wants a second person, tried by one person in every way they have. What is printed in docs/threats.md
 * is compared with what is tried here.
 */

const brand = 100010001
const at = `merchantId=${brand}`
const publicKey = () =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' })
    .publicKey.export({ type: 'spki', format: 'pem' })
    .toString()

interface Outcome {
  readonly status: number
  readonly code: string | undefined
}

let platform: PaymentPlatform
/** Tries everything alone: administrator of the merchant, approver, investigator, author of rules. */
let lone: Client
/** A colleague with the same rights. */
let colleague: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  const roles = ['MERCHANT_ADMIN', 'ADMIN_APPROVER', 'INVESTIGATOR_ADMIN', 'RULES_ADMIN', 'CONFIG_ADMIN']
  await sql`update backoffice_user set roles = ${roles}::text[] where username in ('approver3', 'finance')`.execute(
    platform.db,
  )
  lone = await platform.as('approver3')
  colleague = await platform.as('finance')
}, 120_000)
afterAll(() => platform.close())

const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }): Outcome => ({
  status,
  code: body.code,
})

let clients = 0
/** A client, made by one person with a secret made by another where that is said. */
async function apiClient(maker: Client, holder: Client = maker, merchantId = brand) {
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

async function tokenOf({ clientId, secret }: { clientId: string; secret: string }): Promise<string> {
  await sql`delete from login_throttle where key like 'token:%'`.execute(platform.db)
  const basic = Buffer.from(`${clientId}:${secret}`).toString('base64')
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${basic}` },
  })
  return granted.json<{ access_token: string }>().access_token
}

type Way = (txId: number) => Promise<Outcome>
const through = async (client: { clientId: string; secret: string }): Promise<Way> => {
  const authorization = `Bearer ${await tokenOf(client)}`
  return async (txId) =>
    outcomeOf((await platform.call('POST', `/payments/${txId}/approve`, {}, { authorization })) as never)
}
const inConsole =
  (who: Client): Way =>
  async (txId) => {
    const { version } = await platform.row({ merchantId: brand, txId })
    return outcomeOf(await who.post(`/transaction/${txId}/approve?${at}`, { version }))
  }

let cents = 0
async function largePayout(headers?: Record<string, string>): Promise<number> {
  const amount = { amount: `6000.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = headers
    ? await platform.call(
        'POST',
        '/withdrawals',
        {
          merchantId: brand,
          userId: 'user_1',
          sessionId: 's-1',
          txType: 'BankIBANWithdrawal',
          amount,
          iban: 'DE89370400440532013000',
          ip: '192.0.2.10',
        },
        { 'idempotency-key': `two-people-${cents}`, ...headers },
      )
    : await platform.withdraw({ amount })
  expect(body.state, JSON.stringify(body)).toBe('WAITING_APPROVAL')
  return body.txId
}
const statusOf = async (txId: number) => (await platform.row({ merchantId: brand, txId })).statusNo

const ok: Outcome = { status: 200, code: undefined }
const refused: Outcome = { status: 403, code: 'FOUR_EYES' }
const waitsForSecond = 356

/** The second of two approvals, by whoever gave the first. */
async function bothLevels(first: Way, second: Way): Promise<Outcome> {
  const txId = await largePayout()
  expect(await first(txId)).toEqual(ok)
  const outcome = await second(txId)
  expect(await statusOf(txId)).toBe(waitsForSecond)
  return outcome
}

async function withSigningKeyOf(holder: Client) {
  const client = await apiClient(colleague)
  const { body } = await colleague.get(`/api-client/${client.id}?${at}`)
  const saved = await holder.put(`/api-client/${client.id}?${at}`, {
    version: body.version,
    signingKeyPublic: publicKey(),
  })
  expect(saved.status, saved.text).toBe(200)
  return client
}

type Rule = Readonly<Record<string, () => Promise<Outcome>>>

const payout: Rule = {
  'the same account': () => bothLevels(inConsole(lone), inConsole(lone)),
  'two own API clients': async () =>
    bothLevels(await through(await apiClient(lone)), await through(await apiClient(lone))),
  'console, then an own API client': async () =>
    bothLevels(inConsole(lone), await through(await apiClient(lone))),
  'an own API client, then console': async () =>
    bothLevels(await through(await apiClient(lone)), inConsole(lone)),
  "a colleague's API client with an own secret": async () =>
    bothLevels(inConsole(lone), await through(await apiClient(colleague, lone))),
  "a colleague's API client with an own signing key": async () =>
    bothLevels(inConsole(lone), await through(await withSigningKeyOf(lone))),
  'a payment begun by an own API client': async () => {
    const client = await apiClient(lone)
    const txId = await largePayout({ authorization: `Bearer ${await tokenOf(client)}` })
    return inConsole(lone)(txId)
  },
  'a payment begun and approved by two own API clients': async () => {
    const txId = await largePayout({ authorization: `Bearer ${await tokenOf(await apiClient(lone))}` })
    return (await through(await apiClient(lone)))(txId)
  },
  'both at once': async () => {
    const txId = await largePayout()
    const ways = [inConsole(lone), await through(await apiClient(lone)), await through(await apiClient(lone))]
    const outcomes = await Promise.all(ways.map((way) => way(txId)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await statusOf(txId)).toBe(waitsForSecond)
    // Whoever was slower than themselves is told so, or that it changed meanwhile.
    return (await inConsole(lone)(txId)) satisfies Outcome
  },
}

describe('approval of a payout', () => {
  it.each(Object.keys(payout))('is refused to one person: %s', async (way) => {
    expect(await payout[way]?.()).toEqual(refused)
  })

  it('is given by two people, one of them by an API client, and the timeline names both', async () => {
    const txId = await largePayout()
    expect(await (await through(await apiClient(colleague)))(txId)).toEqual(ok)
    const queue = await lone.get(`/approval/${txId}?${at}`)
    expect(queue.body.allowed ?? queue.text).toContain('approve')
    expect(await inConsole(lone)(txId)).toEqual(ok)
    const { rows } = await sql<{ summary: string }>`select summary from tx_event where tx_id = ${txId}
      and type = 'APPROVAL' and summary like 'Approved by%' order by seq`.execute(platform.db)
    expect(rows.map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Approved by client Client \d+, created by finance; a second person must too$/),
      'Approved by approver3',
    ])
    const audit = await sql<{ actor: string }>`select actor_name as actor from audit_entry
      where entity_id = ${String(txId)} and action = 'APPROVE' order by seq limit 1`.execute(platform.db)
    expect(audit.rows[0]?.actor).toMatch(/^client Client \d+, created by finance$/)
  })

  it('is not offered to whoever stands behind the first one', async () => {
    const txId = await largePayout()
    expect(await (await through(await apiClient(lone)))(txId)).toEqual(ok)
    const { body } = await lone.get(`/approval/${txId}?${at}`)
    expect(JSON.stringify(body)).toContain('You gave the first approval')
  })
})
