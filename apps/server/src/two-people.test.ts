import { readdirSync, readFileSync } from 'node:fs'
import { sep } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { otherMerchant } from '@signalbox/model/access/merchants-within'
import { apiClient, publicKey } from './testing/two-people/api-clients.ts'
import {
  at,
  atFinland,
  brand,
  colleague,
  confirm,
  finland,
  group,
  lone,
  newUser,
  ok,
  openCast,
  operator,
  otherOperator,
  outcomeOf,
  platform,
  refused,
  rolesOf,
  waitingOf,
} from './testing/two-people/cast.ts'
import { scopesOf } from './testing/two-people/grants.ts'
import {
  atColleaguesComputer,
  byOwnApiClient,
  everyWay,
  notLetIn,
  proofAsked,
  type TwoPersonRule,
} from './testing/two-people/attempt.ts'
import { everyRule } from './testing/two-people/every-rule.ts'
import { moveMerchant, newMerchant, pathOf } from './testing/two-people/merchant-moves.ts'
import { inConsole, largePayout, through } from './testing/two-people/payments.ts'
import {
  changeSetting,
  decideSetting,
  documentOf,
  hostsKey,
  platformAt,
  setting,
} from './testing/two-people/settings.ts'
import { untold } from './testing/two-people/untold.ts'

/*
 * Every rule that wants a second person, tried by one person in every way they have. What is printed in docs/threats.md
 * is compared with what is tried here.
 */

beforeAll(openCast, 120_000)
afterAll(() => platform.close())

