import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSubjects } from '../../kit/subject-seal.ts'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import {
  brand,
  content,
  group,
  row,
  rulesetApp,
  sibling,
  steps,
  withoutNo,
  type RulesetApp,
} from './testing/ruleset-app.ts'

let app: RulesetApp
let anna: ReturnType<typeof steps>
let bert: ReturnType<typeof steps>
beforeAll(async () => {
  app = await rulesetApp()
  anna = steps(app.anna)
  bert = steps(app.bert)
})
afterAll(() => app.close())

const at = `merchantId=${brand}`
const activated = async (values: Partial<RulesetContent> = {}) =>
  bert.approve(await anna.submit(await anna.create(values)))
const auditOf = async (id: string) =>
  openSubjects(
    app.db,
    app.deps.auditKey,
    await app.db.selectFrom('auditEntry').selectAll().where('entityId', '=', id).orderBy('seq').execute(),
  )

describe('a ruleset', () => {
  it('goes from draft to active through another person', async () => {
    const draft = await anna.create()
    expect(draft).toMatchObject({
      summary: { table: 'psp-routing', activeVersion: null, open: { state: 'DRAFT', editedBy: 'anna' } },
      active: null,
      open: { version: 1, revision: 1, state: 'DRAFT', basedOn: null, updatedBy: 'anna' },
    })
    expect(draft.open?.lastUpdatedAt).toBe(draft.summary.lastUpdatedAt)
    const pending = await anna.submit(draft, { note: 'Please look at it' })
    expect(pending.open).toMatchObject({ state: 'PENDING_APPROVAL', submittedBy: 'anna' })
    const active = await bert.approve(pending, { note: 'Fine with me' })
    expect(active).toMatchObject({
      summary: { activeVersion: 1, open: null, rules: 2, rulesEnabled: 2 },
      active: {
        state: 'ACTIVE',
        decisions: [{ user: 'bert', decision: 'APPROVE', comment: 'Fine with me' }],
      },
      open: null,
    })
    expect(active.active?.activatedAt).not.toBeNull()
  })

  it('is numbered on its merchant and table, and no number comes twice', async () => {
    const [first, second] = [await anna.create(), await anna.create()]
    expect(second.summary.no).toBe(first.summary.no + 1)
    const { version, revision } = anna.openOf(second)
    await app.anna.delete(`/ruleset/${second.summary.id}?${at}&version=${version}&revision=${revision}`)
    expect((await anna.create()).summary.no).toBe(second.summary.no + 1)
    const elsewhere = await steps(app.anna, group).create()
    expect(elsewhere.summary.no).toBe(1)
  })

  it('stays as it is until a change of it is approved', async () => {
    const active = await activated()
    const draft = await anna.save(active, { remove: ['a'], name: 'Fewer rows' })
    expect(draft.summary).toMatchObject({ name: 'Card routing', activeVersion: 1, rules: 2 })
    expect(draft.open).toMatchObject({ version: 2, basedOn: 1, name: 'Fewer rows' })
    expect(draft.open?.rules.map(({ id, no }) => [id, no])).toEqual([['b', 1]])
    const after = await bert.approve(await anna.submit(draft))
    expect(after.summary).toMatchObject({ name: 'Fewer rows', activeVersion: 2, rules: 1 })
    const { body } = await app.anna.get(`/ruleset/${active.summary.id}/version/1?${at}`)
    expect(body).toMatchObject({ state: 'SUPERSEDED', name: 'Card routing' })
    expect(body.endedAt).toBe(after.active?.activatedAt)
  })

  it('takes changes row by row: edited, added, removed, moved', async () => {
    const draft = await anna.create()
    const added = withoutNo(row('c', 0, { name: 'Added' }))
    const edited = withoutNo(row('a', 0, { enabled: false }))
    const saved = await anna.save(draft, { upsert: [edited, added], order: ['c', 'b', 'a'] })
    expect(saved.open?.rules).toMatchObject([
      { id: 'c', no: 1, name: 'Added' },
      { id: 'b', no: 2 },
      { id: 'a', no: 3, enabled: false },
    ])
    expect(saved.open?.revision).toBe(2)
    expect(saved.summary).toMatchObject({ rules: 3, rulesEnabled: 2 })
  })

  it('comes back from a denial with the reason, and goes again after an edit', async () => {
    const pending = await anna.submit(await anna.create())
    const denied = await bert.deny(pending, { note: 'The second row is too wide' })
    expect(denied.open).toMatchObject({
      state: 'REJECTED',
      decisions: [{ user: 'bert', decision: 'DENY', comment: 'The second row is too wide' }],
    })
    const edited = await anna.save(denied, { remove: ['b'] })
    expect(edited.open).toMatchObject({ state: 'DRAFT', submittedBy: null })
    const active = await bert.approve(await anna.submit(edited))
    expect(active.active?.decisions.map(({ decision }) => decision)).toEqual(['DENY', 'APPROVE'])
  })

  it('can be withdrawn by its author and not by others', async () => {
    const pending = await anna.submit(await anna.create())
    const path = `/ruleset/${pending.summary.id}/withdraw?${at}`
    expect((await app.bert.post(path, anna.openOf(pending))).status).toBe(403)
    expect((await anna.withdraw(pending)).open).toMatchObject({ state: 'DRAFT', submittedBy: null })
  })

  it('never active is gone when its draft is thrown away; otherwise the active version stays', async () => {
    const remove = async (id: string, { version, revision }: { version: number; revision: number }) =>
      (await app.anna.delete(`/ruleset/${id}?${at}&version=${version}&revision=${revision}&note=wrong idea`))
        .body
    const draft = await anna.create()
    expect(await remove(draft.summary.id, anna.openOf(draft))).toEqual({
      id: draft.summary.id,
      deleted: true,
    })
    expect((await app.anna.get(`/ruleset/${draft.summary.id}?${at}`)).status).toBe(404)
    const edited = await anna.save(await activated(), { remove: ['a'] })
    expect(await remove(edited.summary.id, anna.openOf(edited))).toEqual({
      id: edited.summary.id,
      deleted: false,
    })
    expect(await anna.get(edited.summary.id)).toMatchObject({ open: null, active: { version: 1 } })
  })

  it('is archived only with approval, and can come back', async () => {
    const active = await activated()
    const asked = await anna.archive(active, { note: 'Not needed any more' })
    expect(asked).toMatchObject({
      summary: { archived: false, activeVersion: 1 },
      open: { archives: true, state: 'PENDING_APPROVAL', contentHash: active.active?.contentHash },
    })
    const archived = await bert.approve(asked)
    expect(archived).toMatchObject({
      summary: { archived: true, activeVersion: null, name: 'Card routing' },
      active: null,
      open: null,
    })
    const restored = await bert.approve(await anna.submit(await anna.restore(archived, 1)))
    expect(restored).toMatchObject({
      summary: { archived: false, activeVersion: 3 },
      active: { contentHash: active.active?.contentHash },
    })
  })

  it('that was to be archived can be edited instead', async () => {
    const asked = await anna.archive(await activated(), { note: 'Not needed any more' })
    const kept = await anna.save(await bert.deny(asked, { note: 'Still needed' }), { priority: 20 })
    expect(kept.open).toMatchObject({ archives: false, state: 'DRAFT', priority: 20 })
  })

  it('restored has the very bytes of the earlier version', async () => {
    const odd = row('a', 1, {
      conditions: {
        amount: {
          op: 'moneyRange',
          max: { SEK: '5000', EUR: '500', NOK: '5000' },
          onMissing: 'NO_MATCH',
          maxInclusive: false,
          minInclusive: true,
        },
        userCountry: { values: ['SWE', 'EEA'], op: 'in' },
      },
    })
    const first = await bert.approve(await anna.submit(await anna.create({ rules: [odd] })))
    const id = first.summary.id
    const second = await bert.approve(
      await anna.submit(
        await anna.save(first, { name: 'Other', remove: [], upsert: [withoutNo(row('z', 0))] }),
      ),
    )
    expect(second.active?.contentHash).not.toBe(first.active?.contentHash)
    const draft = await anna.restore(second, 1)
    expect(draft.open).toMatchObject({ version: 3, basedOn: 2, changeNote: 'Rollback to v1' })
    expect(draft.open?.contentHash).toBe(first.active?.contentHash)
    const rows = await app.db
      .withTables<{ rulesetVersion: { rulesetId: string; version: number; rules: unknown } }>()
      .selectFrom('rulesetVersion')
      .select(({ cast }) => ['version', cast<string>('rules', 'text').as('text')])
      .where('rulesetId', '=', id)
      .orderBy('version')
      .execute()
    expect(rows.map(({ version }) => version)).toEqual([1, 2, 3])
    expect(rows[2]?.text).toBe(rows[0]?.text)
    expect(rows[0]?.text).toContain('{"SEK":"5000","EUR":"500","NOK":"5000"}')
  })

  it('is cloned from brand to brand by those who work for both', async () => {
    const active = await activated()
    const copied = await app.bert.post(`/ruleset/${active.summary.id}/clone?merchantId=${sibling}`, {
      name: 'The same for the other brand',
      note: 'Worked well for the brand',
    })
    expect(copied.status, copied.text).toBe(200)
    expect(copied.body).toMatchObject({
      summary: { merchantId: sibling, name: 'The same for the other brand' },
    })
    const onlyThere = app.as({ username: 'dora', homeMerchantId: sibling, merchants: [] })
    const refused = await onlyThere.post(`/ruleset/${active.summary.id}/clone?merchantId=${sibling}`, {
      name: 'Of somebody else',
      note: 'Worked well for the brand',
    })
    expect(refused.status).toBe(404)
  })

  it('cloned is a draft of its own with the same rows', async () => {
    const active = await activated()
    const answer = await app.bert.post(`/ruleset/${active.summary.id}/clone?merchantId=${group}`, {
      name: 'For everybody',
      note: 'Worked well for the brand',
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body).toMatchObject({
      summary: { merchantId: group, name: 'For everybody', activeVersion: null },
      open: { state: 'DRAFT', rules: active.active?.rules },
    })
    expect(answer.body.summary.id).not.toBe(active.summary.id)

    const draft = await anna.save(active, { upsert: [withoutNo(row('a', 0, { name: 'Not active yet' }))] })
    const ofDraft = await app.bert.post(`/ruleset/${active.summary.id}/clone?merchantId=${group}`, {
      name: 'Of the draft',
      note: 'What is being prepared',
      version: draft.open?.version,
    })
    expect(ofDraft.body).toMatchObject({ open: { state: 'DRAFT', rules: draft.open?.rules } })
  })

  it('shows its last thirty versions, newest first, and pages further', async () => {
    let ruleset = await activated()
    for (let version = 2; version <= 33; version++)
      ruleset = await anna.submit(await anna.save(ruleset, { name: `Name ${version}` }))
    const path = `/ruleset/${ruleset.summary.id}/history?${at}`
    const { items } = (await app.anna.get(path)).body
    expect(items.map(({ version }: { version: number }) => version)).toEqual(
      Array.from({ length: 30 }, (_, index) => 33 - index),
    )
    expect(items[0]).toMatchObject({ state: 'ACTIVE', name: 'Name 33', changeNote: 'An edit of rows' })
    expect(items[0]).not.toHaveProperty('rules')
    const older = (await app.anna.get(`${path}&before=4&limit=2`)).body.items
    expect(older.map(({ version }: { version: number }) => version)).toEqual([3, 2])
  })
})

describe('every step', () => {
  it('is in the audit log with its note and what changed, never with all the rows', async () => {
    const active = await activated()
    const changed = withoutNo(row('a', 0, { outputs: { psp: 'kestrelcard', pspAccount: 'default' } }))
    await bert.approve(await anna.submit(await anna.save(active, { upsert: [changed] })))
    const entries = await auditOf(active.summary.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'CREATE',
      'SUBMIT',
      'APPROVE',
      'ACTIVATE',
      'SAVE',
      'SUBMIT',
      'APPROVE',
      'ACTIVATE',
    ])
    expect(entries.map(({ actorName }) => actorName)).toEqual([
      'anna',
      'anna',
      'bert',
      'bert',
      'anna',
      'anna',
      'bert',
      'bert',
    ])
    expect(entries[4]).toMatchObject({
      note: 'An edit of rows',
      changeType: 'UPDATE',
      after: {
        changes: {
          rows: [
            {
              change: 'changed',
              no: 1,
              cells: {
                psp: { from: 'acmecards', to: 'kestrelcard' },
                pspAccount: { from: '3DS', to: 'default' },
              },
            },
          ],
        },
      },
    })
    expect(JSON.stringify(entries)).not.toContain('"conditions"')
  })

  it('of a large ruleset leaves a small entry', async () => {
    const rules = Array.from({ length: 2_000 }, (_, index) => row(`r${index}`, index + 1))
    const draft = await anna.create({ rules })
    await anna.save(draft, { upsert: rules.map((rule) => withoutNo({ ...rule, name: 'Renamed' })) })
    const [, save] = await auditOf(draft.summary.id)
    expect(JSON.stringify(save).length).toBeLessThan(50_000)
    expect(save?.after).toMatchObject({ changes: { rowsChanged: 2_000 } })
  })

  it('tried twice under one operation id is done once, and answered with what came of it', async () => {
    const draft = await anna.create()
    const headers = { 'x-operation-id': '01900000-0000-4000-8000-0000000000aa' }
    const body = { ...anna.openOf(draft), changes: { priority: 44 }, changeNote: 'Once' }
    const path = `/ruleset/${draft.summary.id}?${at}`
    const [first, second] = [
      await app.anna.put(path, body, { headers }),
      await app.anna.put(path, body, { headers }),
    ]
    expect(second.headers['x-operation-replay']).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(second.body.open).toMatchObject({ revision: 2, priority: 44 })
    const kept = await app.db
      .selectFrom('operation')
      .select('reply')
      .where('operationId', '=', headers['x-operation-id'])
      .executeTakeFirst()
    expect(kept?.reply).toEqual({ merchantId: brand, id: draft.summary.id, version: 1, revision: 2 })
  })

  it('is told to those who look', async () => {
    const draft = await anna.create()
    await anna.submit(draft)
    const events = await app.db
      .selectFrom('outbox')
      .select(['topic', 'merchantId', 'payload'])
      .where('key', '=', draft.summary.id)
      .orderBy('id')
      .execute()
    expect(events).toMatchObject([
      { topic: 'ruleset', merchantId: brand, payload: { state: 'DRAFT', table: 'psp-routing' } },
      { topic: 'ruleset', merchantId: brand, payload: { state: 'PENDING_APPROVAL' } },
    ])
  })
})

