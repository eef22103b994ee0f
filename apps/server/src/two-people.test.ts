import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleLabel } from '@signalbox/model/entities/user'
import { roles, type Role } from '@signalbox/model/access/roles'
import { steps } from './setup/ruleset/testing/ruleset-app.ts'
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
/** Two who run the platform. */
let operator: Client
let otherOperator: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  const roles = ['MERCHANT_ADMIN', 'ADMIN_APPROVER', 'INVESTIGATOR_ADMIN', 'RULES_ADMIN', 'CONFIG_ADMIN']
  await sql`update backoffice_user set roles = ${roles}::text[] where username in ('approver3', 'finance')`.execute(
    platform.db,
  )
  await sql`update backoffice_user set roles = '{OPERATOR_ADMIN}' where username = 'auditor'`.execute(
    platform.db,
  )
  await sql`update config set document = document - 'fourEyes.grantsAbove', version = version + 1
    where type = 'PlatformConfig'`.execute(platform.db)
  operator = await platform.as('admin')
  otherOperator = await platform.as('auditor')
  lone = await platform.as('approver3')
  colleague = await platform.as('finance')
  // However slow the machine is: that proofs of identity grow old is another test's business.
  await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
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
      expect.stringMatching(
        /^Approved by client Client \d+, created by finance; a second person must approve it too$/,
      ),
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