describe('approval of a payout', () => {
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

describe.each(Object.entries(everyRule))('%s', (_name, rule) => {
  it.each(Object.keys(everyWay))('is refused to one person: %s', async (way) => {
    expect(await everyWay[way]?.(rule)).toEqual(refused)
  })

  it('is refused to one person: by an own API client', async () => {
    expect(await byOwnApiClient(rule)).toEqual(notLetIn)
  })

  it('at the computer a colleague left: asks who that is, or takes them for the colleague', async () => {
    expect(await atColleaguesComputer(rule)).toEqual(rule.asksForProof ? proofAsked : ok)
  })

  it.each(Object.keys(rule.ways))('is refused to one person: %s', async (way) => {
    expect(await rule.ways[way]?.()).toEqual(refused)
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
    const { id: grantId, version } = await waitingOf(id)
    const again = await platform.as('admin')
    const both = await Promise.all(
      [colleague, again].map((who) =>
        who.post(`/pending-grant/${grantId}/confirm?${atFinland}`, { version }),
      ),
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
      const { id: grantId, version } = await waitingOf(id)
      const path = `/pending-grant/${grantId}`
      const ended = await who.post(`${path}/${step}?${atFinland}`, { version, reason: 'Not needed' })
      expect(ended.status, ended.text).toBe(200)
      const late = await colleague.post(`${path}/confirm?${atFinland}`, { version: ended.body.version })
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

describe('whoever administers one merchant', () => {
  it('is told of no other merchant, neither by what waits nor by users', async () => {
    const { id } = await newUser(['AGENT', 'FIRST_APPROVER'])
    expect(await confirm(colleague, id)).toEqual(ok)
    const edit = async (merchants: number[]) => {
      const { version } = (await lone.get(`/user/${id}?${atFinland}`)).body
      const saved = await lone.put(`/user/${id}?${atFinland}`, { version, merchants })
      expect(saved.status, saved.text).toBe(200)
    }
    await edit([finland, brand])
    expect((await waitingOf(id)).summary).toContain(String(brand))
    const theirs = await platform.as('brand2')
    const found = async (keyword: string, who = theirs) =>
      (await who.get(`/pending-grant?${atFinland}&recordId=${id}&state=WAITING&keyword=${keyword}`)).body
        .items
    // What is not shown is not found either, and what is shown is.
    expect(await found(String(brand))).toEqual([])
    expect(await found(String(brand).slice(0, 8))).toEqual([])
    expect(await found('approver3')).toHaveLength(1)
    expect(await found(String(brand), lone)).toHaveLength(1)
    const paths = [
      `/pending-grant?${atFinland}&recordId=${id}`,
      `/pending-grant/${(await waitingOf(id)).id}?${atFinland}`,
      `/pending-grant/export?${atFinland}&format=json`,
      `/inbox?${atFinland}`,
      `/user?${atFinland}`,
      `/user/${id}?${atFinland}`,
      `/user/${id}/history?${atFinland}`,
      `/user/export?${atFinland}&format=json`,
      `/user/export?${atFinland}&format=csv`,
      `/role-grant?${atFinland}&userId=${id}`,
    ]
    const told = async () => {
      const answers = await Promise.all(paths.map(async (path) => [path, await theirs.get(path)] as const))
      expect(answers.filter(([, { status }]) => status === 200).length).toBeGreaterThan(7)
      return answers.filter(([, { text }]) => text.includes(String(brand))).map(([path]) => path)
    }
    const before = await told()
    expect(await confirm(colleague, id)).toEqual(ok)
    expect((await lone.get(`/user/${id}?${atFinland}`)).body.merchants).toEqual([finland, brand])
    expect([before, await told()]).toEqual([[], []])
    const { body } = await theirs.get(`/user/${id}?${atFinland}`)
    expect(body.merchants).toEqual([finland, otherMerchant])
  })
})

describe('where two people are asked', () => {
  it('is not everywhere: elsewhere in the demo one person makes approvers and their clients', async () => {
    expect((await newUser(['AGENT', 'FIRST_APPROVER'], brand)).roles).toEqual(['AGENT', 'FIRST_APPROVER'])
    const elsewhere = await newUser(['AGENT', 'FIRST_APPROVER'], group, [brand])
    expect(elsewhere.roles).toEqual(['AGENT', 'FIRST_APPROVER'])
    expect((await newUser(['AGENT'], group)).roles).toEqual(['AGENT'])
    const { id } = await apiClient(lone, lone, brand)
    expect((await lone.get(`/api-client/${id}?${at}`)).body.scopes).toContain('payments:operate')
  })

  it('is not decided by one: ways into accounts above', async () => {
    const { 'fourEyes.grantsAbove': _off, ...document } = (await setting()).document
    expect((await changeSetting({ document })).body.document).toEqual(document)
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
    const [{ id: grantId, version: seen }] = body.items
    const confirmSetting = (who: typeof lone) =>
      who.post(`/pending-grant/${grantId}/confirm?${platformAt}`, { version: seen })
    const alone = await confirmSetting(lone)
    expect(outcomeOf(alone)).toEqual(refused)

    expect(outcomeOf(await changeSetting({ enabled: false }))).toEqual({ status: 409, code: 'INVALID_STATE' })
    const { id, version } = await setting()
    const removed = await lone.delete(`/config/${id}?${platformAt}&version=${version}&note=Not%20needed`)
    expect(outcomeOf(removed)).toEqual({ status: 409, code: 'INVALID_STATE' })

    const confirmed = await confirmSetting(colleague)
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

const root = new URL('../../../', import.meta.url)
const comparison = 'packages/model/src/access/people.ts'
/** Files of the product that compare who began something with who decides it. */
const comparingFiles = (): string[] =>
  ['apps/server/src', 'packages/model/src'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.split(sep).join('/')}`)
      .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path) && path !== comparison)
      .filter((path) =>
        /\brequireOtherPerson\(|code: 'FOUR_EYES'/.test(readFileSync(new URL(path, root), 'utf8')),
      ),
  )

const tableLine = (name: string, { ways, copies, asksForProof }: TwoPersonRule): string => {
  const own = Object.keys(ways).filter((way) => typeof copies === 'string' || !copies.includes(way))
  const cells = [
    name,
    own.join('; ') || '–',
    typeof copies === 'string' ? `none: ${copies}` : copies.join('; '),
    asksForProof ? 'asks for a fresh proof' : 'is the colleague (G10)',
  ]
  return `| ${cells.join(' | ')} |`
}

describe('the rules that want a second person', () => {
  it('are all tried here: every file that compares people is the guard of one', () => {
    const guards = [...new Set(Object.values(everyRule).map(({ guard }) => guard))]
    expect(comparingFiles().toSorted()).toEqual(guards.toSorted())
  })

  it('are tried with every file, copy and older version there is of them, or say why there is none', () => {
    for (const [name, { copies, ways }] of Object.entries(everyRule)) {
      if (typeof copies === 'string') continue
      expect([name, copies.filter((way) => !(way in ways))]).toEqual([name, []])
    }
  })

  it('stand in docs/threats.md, with all ways', () => {
    const page = readFileSync(new URL('docs/threats.md', root), 'utf8')
    const common = [...Object.keys(everyWay), 'by an own API client'].map((way) => `- ${way}`)
    const lines = Object.entries(everyRule).map(([name, rule]) => tableLine(name, rule))
    expect([...common, ...lines].filter((line) => !page.includes(`${line}\n`))).toEqual([])
  })
})

it('whatever waited in all of these, the second person was told all of it', async () => {
  expect(await untold()).toEqual([])
  const { rows } = await sql<{ type: string }>`select distinct record_type as type from pending_grant
    order by 1`.execute(platform.db)
  expect(rows.map(({ type }) => type)).toEqual(['api-client', 'config', 'kyc', 'merchant', 'user'])
})