describe('four eyes', () => {
  it('approver and author are never the same, nor is anybody who edited the draft', async () => {
    const draft = await bert.save(await anna.create(), { priority: 11 })
    const pending = await anna.submit(draft)
    const path = `/ruleset/${pending.summary.id}/approve?${at}`
    for (const client of [app.anna, app.bert]) {
      const answer = await client.post(path, anna.openOf(pending))
      expect(answer.status, answer.text).toBe(403)
      expect(answer.body.code).toBe('FOUR_EYES')
    }
    expect(pending.open?.editors).toEqual(['anna', 'bert'])
    expect((await anna.get(pending.summary.id)).open?.state).toBe('PENDING_APPROVAL')
    expect((await steps(app.cara).approve(pending)).active?.version).toBe(1)
  })

  it('only its authors submit a draft; who edits it is one, and cannot approve it either', async () => {
    const draft = await anna.create()
    const refused = await app.bert.post(`/ruleset/${draft.summary.id}/submit?${at}`, bert.openOf(draft))
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('Only its authors can submit')
    expect((await anna.get(draft.summary.id)).open?.state).toBe('DRAFT')
    const pending = await bert.submit(await bert.save(draft, { priority: 11 }))
    const path = `/ruleset/${pending.summary.id}/approve?${at}`
    expect((await app.bert.post(path, bert.openOf(pending))).body.code).toBe('FOUR_EYES')
  })

  it('an author can neither deny nor approve an archive they asked for', async () => {
    const asked = await anna.archive(await activated(), { note: 'Not needed any more' })
    for (const step of ['approve', 'deny']) {
      const body = { ...anna.openOf(asked), note: 'Myself' }
      const answer = await app.anna.post(`/ruleset/${asked.summary.id}/${step}?${at}`, body)
      expect(answer.body.code).toBe('FOUR_EYES')
    }
  })

  it('is not asked for names and notes', async () => {
    const active = await activated()
    const renamed = withoutNo(row('a', 0, { name: 'Swedish cards', note: 'Cheapest for them' }))
    const after = await anna.submit(await anna.save(active, { name: 'Cards', upsert: [renamed] }))
    expect(after).toMatchObject({ active: { version: 2, name: 'Cards', decisions: [] }, open: null })
  })

  it('is asked for anything else, however small', async () => {
    const applePay = row('b', 2, { conditions: { txType: { op: 'in', values: ['ApplePayDeposit'] } } })
    for (const changes of [
      { priority: 11 },
      { enabled: false },
      { inherit: 'ENFORCED' },
      { order: ['b', 'a'] },
      // What is renamed and moved at once is another order all the same.
      { order: ['b', 'a'], upsert: [withoutNo({ ...applePay, name: 'Apple Pay' })] },
      { order: ['b', 'a'], upsert: [withoutNo(row('a', 1, { name: 'Cards' }))] },
      { upsert: [withoutNo({ ...applePay, enabled: false })] },
    ]) {
      const active = await activated({ rules: [row('a', 1), applePay] })
      const after = await anna.submit(await anna.save(active, changes))
      expect(after.open?.state).toBe('PENDING_APPROVAL')
    }
  })

  it('approval is for what was read: a revision that moved on is refused', async () => {
    const pending = await anna.submit(await anna.create())
    const edited = await anna.submit(await anna.save(await anna.withdraw(pending), { remove: ['b'] }))
    const path = `/ruleset/${pending.summary.id}/approve?${at}`
    const stale = await app.bert.post(path, bert.openOf(pending))
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({ code: 'VERSION_CONFLICT', current: { open: { revision: 2 } } })
    expect((await app.bert.post(path, bert.openOf(edited))).status).toBe(200)
  })

  it('a version begun from another base is not approved', async () => {
    const pending = await anna.submit(await anna.save(await activated(), { priority: 12 }))
    await app.db
      .withTables<{ rulesetVersion: { rulesetId: string; version: number; basedOn: number } }>()
      .updateTable('rulesetVersion')
      .set({ basedOn: 7 })
      .where('rulesetId', '=', pending.summary.id)
      .where('version', '=', 2)
      .execute()
    const answer = await app.bert.post(`/ruleset/${pending.summary.id}/approve?${at}`, bert.openOf(pending))
    expect(answer.status).toBe(409)
    expect(answer.body).toMatchObject({ code: 'INVALID_STATE', current: { active: { version: 1 } } })
    expect(answer.body.message).toContain('Another version became active since')
  })
})