const reopenAsk = async (who: Client, txId: number): Promise<Outcome> => {
  const { version } = await platform.row({ merchantId: brand, txId })
  const body = { version, info: 'A doubt' }
  return outcomeOf(await who.post(`/transaction/${txId}/force-inconsistent?${at}`, body))
}
async function finished(): Promise<number> {
  const amount = { amount: `600.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = await platform.deposit({ userId: `reopened-${cents}`, amount })
  expect(body.state, JSON.stringify(body)).toBe('SUCCESSFUL')
  return body.txId
}
const reopen: Rule = {
  'the same account': async () => {
    const txId = await finished()
    expect(await reopenAsk(lone, txId)).toEqual(ok)
    return reopenAsk(lone, txId)
  },
  'both at once': async () => {
    const txId = await finished()
    await Promise.all([reopenAsk(lone, txId), reopenAsk(lone, txId)])
    expect(await statusOf(txId)).toBe(0)
    return reopenAsk(lone, txId)
  },
}

const rules = () => ({ mine: steps(lone), theirs: steps(colleague) })
type Ruleset = Awaited<ReturnType<ReturnType<typeof steps>['create']>>
const approveAlone = async (pending: Ruleset): Promise<Outcome> =>
  outcomeOf(await lone.post(`/ruleset/${pending.summary.id}/approve?${at}`, rules().mine.openOf(pending)))
const rulesApproval: Rule = {
  'the same account': async () => approveAlone(await rules().mine.submit(await rules().mine.create())),
  'submitted by a colleague': async () =>
    approveAlone(await rules().theirs.submit(await rules().mine.create())),
  "a colleague's draft with an own edit": async () => {
    const { mine, theirs } = rules()
    return approveAlone(await theirs.submit(await mine.save(await theirs.create(), { priority: 12 })))
  },
  'a restored version': async () => {
    const { mine, theirs } = rules()
    const first = await mine.approve(await theirs.submit(await theirs.create()))
    const second = await mine.approve(await theirs.submit(await theirs.save(first, { priority: 13 })))
    return approveAlone(await mine.submit(await mine.restore(second, 1)))
  },
}

const group = 100010000
const atGroup = `merchantId=${group}`
const finland = 100010002
const atFinland = `merchantId=${finland}`
let people = 0
async function newUser(
  roles: readonly string[],
  merchantId = finland,
): Promise<{ id: string; version: number; roles: string[] }> {
  const username = `two-people-${++people}`
  const made = await lone.post(`/user?merchantId=${merchantId}`, {
    username,
    firstName: 'Second',
    lastName: 'Account',
    email: `${username}@mail.example`,
    roles,
    requiredActions: ['AUTHENTICATOR'],
    note: 'A new colleague',
  })
  expect(made.status, made.text).toBe(200)
  return made.body
}
const userNamed = async (username: string) =>
  (await lone.get(`/user?${atFinland}&keyword=${username}`)).body.items[0] as Awaited<
    ReturnType<typeof newUser>
  >
const rolesOf = async (id: string) => (await lone.get(`/user/${id}?${atFinland}`)).body.roles as string[]
const waitingOf = async (recordId: string, merchantId = finland) => {
  const { body, text } = await lone.get(
    `/pending-grant?merchantId=${merchantId}&recordId=${recordId}&state=WAITING`,
  )
  expect(body.items, text).toHaveLength(1)
  return body.items[0] as { id: string; version: number; summary: string; askedBy: string }
}
const confirm = async (who: Client, recordId: string, merchantId = finland): Promise<Outcome> => {
  const { id } = await waitingOf(recordId, merchantId)
  return outcomeOf(await who.post(`/pending-grant/${id}/confirm?merchantId=${merchantId}`))
}

const withdraw = async (recordId: string): Promise<void> => {
  const { id } = await waitingOf(recordId)
  const done = await lone.post(`/pending-grant/${id}/withdraw?${atFinland}`)
  expect(done.status, done.text).toBe(200)
}

async function roleAlone(change: () => Promise<string>, role = 'FIRST_APPROVER'): Promise<Outcome> {
  const id = await change()
  expect(await rolesOf(id)).not.toContain(role)
  const outcome = await confirm(lone, id)
  expect(await rolesOf(id)).not.toContain(role)
  return outcome
}
const roleGrant: Rule = {
  'a new account': () => roleAlone(async () => (await newUser(['AGENT', 'FIRST_APPROVER'])).id),
  'a role added': () =>
    roleAlone(async () => {
      const { id } = await newUser(['AGENT'])
      expect((await lone.post(`/user/${id}/add-role?${atFinland}`, { role: 'FIRST_APPROVER' })).status).toBe(
        200,
      )
      return id
    }),
  'a role added to many': () =>
    roleAlone(async () => {
      const { id } = await newUser(['AGENT'])
      const body = { operation: 'add-role', ids: [{ id }], params: { role: 'FIRST_APPROVER' } }
      expect((await lone.post(`/user/bulk?${atFinland}`, body)).status).toBe(200)
      return id
    }),
  'an edited account': () =>
    roleAlone(async () => {
      const { id, version } = await newUser(['AGENT'])
      const body = { version, roles: ['AGENT', 'FIRST_APPROVER'] }
      expect((await lone.put(`/user/${id}?${atFinland}`, body)).status).toBe(200)
      return id
    }),
  'an own second account that could confirm': () =>
    roleAlone(async () => (await newUser(['MERCHANT_ADMIN'])).id, 'MERCHANT_ADMIN'),
  'an account at a merchant below': () =>
    roleAlone(async () => {
      const below = `${finland}/`
      await sql`insert into merchant (id, path, level, parent_id, name, state, base_currency, created_at, updated_at, updated_by)
        select 100010099, path || ${'100010099/'}, level + 1, id, 'Below', state, base_currency, now(), now(), 'system'
        from merchant where path like ${`%/${below}`}`.execute(platform.db)
      return (await newUser(['AGENT', 'FIRST_APPROVER'], 100010099)).id
    }),
  'an account at the merchant above': async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'], group)
    const roles = async () => (await lone.get(`/user/${id}?${atGroup}`)).body.roles as string[]
    expect(await roles()).toEqual(['AGENT'])
    const outcome = await confirm(lone, id, group)
    expect(await roles()).toEqual(['AGENT'])
    return outcome
  },
  'an approver enabled again': async () => {
    const { id } = await newUser(['AGENT'])
    await sql`update backoffice_user set state = 'DISABLED', roles = '{FIRST_APPROVER}' where id = ${id}`.execute(
      platform.db,
    )
    const asked = await lone.post(`/user/${id}/enable?${atFinland}`, { reason: 'Back from leave' })
    expect(asked.status, asked.text).toBe(200)
    const outcome = await confirm(lone, id)
    expect((await lone.get(`/user/${id}?${atFinland}`)).body.state).toBe('DISABLED')
    return outcome
  },
  'an approver of another merchant': async () => {
    const { id, version } = await newUser(['AGENT'], brand)
    await sql`update backoffice_user set roles = '{FIRST_APPROVER}' where id = ${id}`.execute(platform.db)
    const moved = await lone.put(`/user/${id}?${at}`, { version, merchants: [finland] })
    expect(moved.status, moved.text).toBe(200)
    expect((await lone.get(`/user/${id}?${at}`)).body.merchants).toEqual([])
    const { body } = await lone.get(`/pending-grant?${at}&recordId=${id}&state=WAITING`)
    return outcomeOf(await lone.post(`/pending-grant/${body.items[0].id}/confirm?${at}`))
  },
  'confirmed by whom it is for': async () => {
    const { id } = await userNamed('brand2')
    await lone.post(`/user/${id}/add-role?${atFinland}`, { role: 'FIRST_APPROVER' })
    const outcome = await confirm(await platform.as('brand2'), id)
    expect(await rolesOf(id)).not.toContain('FIRST_APPROVER')
    await withdraw(id)
    return outcome
  },
}

const scopesOf = async (id: string) =>
  (await lone.get(`/api-client/${id}?${atFinland}`)).body.scopes as string[]
const scopeGrant: Rule = {
  'an own API client': async () => {
    const { id } = await apiClient(lone, lone, finland)
    expect(await scopesOf(id)).toEqual(['payments:read', 'payments:write'])
    return confirm(lone, id)
  },
  'an API client of the merchant above': async () => {
    const { id } = await apiClient(lone, lone, group)
    expect((await lone.get(`/api-client/${id}?${atGroup}`)).body.scopes).not.toContain('payments:operate')
    return confirm(lone, id, group)
  },
  'confirmed by who holds its secret': async () => {
    const { id } = await apiClient(lone, colleague, finland)
    const outcome = await confirm(colleague, id)
    expect(await scopesOf(id)).not.toContain('payments:operate')
    return outcome
  },
}

const documentOf = async () => {
  const { body, text } = await lone.get(`/config?${atFinland}&type=MerchantConfig`)
  expect(body.items?.length, text).toBe(1)
  return body.items[0] as { id: string; version: number; document: Record<string, unknown> }
}
/** The merchant above may have such a document already. */
const laxerAbove = async (values: object) => {
  const { body } = await lone.get(`/config?${atGroup}&type=MerchantConfig`)
  const { id, version, document } = body.items[0] as Awaited<ReturnType<typeof documentOf>>
  const lax = { version, document: { ...document, ...values }, note: 'Laxer' }
  return lone.put(`/config/${id}?${atGroup}`, lax)
}
const threshold: Rule = {
  'own configuration': async () => {
    const { id, version, document } = await documentOf()
    const lax = { ...document, 'approval.maxSingle': { EUR: '999999.00' } }
    const saved = await lone.put(`/config/${id}?${atFinland}`, { version, document: lax, note: 'Laxer' })
    expect(saved.status, saved.text).toBe(200)
    const after = await documentOf()
    expect(after.document['approval.maxSingle']).toEqual(document['approval.maxSingle'])
    return confirm(lone, after.id)
  },
  'configuration of the merchant above': async () => {
    const document = { 'approval.maxSingle': { EUR: '777777.00' } }
    const made = await lone.post(`/config?${atGroup}`, { type: 'MerchantConfig', document, note: 'Laxer' })
    const above = made.status === 200 ? made : await laxerAbove(document)
    expect(above.status, above.text).toBe(200)
    expect(above.body.document['approval.maxSingle']).not.toEqual({ EUR: '777777.00' })
    return confirm(lone, above.body.id, group)
  },
  'an imported file': async () => {
    const { document } = await documentOf()
    const lax = { ...document, 'approval.maxSingle': { EUR: '888888.00' } }
    const content = JSON.stringify([{ type: 'MerchantConfig', enabled: true, document: lax }])
    const body = { format: 'json', content, note: 'Laxer' }
    const saved = await lone.post(`/config/import/commit?${atFinland}`, body)
    expect(saved.status, saved.text).toBe(200)
    // What waits is not done, and the file says so, line by line.
    expect(saved.body.counts).toMatchObject({ update: 1, waiting: 1 })
    expect(saved.body.rows[0].waits).toContain('888888.00')
    const after = await documentOf()
    expect(after.document['approval.maxSingle']).toEqual(document['approval.maxSingle'])
    return confirm(lone, after.id)
  },
}

const platformAt = 'merchantId=1000'
const setting = async () => {
  const { body, text } = await lone.get(`/config?${platformAt}&type=PlatformConfig`)
  expect(body.items?.length, text).toBe(1)
  return body.items[0] as { id: string; version: number; document: Record<string, unknown> }
}
const changeSetting = async (values: object, who = lone) => {
  const { id, version } = await setting()
  return who.put(`/config/${id}?${platformAt}`, { version, note: 'Without a second person', ...values })
}
const waitingSetting = async () => {
  const { id } = await setting()
  const { body, text } = await lone.get(`/pending-grant?${platformAt}&recordId=${id}&state=WAITING`)
  expect(body.items, text).toHaveLength(1)
  return body.items[0] as { id: string; summary: string }
}
const decideSetting = async (who: Client, step: 'confirm' | 'withdraw' | 'refuse') =>
  outcomeOf(
    await who.post(`/pending-grant/${(await waitingSetting()).id}/${step}?${platformAt}`, {
      reason: 'As agreed',
    }),
  )
const hostsKey = 'dataDestinations.hosts'
/** Says which hosts may receive card data, alone; what counts stays as it was. */
async function hostsAlone(ask: (hosts: object) => Promise<{ status: number; text: string }>) {
  const before = (await setting()).document
  const asked = await ask({ ...(before[hostsKey] as object | undefined), Mine: 'mine.example' })
  expect(asked.status, asked.text).toBe(200)
  expect((await setting()).document).toEqual(before)
  expect((await waitingSetting()).summary).toContain('mine.example')
  const outcome = await decideSetting(lone, 'confirm')
  expect(await decideSetting(lone, 'withdraw')).toEqual(ok)
  return outcome
}
const dataHosts: Rule = {
  'a host added to the list': async () => {
    // Outside production the first list takes from all others what they had, and waits for nobody.
    const first = { ...(await setting()).document, [hostsKey]: { First: 'first.example' } }
    expect((await changeSetting({ document: first })).status).toBe(200)
    expect((await setting()).document).toEqual(first)
    return hostsAlone(async (hosts) =>
      changeSetting({ document: { ...(await setting()).document, [hostsKey]: hosts } }),
    )
  },
  'a listed name with another host': async () => {
    const named = { ...(await setting()).document, [hostsKey]: { Acme: '3ds.acme.example' } }
    expect((await changeSetting({ document: named })).status).toBe(200)
    expect(await decideSetting(colleague, 'confirm')).toEqual(ok)
    return hostsAlone(() => changeSetting({ document: { ...named, [hostsKey]: { Acme: 'mine.example' } } }))
  },
  'an imported file': () =>
    hostsAlone(async (hosts) => {
      const document = { ...(await setting()).document, [hostsKey]: hosts }
      const content = JSON.stringify([{ type: 'PlatformConfig', enabled: true, document }])
      return lone.post(`/config/import/commit?${platformAt}`, { format: 'json', content, note: 'More' })
    }),
  'no list at all, where that allows every host': async () => {
    const { document } = await setting()
    const asked = await changeSetting({ document: { ...document, [hostsKey]: {} } })
    expect(asked.status, asked.text).toBe(200)
    expect((await setting()).document).toEqual(document)
    const outcome = await decideSetting(lone, 'confirm')
    expect(await decideSetting(lone, 'withdraw')).toEqual(ok)
    return outcome
  },
}

/** Merchants are moved by operators of the platform. */
const newMerchant = async (parentId: number) => {
  const { body, text } = await operator.post(`/merchant?merchantId=1000`, {
    name: `Moved ${++people}`,
    parentId,
    baseCurrency: 'EUR',
  })
  expect(body.id, text).toBeTruthy()
  return body as { id: string; version: number; path: string }
}
const moveMerchant = (who: Client, { id, version }: { id: string; version: number }, parentId: number) =>
  who.post(`/merchant/${id}/move?merchantId=1000`, { parentId, version, note: 'Reorganised' })
const pathOf = async (id: string) =>
  (await operator.get(`/merchant/${id}?merchantId=1000`)).body.path as string
async function movedAlone(from: number, to: number): Promise<Outcome> {
  const moved = await newMerchant(from)
  const asked = await moveMerchant(operator, moved, to)
  expect(asked.status, asked.text).toBe(200)
  expect(await pathOf(moved.id)).toBe(moved.path)
  const { id } = await waitingOf(moved.id, Number(moved.id))
  const outcome = outcomeOf(await operator.post(`/pending-grant/${id}/confirm?merchantId=${moved.id}`))
  expect(await pathOf(moved.id)).toBe(moved.path)
  return outcome
}
const merchantMove: Rule = {
  'away from where two people are asked': () => movedAlone(finland, brand),
  'below a merchant where two people are asked': () => movedAlone(brand, finland),
}

const wayIn: Rule = {
  'a reset link': async () => {
    const { id } = await userNamed('brand2')
    const asked = await lone.post(`/user/${id}/send-reset-link?${atFinland}`)
    expect(asked.status, asked.text).toBe(200)
    const { rows } = await sql`select 1 from password_link where user_id = ${id}`.execute(platform.db)
    expect(rows).toEqual([])
    const outcome = await confirm(lone, id)
    await withdraw(id)
    return outcome
  },
  'an authenticator replaced': async () => {
    const { id } = await userNamed('brand2')
    const asked = await lone.post(`/user/${id}/force-authenticator?${atFinland}`)
    expect(asked.status, asked.text).toBe(200)
    const outcome = await confirm(lone, id)
    await withdraw(id)
    return outcome
  },
  'the email address of who was only invited, and approves': async () => {
    const { id, version } = await newUser(['AGENT'])
    await sql`update backoffice_user set roles = '{FIRST_APPROVER}' where id = ${id}`.execute(platform.db)
    const asked = await lone.put(`/user/${id}?${atFinland}`, { version, email: `mine-${id}@mail.example` })
    expect(asked.body.pendingEmail, asked.text).toBe(`mine-${id}@mail.example`)
    return outcomeOf(await lone.post(`/user/${id}/confirm-email?${atFinland}`))
  },
  'an email address': async () => {
    const { id, version } = await userNamed('brand2')
    const asked = await lone.put(`/user/${id}?${atFinland}`, { version, email: 'mine@mail.example' })
    expect(asked.body.pendingEmail, asked.text).toBe('mine@mail.example')
    return outcomeOf(await lone.post(`/user/${id}/confirm-email?${atFinland}`))
  },
}

const allRules: Readonly<Record<string, Rule>> = {
  'approval of a payout': payout,
  'a finished payment opened again': reopen,
  'approval of rules': rulesApproval,
  'approver roles': roleGrant,
  'the scope payments:operate': scopeGrant,
  'thresholds for two people': threshold,
  'hosts that receive card and identity data': dataHosts,
  'a merchant below other approvers': merchantMove,
  'a new way into an account': wayIn,
}
const others = Object.entries(allRules).filter(([, rule]) => rule !== payout)

describe.each(others)('%s', (_name, rule) => {
  it.each(Object.keys(rule))('is refused to one person: %s', async (way) => {
    expect(await rule[way]?.()).toEqual(refused)
  })
})

describe('power that is granted', () => {
  it('counts once a second person has confirmed it, who is told apart from the first by the audit log', async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'])
    const pending = await waitingOf(id)
    expect(pending).toMatchObject({ askedBy: 'approver3', summary: expect.stringContaining('Grant') })
    expect(await confirm(colleague, id)).toEqual(ok)
    expect(await rolesOf(id)).toEqual(['AGENT', 'FIRST_APPROVER'])
    const { rows } = await sql<{
      action: string
      actor: string
    }>`select action, actor_name as actor from audit_entry
      where entity_id in (${id}, ${pending.id}) order by seq`.execute(platform.db)
    expect(rows).toEqual([
      { action: 'CREATE', actor: 'approver3' },
      { action: 'REQUEST_GRANT', actor: 'approver3' },
      { action: 'UPDATE', actor: 'finance' },
      { action: 'CONFIRM', actor: 'finance' },
    ])
    const review = await lone.get(`/role-grant?${atFinland}&userId=${id}&role=FIRST_APPROVER`)
    expect(review.body.items, review.text).toMatchObject([{ requestedBy: 'approver3', grantedBy: 'finance' }])
  })

  it('is given once when two confirm at the same moment', async () => {
    const { id } = await newUser(['SECOND_APPROVER'])
    const { id: grantId } = await waitingOf(id)
    const again = await platform.as('admin')
    const both = await Promise.all(
      [colleague, again].map((who) => who.post(`/pending-grant/${grantId}/confirm?${atFinland}`)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  it('moves a merchant when another operator confirms it', async () => {
    const moved = await newMerchant(finland)
    expect((await moveMerchant(operator, moved, brand)).status).toBe(200)
    expect(await confirm(otherOperator, moved.id, Number(moved.id))).toEqual(ok)
    expect(await pathOf(moved.id)).toBe(`/1000/${group}/${brand}/${moved.id}/`)
  })

  it('is given to a record of which something else has changed since', async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'])
    const saved = await lone.put(`/user/${id}?${atFinland}`, { version: 1, jobTitle: 'Another' })
    expect(saved.status, saved.text).toBe(200)
    // The invited person accepts.
    await sql`update backoffice_user set state = 'ACTIVE', version = version + 1 where id = ${id}`.execute(
      platform.db,
    )
    expect(await confirm(colleague, id)).toEqual(ok)
    expect(await rolesOf(id)).toEqual(['AGENT', 'FIRST_APPROVER'])
  })

  it.each([
    ['roles', { roles: ['AGENT', 'KYC'] }],
    ['merchants', { merchants: [finland] }],
    ['email', { email: 'another-since@mail.example' }],
  ])('is not given to a record whose %s have changed since', async (_what, values) => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'])
    const saved = await lone.put(`/user/${id}?${atFinland}`, { version: 1, ...values })
    expect(saved.status, saved.text).toBe(200)
    expect(await confirm(colleague, id)).toEqual({ status: 409, code: 'VERSION_CONFLICT' })
  })

  it('stays requested when something else is requested of the same record', async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'])
    await sql`update backoffice_user set state = 'ACTIVE' where id = ${id}`.execute(platform.db)
    const { id: first } = await waitingOf(id)
    expect((await lone.post(`/user/${id}/send-reset-link?${atFinland}`)).status).toBe(200)
    expect((await lone.post(`/user/${id}/add-role?${atFinland}`, { role: 'SECOND_APPROVER' })).status).toBe(
      200,
    )
    const { body } = await lone.get(`/pending-grant?${atFinland}&recordId=${id}&state=WAITING`)
    const summaries = (body.items as { summary: string }[]).map(({ summary }) => summary)
    expect(summaries.toSorted()).toEqual([expect.stringContaining('Grant'), 'Send a password reset link'])
    // The later one asks for the same field and takes the place of the first.
    const ended = await lone.get(`/pending-grant/${first}?${atFinland}`)
    expect(ended.body.state).toBe('WITHDRAWN')
  })

  it('is not given once it was refused or withdrawn', async () => {
    for (const [step, who] of [
      ['refuse', colleague],
      ['withdraw', lone],
    ] as const) {
      const { id } = await newUser(['FIRST_APPROVER'])
      const { id: grantId } = await waitingOf(id)
      const ended = await who.post(`/pending-grant/${grantId}/${step}?${atFinland}`, { reason: 'Not needed' })
      expect(ended.status, ended.text).toBe(200)
      const late = await colleague.post(`/pending-grant/${grantId}/confirm?${atFinland}`)
      expect(outcomeOf(late)).toEqual({ status: 409, code: 'INVALID_STATE' })
      expect(await rolesOf(id)).toEqual([])
    }
  })

  it('is not taken by a new secret for a client that has it', async () => {
    const { id } = await apiClient(lone, lone, finland)
    expect(await confirm(colleague, id)).toEqual(ok)
    expect(await scopesOf(id)).toContain('payments:operate')
    const administrator = await platform.as('brand2')
    const secret = await administrator.post(`/api-client/${id}/secret?${atFinland}`, {})
    expect(outcomeOf(secret)).toEqual({ status: 403, code: 'NOT_GRANTABLE' })
    const { version } = (await lone.get(`/api-client/${id}?${atFinland}`)).body
    const key = await administrator.put(`/api-client/${id}?${atFinland}`, {
      version,
      signingKeyPublic: publicKey(),
    })
    expect(outcomeOf(key)).toEqual({ status: 403, code: 'NOT_GRANTABLE' })
  })

  it('changes thresholds when confirmed', async () => {
    const { id } = await documentOf()
    expect(await confirm(colleague, id)).toEqual(ok)
    expect((await documentOf()).document['approval.maxSingle']).toEqual({ EUR: '888888.00' })
  })
})

interface RequestedChange {
  readonly recordType: string
  readonly change: Record<string, unknown>
  readonly basis: Record<string, unknown>
  readonly summary: string
}
const leaves = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}
const isRole = (text: string): text is Role => roles.some((role) => role === text)
/** What a change adds and takes away, in the words people know it by. */
const differences = ({ change, basis }: RequestedChange): string[] =>
  Object.keys(change)
    .filter((key) => key in basis)
    .flatMap((key) => {
      const [was, will] = [leaves(basis[key]), leaves(change[key])]
      return [...will.filter((each) => !was.includes(each)), ...was.filter((each) => !will.includes(each))]
    })
    .map((each) => (isRole(each) ? roleLabel(each) : each))

/** Parts of changes that wait, or waited, of which their summary says nothing. */
async function untold(): Promise<string[]> {
  const { rows } = await sql<RequestedChange>`select record_type as "recordType", change, basis, summary
    from pending_grant`.execute(platform.db.withoutPlugins())
  for (const { recordType, summary } of rows)
    if (recordType === 'merchant') expect(summary).toMatch(/^Move from below .+ to below .+$/)
  return rows.flatMap((asked) =>
    differences(asked)
      .filter((each) => !asked.summary.includes(each))
      .map((each) => `${asked.summary}: ${each}`),
  )
}

describe('whoever is asked as the second person', () => {
  it('is told all that changes, also of what is taken away with it', async () => {
    const { id } = await newUser(['FIRST_APPROVER'])
    expect(await confirm(colleague, id)).toEqual(ok)
    for (const merchants of [[finland], []]) {
      const { version } = (await lone.get(`/user/${id}?${atFinland}`)).body
      const saved = await lone.put(`/user/${id}?${atFinland}`, { version, merchants })
      expect(saved.status, saved.text).toBe(200)
    }
    expect((await waitingOf(id)).summary).toContain(String(finland))
    expect(await untold()).toEqual([])
  })
})

describe('where two people are asked', () => {
  it('is not decided by one: what comes from above', async () => {
    const { document } = await setting()
    const asked = await changeSetting({ document: { ...document, 'fourEyes.grantsAbove': false } })
    expect(asked.status, asked.text).toBe(200)
    expect((await setting()).document).toEqual(document)
    expect(await decideSetting(lone, 'confirm')).toEqual(refused)
    expect(await decideSetting(lone, 'withdraw')).toEqual(ok)
  })

  it('is not decided by one: fewer merchants wait, and nobody switches it off or removes it', async () => {
    const before = await setting()
    const asked = await changeSetting({ document: {} })
    expect(asked.status, asked.text).toBe(200)
    expect((await setting()).document).toEqual(before.document)
    const { body } = await lone.get(`/pending-grant?${platformAt}&recordId=${before.id}&state=WAITING`)
    const alone = await lone.post(`/pending-grant/${body.items[0].id}/confirm?${platformAt}`)
    expect(outcomeOf(alone)).toEqual(refused)

    expect(outcomeOf(await changeSetting({ enabled: false }))).toEqual({ status: 409, code: 'INVALID_STATE' })
    const { id, version } = await setting()
    const removed = await lone.delete(`/config/${id}?${platformAt}&version=${version}&note=Not%20needed`)
    expect(outcomeOf(removed)).toEqual({ status: 409, code: 'INVALID_STATE' })

    const confirmed = await colleague.post(`/pending-grant/${body.items[0].id}/confirm?${platformAt}`)
    expect(outcomeOf(confirmed), confirmed.text).toEqual(ok)
    expect((await setting()).document['fourEyes.grants']).toBeFalsy()
  })
})

describe('a host that was taken off the list', () => {
  const services = [
    ['KycProviderConfig', 'kyc-sim'],
    ['FraudProviderConfig', 'fraud-sim'],
    ['ThreeDsServerConfig', '3ds-sim'],
  ] as const
  const lists = (hosts: object) => changeSetting({ document: { [hostsKey]: hosts } })

  it('gets nothing more: payments end with the reason, and an alert tells of it at once', async () => {
    expect((await lists({ Service: 'service.example', Other: 'other.example' })).status).toBe(200)
    for (const [type, provider] of services) {
      const { body } = await lone.get(`/config?${at}&type=${type}&provider=${provider}`)
      const { id, version, document } = body.items[0]
      const address = { endpoint: 'https://service.example/v1', apiKey: 'a-key' }
      const names = Object.keys((document as { accounts: object }).accounts)
      const accounts = Object.fromEntries(names.map((name) => [name, address]))
      const saved = await lone.put(`/config/${id}?${at}`, {
        version,
        document: { accounts },
        note: 'Real ones',
      })
      expect(saved.status, saved.text).toBe(200)
    }
    expect((await lists({ Other: 'other.example' })).status).toBe(200)
    const { rows: alerts } = await sql<{ title: string }>`select title from alert
      where source = 'DATA_DESTINATION' and state = 'OPEN'`.execute(platform.db)
    expect(alerts).toHaveLength(services.length)

    const { body } = await platform.deposit({ userId: 'taken-off' })
    const row = await platform.row({ merchantId: brand, txId: body.txId })
    expect(row.info, JSON.stringify(body)).toContain('service.example is not among the hosts')
    expect(body.state).toBe('FAILED')
    const { rows: calls } = await sql`select 1 from tx_log where tx_id = ${body.txId}
      and url like '%service.example%'`.execute(platform.db)
    expect(calls).toEqual([])

    expect((await lists({ Service: 'service.example' })).status).toBe(200)
    const { rows: left } = await sql`select 1 from alert
      where source = 'DATA_DESTINATION' and state = 'OPEN'`.execute(platform.db)
    expect(left).toEqual([])
  })
})

it('docs/threats.md lists every rule and way that is tried here', () => {
  const page = readFileSync(new URL('../../../docs/threats.md', import.meta.url), 'utf8')
  const lines = Object.entries(allRules).map(
    ([name, rule]) => `| ${name} | ${Object.keys(rule).join('; ')} |`,
  )
  expect(lines.filter((line) => !page.includes(line))).toEqual([])
})

it('whatever waited in all of these, the second person was told all of it', async () => {
  expect(await untold()).toEqual([])
  const { rows } = await sql<{ type: string }>`select distinct record_type as type from pending_grant
    order by 1`.execute(platform.db)
  expect(rows.map(({ type }) => type)).toEqual(['api-client', 'config', 'merchant', 'user'])
})
