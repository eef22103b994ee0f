import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Counters } from '@signalbox/model/calls/events'
import { inboxCalls } from '@signalbox/model/calls/inbox'
import { systemActor } from '../../kit/audit.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { raiseAlert } from '../../setup/alert/read-model.ts'
import { steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import {
  as,
  at,
  brand,
  changeSetOf,
  closeInboxes,
  decide,
  emptyInboxes,
  idOf,
  inboxOf,
  itemsOf,
  newCase,
  openInboxes,
  otherBrand,
  platform,
  recordsOf,
  withdraw,
} from './testing/inbox-app.ts'

beforeAll(openInboxes, 300_000)
afterAll(closeInboxes)
beforeEach(emptyInboxes)

describe('payment approvals', () => {
  it('wait for the level that is asked, and never for who approved before', async () => {
    const { id } = await withdraw(6_000)
    const record = String(id)
    const [item] = (await itemsOf('approver1', 'payment-approval')).filter((found) => found.record === record)
    expect(item).toMatchObject({ part: 'first', merchantId: brand, merchant: 'Northlight Sweden' })
    expect(item?.title).toMatch(/^6,000\.\d\d EUR to /)
    expect(await recordsOf('approver2', 'payment-approval')).not.toContain(record)
    expect(await recordsOf('approver3', 'payment-approval')).toContain(record)
    // Administrators may look, not approve.
    expect(await recordsOf('admin', 'payment-approval')).toEqual([])
    await decide('approver3', 'approve', id)
    expect(await recordsOf('approver3', 'payment-approval')).not.toContain(record)
    expect(await recordsOf('approver1', 'payment-approval')).not.toContain(record)
    expect(await itemsOf('approver2', 'payment-approval')).toContainEqual(
      expect.objectContaining({ record, part: 'second', detail: 'Second approval, first by approver3' }),
    )
    await decide('approver2', 'approve', id)
    expect(await recordsOf('approver2', 'payment-approval')).not.toContain(record)
  })

  it('do not wait while they are on hold', async () => {
    const { id } = await withdraw(50)
    await decide('approver1', 'hold', id)
    expect(await recordsOf('approver1', 'payment-approval')).not.toContain(String(id))
  })

  it('of another merchant do not wait for who does not serve it', async () => {
    await sql`update backoffice_user set merchants = ${[otherBrand]}::integer[] where username = 'approver3'`.execute(
      platform.db,
    )
    const { id } = await withdraw(51)
    expect(await recordsOf('approver3', 'payment-approval')).not.toContain(String(id))
    expect(await recordsOf('approver1', 'payment-approval')).toContain(String(id))
    await sql`update backoffice_user set merchants = '{}' where username = 'approver3'`.execute(platform.db)
  })
})

describe('rule approvals', () => {
  const counted = async (who: string, merchantId = brand) =>
    (await (await as(who)).get(`/counters?merchantId=${merchantId}`)).body.rules as Counters['rules']

  it('are counted for the menu of those who may decide, and no longer once somebody did', async () => {
    const author = steps(await as('rules'))
    const before = await counted('rules2')
    const sent = await author.submit(await author.create({ name: 'Counted routing' }))
    const of = (counters: Counters['rules']) => counters?.tables['/routing/psp-routing'] ?? 0
    expect(of(await counted('rules2'))).toBe(of(before) + 1)
    // At another merchant nothing of it waits; above both, it does.
    expect(of(await counted('admin', otherBrand))).toBe(0)
    expect(of(await counted('admin', 1000))).toBeGreaterThan(0)
    // Nobody approves their own, and who may not edit rules is told nothing.
    expect(of(await counted('rules'))).toBe(0)
    expect(await counted('rulesviewer')).toBeUndefined()
    expect(await counted('investigator')).toBeUndefined()
    await steps(await as('rules2')).approve(sent)
    expect(of(await counted('rules2'))).toBe(of(before))
    expect(of(await counted('admin'))).toBe(0)
  })

  it('count a change set once, and not for who put it together', async () => {
    const { set, submitted } = await changeSetOf('rules')
    expect((await counted('rules2'))?.changeSets).toBe(0)
    const pending = await submitted()
    expect(await counted('rules2')).toEqual({ tables: {}, changeSets: 1 })
    expect((await counted('rules'))?.changeSets).toBe(0)
    const decided = await (
      await as('rules2')
    ).post(`/changeset/${set.id}/deny?${at}`, {
      version: pending.version,
      note: 'Not this month, please',
    })
    expect(decided.status, decided.text).toBe(200)
    expect((await counted('rules2'))?.changeSets).toBe(0)
  })

  it('wait for everybody who may edit the table but its authors, until somebody decides', async () => {
    const author = steps(await as('rules'))
    const sent = await author.submit(await author.create({ name: 'Inbox routing' }))
    const mine = async (who: string) =>
      (await itemsOf(who, 'ruleset-approval')).filter(({ record }) => record === sent.summary.id)
    expect(await mine('rules2')).toMatchObject([
      { part: '/routing/psp-routing', title: 'PSP routing: Inbox routing', merchantId: brand },
    ])
    expect(await mine('admin')).toHaveLength(1)
    expect(await mine('rules')).toEqual([])
    expect(await mine('rulesviewer')).toEqual([])
    expect(await mine('kyc')).toEqual([])
    // They look after another merchant.
    expect(await mine('brand2')).toEqual([])
    await steps(await as('rules2')).approve(sent)
    expect(await mine('admin')).toEqual([])
  })
})

describe('cases', () => {
  it('wait for who has them, or for everybody who may take them', async () => {
    const id = await newCase()
    expect(await itemsOf('investigator', 'case')).toMatchObject([{ record: id, detail: 'Unassigned' }])
    expect(await recordsOf('admin', 'case')).toEqual([id])
    expect(await recordsOf('operator', 'case')).toEqual([])
    const taken = await (await as('investigator')).post(`/case/${id}/take?${at}`, { version: 1 })
    expect(taken.status, taken.text).toBe(200)
    expect(await itemsOf('investigator', 'case')).toMatchObject([{ record: id, detail: 'Assigned to you' }])
    expect(await recordsOf('admin', 'case')).toEqual([])
  })

  it('that wait for a PSP wait for nobody here until they are late', async () => {
    const id = await newCase()
    await sql`update investigation_case set state = 'WAITING_PSP' where id = ${id}`.execute(platform.db)
    expect(await recordsOf('investigator', 'case')).toEqual([])
    await sql`update investigation_case set due_at = now() - interval '1 hour' where id = ${id}`.execute(
      platform.db,
    )
    expect(await itemsOf('investigator', 'case')).toMatchObject([{ record: id, urgent: true }])
  })

  it('with a proposal wait for a second person, whoever has them', async () => {
    const id = await newCase()
    const proposer = await idOf('investigator')
    await sql`update investigation_case set type = 'CALLBACK_FAILED', state = 'ASSIGNED', assignee_id = ${proposer},
      assignee = 'investigator' where id = ${id}`.execute(platform.db)
    await sql`insert into case_entry (merchant_id, id, case_id, kind, author_id, author, at, subject)
      values (${brand}, ${platform.deps.newId()}, ${id}, 'PROPOSED', ${proposer}, 'investigator', now(), '5.00 EUR')`.execute(
      platform.db,
    )
    expect(await recordsOf('investigator', 'case')).toEqual([])
    expect(await recordsOf('admin', 'case')).toEqual([id])
  })
})

describe('pending changes', () => {
  const ask = async (change: Partial<Record<'people' | 'recordType' | 'recordId', string>>) => {
    const id = platform.deps.newId()
    const { people = 'somebody', recordType = 'user', recordId = await idOf('agent') } = change
    await sql`insert into pending_grant (merchant_id, id, record_type, record_id, record_label, record_version, operation,
        change, summary, asked_by, people, state, created_at, updated_at, updated_by)
      values (1000, ${id}, ${recordType}, ${recordId}, 'agent', 1, 'update', '{"roles":["FIRST_APPROVER"]}',
        'Grant First approver', ${people}, ${[people]}::text[], 'WAITING', now(), now(), ${people})`.execute(
      platform.db,
    )
    return id
  }

  it('wait for who may make them, not for who asked or gains by them', async () => {
    const id = await ask({})
    expect(await itemsOf('admin', 'pending-grant')).toMatchObject([
      { record: id, title: 'agent: Grant First approver', detail: 'Requested by somebody' },
    ])
    expect(await recordsOf('investigator', 'pending-grant')).toEqual([])
    await ask({ people: 'admin' })
    await ask({ recordId: await idOf('admin') })
    expect(await recordsOf('admin', 'pending-grant')).toEqual([id])
    await sql`update pending_grant set state = 'REFUSED' where id = ${id}`.execute(platform.db)
    expect(await recordsOf('admin', 'pending-grant')).toEqual([])
  })
})

describe('alerts', () => {
  it('wait for who receives them until somebody looks into them', async () => {
    await perform(platform.deps, systemActor, (unit) =>
      raiseAlert(unit, {
        merchantId: brand,
        source: 'RULE',
        key: 'inbox',
        severity: 'CRITICAL',
        title: 'Declines',
        body: 'Look',
      }),
    )
    const [item] = await itemsOf('admin', 'alert')
    expect(item).toMatchObject({ title: 'Declines', detail: 'Look', urgent: true })
    expect(await recordsOf('investigator', 'alert')).toEqual([])
    await (await as('admin')).post(`/alert/${item?.id}/acknowledge?${at}`)
    expect(await itemsOf('admin', 'alert')).toEqual([])
  })
})

describe('mentions', () => {
  const write = async (who: string, id: number, text: string) => {
    const answer = await (await as(who)).post(`/transaction/${id}/note?${at}`, { text })
    expect(answer.status, answer.text).toBe(200)
  }
  const readNotes = async (who: string, record: string, part: 'transaction' | 'case' = 'transaction') => {
    const client = await as(who)
    const { status, body, text } = await client.post('/inbox/mention/seen', { part, record })
    expect([200, 404], text).toContain(status)
    return status === 200 ? body : status
  }
  const namedOn = async (id: number): Promise<string[]> => {
    const { rows } = await sql<{ username: string }>`select u.username from tx_mention m
      join backoffice_user u on u.id = m.user_id where m.tx_id = ${id} order by u.username`.execute(
      platform.db,
    )
    return rows.map(({ username }) => username)
  }
  /** Longer ago than customer service looks. */
  const age = (id: number) =>
    sql`update transaction set created_at = now() - interval '400 days' where id = ${id}`.execute(platform.db)

  it('wait for who is named in a note until they have read it', async () => {
    const { id } = await withdraw(52)
    const note = await (
      await as('operator')
    ).post(`/transaction/${id}/note?${at}`, { text: 'Please, @investigator' })
    expect(note.status, note.text).toBe(200)
    const mine = async (who: string) =>
      (await itemsOf(who, 'mention')).filter(({ record }) => record === String(id))
    expect(await mine('investigator')).toMatchObject([
      {
        id: note.body.id,
        part: 'transaction',
        title: `operator mentioned you on transaction ${id}`,
        detail: 'Please, @investigator',
      },
    ])
    expect(await mine('operator')).toEqual([])
    // Nobody reads for somebody else.
    expect(await readNotes('operator', String(id))).toBe(404)
    expect(await mine('investigator')).toHaveLength(1)
    expect(await readNotes('investigator', String(id))).toEqual({ seen: 1 })
    expect(await mine('investigator')).toEqual([])
    expect(await readNotes('investigator', String(id))).toBe(404)
  })

  it('are read with their record, as many as it has, and only there', async () => {
    const [{ id }, { id: other }] = [await withdraw(54), await withdraw(55)]
    const found = await newCase()
    for (const text of ['One, @investigator', 'Two, @investigator']) await write('operator', id, text)
    await write('operator', other, 'Three, @investigator')
    await (await as('admin')).post(`/case/${found}/comment?${at}`, { text: 'Four, @investigator' })
    expect(await readNotes('investigator', found, 'transaction')).toBe(404)
    expect(await readNotes('investigator', String(id))).toEqual({ seen: 2 })
    expect((await recordsOf('investigator', 'mention')).toSorted()).toEqual([String(other), found].toSorted())
    expect(await readNotes('investigator', found, 'case')).toEqual({ seen: 1 })
    expect(await recordsOf('investigator', 'mention')).toEqual([String(other)])
  })

  it('of no record are refused', async () => {
    const client = await as('investigator')
    for (const body of [{}, { part: 'user', record: '1' }, { part: 'case', record: '' }])
      expect((await client.post('/inbox/mention/seen', body)).status).toBe(422)
  })

  it('are told to nobody who may not open the payment', async () => {
    const decided = await platform.deposit({ merchantId: brand })
    const { id } = await platform.row(decided.body)
    await write('operator', id, 'Look, @approver1 and @investigator')
    expect(await namedOn(id)).toEqual(['investigator'])
    const { id: old } = await withdraw(56)
    await age(old)
    await write('operator', old, 'Look, @agent')
    expect(await namedOn(old)).toEqual([])
  })

  it('wait no longer for who may not open the payment any more', async () => {
    const { id } = await withdraw(57)
    await write('operator', id, 'Look, @agent and @approver1')
    expect(await recordsOf('agent', 'mention')).toEqual([String(id)])
    expect(await recordsOf('approver1', 'mention')).toEqual([String(id)])
    await decide('approver3', 'approve', id)
    expect(await recordsOf('approver1', 'mention')).toEqual([])
    expect(await recordsOf('agent', 'mention')).toEqual([String(id)])
    await age(id)
    expect(await recordsOf('agent', 'mention')).toEqual([])
  })

  it('in a comment on a case are told to those who may see cases', async () => {
    const id = await newCase()
    const text = 'What do you think, @investigator? And @operator'
    const comment = await (await as('admin')).post(`/case/${id}/comment?${at}`, { text })
    expect(comment.status, comment.text).toBe(200)
    expect(await itemsOf('investigator', 'mention')).toMatchObject([
      { record: id, part: 'case', title: 'admin mentioned you in a case', detail: text },
    ])
    expect((await itemsOf('operator', 'mention')).filter(({ part }) => part === 'case')).toEqual([])
  })
})

it('lists every kind, however many urgent things of another wait', async () => {
  const { id } = await withdraw(58)
  const asks = { text: 'Please, @investigator' }
  await (await as('operator')).post(`/transaction/${id}/note?${at}`, asks)
  const late = 51
  for (let made = 0; made < late; made += 1) await newCase()
  await sql`update investigation_case set due_at = now() - interval '1 hour' where state <> 'RESOLVED'`.execute(
    platform.db,
  )
  const { items, total, counts } = await inboxOf('investigator')
  expect(items.filter(({ kind }) => kind === 'mention')).toMatchObject([{ record: String(id) }])
  expect(items.filter(({ kind }) => kind === 'case').length).toBeLessThan(late)
  expect(counts).toEqual([
    { kind: 'case', count: late },
    { kind: 'mention', count: 1 },
  ])
  expect(total).toBe(late + 1)
})

it('what is urgent comes first, then the newest', async () => {
  const [late, old, fresh] = [await newCase(), await newCase(), await newCase()]
  await sql`update investigation_case set due_at = now() - interval '1 minute' where id = ${late}`.execute(
    platform.db,
  )
  await sql`update investigation_case set opened_at = now() - interval '1 hour' where id = ${old}`.execute(
    platform.db,
  )
  expect(await recordsOf('investigator', 'case')).toEqual([late, fresh, old])
})

it('is no use of a role, and empty for who has none', async () => {
  expect(inboxCalls.read.access).toBe('signedIn')
  await newCase()
  expect(await inboxOf('nobody')).toEqual({ items: [], total: 0, counts: [] })
})