describe('a step out of turn', () => {
  it('is refused with the state things are in', async () => {
    const draft = await anna.create()
    const path = (step: string) => `/ruleset/${draft.summary.id}/${step}?${at}`
    const body = anna.openOf(draft)
    const refused = async (step: string, extra: object = {}) =>
      (await app.bert.post(path(step), { ...body, ...extra })).body
    expect(await refused('approve')).toMatchObject({
      code: 'INVALID_STATE',
      current: { open: { state: 'DRAFT' } },
    })
    expect(await refused('withdraw')).toMatchObject({ code: 'INVALID_STATE' })
    expect(await refused('archive', { note: 'why not' })).toMatchObject({ code: 'INVALID_STATE' })
    await anna.submit(draft)
    const save = await app.anna.put(`/ruleset/${draft.summary.id}?${at}`, {
      ...body,
      changes: { remove: ['a'] },
      changeNote: 'Too late',
    })
    expect(save.body).toMatchObject({
      code: 'INVALID_STATE',
      current: { open: { state: 'PENDING_APPROVAL' } },
    })
    expect((await app.anna.delete(`/ruleset/${draft.summary.id}?${at}&version=1&revision=1`)).status).toBe(
      409,
    )
    expect((await anna.get(draft.summary.id)).open?.rules).toHaveLength(2)
  })

  it('is submitted with a reason of ten characters, of the draft or of its own', async () => {
    const draft = await anna.create({})
    const { id } = draft.summary
    const short = { ...anna.openOf(draft), changes: { priority: 12 }, changeNote: 'Less' }
    const saved = (await app.anna.put(`/ruleset/${id}?${at}`, short)).body as typeof draft
    const submit = (note?: string) =>
      app.anna.post(`/ruleset/${id}/submit?${at}`, { ...anna.openOf(saved), ...(note && { note }) })
    for (const note of [undefined, 'Nine char', '  Nine char  '])
      expect((await submit(note)).body).toMatchObject({
        code: 'INVALID',
        fields: [{ field: 'note', message: 'Must be 10 to 500 characters' }],
      })
    expect((await submit('x'.repeat(501))).status).toBe(422)
    expect((await submit('Ten chars!')).status).toBe(200)
  })

  it('needs a note where a note is asked for', async () => {
    const answer = await app.anna.post(`/ruleset?${at}`, { table: 'psp-routing', content: content() })
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ field: 'changeNote' }))
    const short = await app.anna.post(`/ruleset?${at}`, {
      table: 'psp-routing',
      content: content(),
      changeNote: 'ok',
    })
    expect(short.status).toBe(422)
    const draft = await anna.create()
    const save = (more: object) =>
      app.anna.put(`/ruleset/${draft.summary.id}?${at}`, {
        ...anna.openOf(draft),
        changes: { name: 'Renamed' },
        ...more,
      })
    for (const more of [{}, { changeNote: '' }, { changeNote: 'ok' }]) {
      const saved = await save(more)
      expect(saved.status, saved.text).toBe(422)
      expect(saved.body.fields).toEqual([expect.objectContaining({ field: 'changeNote' })])
    }
    expect((await save({ changeNote: 'A better name' })).status).toBe(200)
  })
})
