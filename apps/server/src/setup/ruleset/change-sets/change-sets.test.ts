import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { Rule } from '@signalbox/model/rules/rule'
import { Scheduler } from '../../../kit/jobs/scheduler.ts'
import { testUser, type Client } from '../../../kit/testing/kit-app.ts'
import { inlineRulesetWorker } from '../ruleset-worker/ruleset-worker.ts'
import { activateDue } from '../activate-due.ts'
import {
  approvedBy,
  brand,
  group,
  row,
  rulesetApp,
  sibling,
  steps,
  type RulesetApp,
} from '../testing/ruleset-app.ts'
import { changeSetsToApprove } from './sets-to-approve.ts'
import { releaseDueSets } from './release-due.ts'

const noon = new Date('2031-05-01T12:00:00.000Z')
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const at = `merchantId=${brand}`

let app: RulesetApp
let anna: ReturnType<typeof steps>
let bert: ReturnType<typeof steps>
let cara: ReturnType<typeof steps>
beforeAll(async () => {
  app = await rulesetApp()
  app.clock.now = noon
  anna = steps(app.anna)
  bert = steps(app.bert)
  cara = steps(app.cara)
})
afterAll(() => app.close())

let priority = 0
const draftOf = (table: string, outputs: Rule['outputs'], conditions: Rule['conditions'] = {}) =>
  anna.create(
    { name: `A ${table}`, priority: ++priority, rules: [row('a', 1, { conditions, outputs })] },
    table,
  )
const routing = () => draftOf('psp-routing', { psp: 'acmecards', pspAccount: '3DS' })
const limit = () => draftOf('limit', { min: { EUR: '100' }, max: { EUR: '50000' } })
const fee = () => draftOf('fee', { percentageFee: 25_000 })

const seen = ({ summary, open }: RulesetInFull) => ({
  rulesetId: summary.id,
  version: open?.version ?? 0,
  revision: open?.revision ?? 0,
})
const title = () => `Launch ${++priority}`
const post = (client: Client, path: string, body: object, where = at) =>
  client.post(`/changeset${path}?${where}`, body)
async function setOf(...drafts: RulesetInFull[]): Promise<ChangeSet> {
  const body = { title: title(), note: 'A market opens', members: drafts.map(seen) }
  const answer = await post(app.anna, '', body)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as ChangeSet
}
const move = (client: Client, { id, version }: ChangeSet, step: string, body: object = {}) =>
  post(client, `/${id}/${step}`, { version, ...body })
const moved = async (...step: Parameters<typeof move>): Promise<ChangeSet> => {
  const answer = await move(...step)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as ChangeSet
}
const drafts = ({ members }: ChangeSet) =>
  members.map(({ rulesetId, version, revision }) => ({ rulesetId, version, revision }))
const submit = (set: ChangeSet, body: object = {}) =>
  moved(app.anna, set, 'submit', { members: drafts(set), ...body })
const readSet = async ({ id }: ChangeSet) => (await app.anna.get(`/changeset/${id}?${at}`)).body as ChangeSet
const activeVersions = async ({ members }: ChangeSet) =>
  Promise.all(members.map(async ({ rulesetId }) => (await anna.get(rulesetId)).summary.activeVersion))
/** The moments at which members became active, as payments see them: the id of the transaction that wrote them. */
const writtenBy = async (...ids: string[]) =>
  (
    await app.db
      .selectFrom('auditEntry')
      .select(['entityId', 'at'])
      .where('entityId', 'in', ids)
      .where('action', '=', 'ACTIVATE')
      .execute()
  ).map((entry) => entry.at)

describe('a change set', () => {
  it('releases all its members with the last approval, by the strictest policy among them', async () => {
    const set = await setOf(await routing(), await limit(), await fee())
    const assessed = await app.anna.get(`/changeset/${set.id}/assessment?${at}`)
    expect(assessed.body).toMatchObject({ policy: 'TWO', needed: 2 })
    const pending = await submit(set)
    expect(pending).toMatchObject({ state: 'PENDING_APPROVAL', approval: { policy: 'TWO', approvedBy: [] } })
    const once = await moved(app.bert, pending, 'approve')
    expect(once).toMatchObject({ state: 'PENDING_APPROVAL', approval: { approvedBy: ['bert'] } })
    expect(await activeVersions(once)).toEqual([null, null, null])
    const released = await moved(app.cara, once, 'approve', { note: 'Good to go' })
    expect(released).toMatchObject({ state: 'ACTIVE', activatedAt: noon.toISOString() })
    expect(await activeVersions(released)).toEqual([1, 1, 1])
    const moments = await writtenBy(...released.members.map(({ rulesetId }) => rulesetId))
    expect(moments).toHaveLength(3)
    expect(new Set(moments).size).toBe(1)
    const { items } = (await app.anna.get(`/changeset/${set.id}/history?${at}`)).body
    expect(items.map(({ action, user }: { action: string; user: string }) => `${user} ${action}`)).toEqual([
      'cara ACTIVATE',
      'cara APPROVE',
      'bert APPROVE',
      'anna SUBMIT',
      'anna CREATE',
    ])
  })

  it('is put together and taken apart while it is a draft, and its drafts outlive it', async () => {
    const [one, two] = [await routing(), await limit()]
    const empty = await setOf()
    expect((await move(app.anna, empty, 'submit', { members: [] })).body.fields).toMatchObject([
      { field: 'members', message: 'Please add at least one ruleset' },
    ])
    const first = await moved(app.anna, empty, 'member', { member: seen(one) })
    const both = await moved(app.anna, first, 'member', { member: seen(two) })
    expect(both.memberCount).toBe(2)
    const removed = await app.anna.delete(
      `/changeset/${both.id}/member/${one.summary.id}?${at}&version=${both.version}`,
    )
    expect(removed.body.members).toMatchObject([{ rulesetId: two.summary.id }])
    expect((await anna.get(one.summary.id)).open?.changeSetId).toBeNull()
    const cancelled = await moved(app.anna, removed.body as ChangeSet, 'cancel')
    expect(cancelled.state).toBe('CANCELLED')
    const alone = await anna.submit(await anna.get(two.summary.id))
    expect((await bert.approve(alone)).active?.version).toBe(1)
  })

  it('that was denied returns to its authors, and is submitted again after an edit', async () => {
    const draft = await routing()
    const pending = await submit(await setOf(draft))
    const denied = await moved(app.bert, pending, 'deny', { note: 'Wrong account' })
    expect(denied).toMatchObject({
      state: 'REJECTED',
      decisions: [{ user: 'bert', decision: 'DENY', comment: 'Wrong account' }],
    })
    const edited = await anna.save(await anna.get(draft.summary.id), { note: 'Mended' })
    expect(edited.open?.changeSetId).toBe(pending.id)
    const again = await submit(await readSet(denied))
    expect((await moved(app.bert, again, 'approve')).state).toBe('ACTIVE')
  })

  it('can be withdrawn by its authors, also when only the date is awaited', async () => {
    const pending = await submit(await setOf(await routing()), { activateAt: later(30).toISOString() })
    expect((await move(app.bert, pending, 'withdraw')).status).toBe(403)
    const scheduled = await moved(app.bert, pending, 'approve')
    expect(scheduled).toMatchObject({ state: 'SCHEDULED', members: [{ state: 'SCHEDULED' }] })
    const back = await moved(app.bert, scheduled, 'withdraw')
    expect(back).toMatchObject({ state: 'DRAFT', activateAt: null, members: [{ state: 'DRAFT' }] })
  })
})

describe('a change set with a date', () => {
  const runDue = async () => {
    const jobs = () => [
      activateDue(app.deps, inlineRulesetWorker),
      releaseDueSets(app.deps, inlineRulesetWorker),
    ]
    const nodes = [1, 2].map(() => new Scheduler({ deps: app.deps, jobs: jobs() }))
    for (const node of nodes) await node.declare()
    await Promise.all(nodes.map((node) => node.runDue()))
  }
  const scheduled = async (...members: RulesetInFull[]) => {
    app.clock.now = noon
    return moved(
      app.bert,
      await submit(await setOf(...members), { activateAt: later(30).toISOString() }),
      'approve',
    )
  }

  it('is released once, as a whole', async () => {
    const waiting = await scheduled(await routing(), await limit())
    await runDue()
    expect(await activeVersions(waiting)).toEqual([null, null])
    app.clock.now = later(31)
    await runDue()
    expect(await readSet(waiting)).toMatchObject({ state: 'ACTIVE', activatedAt: later(31).toISOString() })
    expect(await activeVersions(waiting)).toEqual([1, 1])
    expect(await writtenBy(...waiting.members.map(({ rulesetId }) => rulesetId))).toHaveLength(2)
    app.clock.now = noon
  })

  it('stays scheduled as a whole when one member cannot be released, and says which', async () => {
    const kept = await scheduled(await routing(), await limit())
    const [bad] = kept.members.filter(({ table }) => table === 'psp-routing')
    const broken = JSON.stringify([row('a', 1, { outputs: { psp: 'nobody', pspAccount: 'gone' } })])
    await app.db
      .withTables<{ rulesetVersion: { rulesetId: string; rules: string } }>()
      .updateTable('rulesetVersion')
      .set({ rules: broken })
      .where('rulesetId', '=', bad?.rulesetId ?? '')
      .execute()
    app.clock.now = later(31)
    await runDue()
    expect(await readSet(kept)).toMatchObject({
      state: 'SCHEDULED',
      problem: expect.stringContaining('“A psp-routing”'),
    })
    expect(await activeVersions(kept)).toEqual([null, null])
    const alerts = () =>
      app.db
        .withTables<{ alert: { key: string; subject: string; state: string } }>()
        .selectFrom('alert')
        .select(['subject', 'state'])
        .where('key', '=', kept.id)
        .execute()
    expect(await alerts()).toEqual([{ subject: `/rules-hub/overview ${kept.id}`, state: 'OPEN' }])
    await moved(app.bert, await readSet(kept), 'withdraw')
    expect(await alerts()).toMatchObject([{ state: 'RESOLVED' }])
    app.clock.now = noon
  })
})

describe('refused is', () => {
  it('a member that is outdated, with nothing released', async () => {
    const active = await approvedBy(await anna.submit(await routing()), bert)
    const other = await limit()
    const draft = await anna.save(active, { priority: ++priority })
    const pending = await submit(await setOf(draft, other))
    // As if the active version had changed under it.
    await app.db
      .withTables<{ rulesetVersion: { rulesetId: string; version: number; basedOn: number | null } }>()
      .updateTable('rulesetVersion')
      .set({ basedOn: null })
      .where('rulesetId', '=', active.summary.id)
      .where('version', '=', 2)
      .execute()
    const refused = await move(app.bert, pending, 'approve')
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    expect(refused.body.message).toContain('Merge the draft with it first')
    expect((await readSet(pending)).members.map(({ outdated }) => outdated).toSorted()).toEqual([false, true])
    expect((await activeVersions(pending)).toSorted()).toEqual([1, null])
  })

  it('a member that was edited since the person looked', async () => {
    const draft = await routing()
    const set = await setOf(draft)
    await anna.save(draft, { note: 'Edited by somebody else' })
    const refused = await move(app.anna, set, 'submit', { members: drafts(set) })
    expect(refused).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    expect((await move(app.anna, set, 'submit', { members: [] })).status).toBe(409)
  })

  it('a draft that is in another set, was submitted, or is decided alone', async () => {
    const draft = await routing()
    const set = await setOf(draft)
    const other = await setOf()
    expect((await move(app.anna, other, 'member', { member: seen(draft) })).body).toMatchObject({
      code: 'INVALID_STATE',
      message: '“A psp-routing” is already in a change set.',
    })
    const lone = await anna.submit(await limit())
    expect((await move(app.anna, other, 'member', { member: seen(lone) })).status).toBe(409)
    for (const step of ['submit', 'break-glass'])
      expect(
        (
          await app.anna.post(`/ruleset/${draft.summary.id}/${step}?${at}`, {
            ...anna.openOf(draft),
            note: 'On its own, please',
          })
        ).status,
      ).toBe(409)
    const { version, revision } = anna.openOf(draft)
    const discard = `/ruleset/${draft.summary.id}?${at}&version=${version}&revision=${revision}`
    expect((await app.anna.delete(discard)).status).toBe(409)
    const pending = await submit(set)
    const ruleset = await anna.get(draft.summary.id)
    for (const step of ['approve', 'deny', 'withdraw']) {
      const body = { ...anna.openOf(ruleset), note: 'On its own, please' }
      expect((await app.bert.post(`/ruleset/${draft.summary.id}/${step}?${at}`, body)).body.code).toBe(
        step === 'withdraw' ? 'FORBIDDEN' : 'INVALID_STATE',
      )
    }
    expect((await readSet(pending)).state).toBe('PENDING_APPROVAL')
  })

  it('two reviewers at once where one is enough, and one reviewer twice where two are needed', async () => {
    const one = await submit(await setOf(await routing()))
    const both = await Promise.all([
      move(app.bert, one, 'approve'),
      move(app.cara, one, 'deny', { note: 'No' + '!'.repeat(9) }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const two = await submit(await setOf(await fee()))
    const twice = await Promise.all([move(app.bert, two, 'approve'), move(app.bert, two, 'approve')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const once = await readSet(two)
    expect((await move(app.bert, once, 'approve')).body.code).toBe('FOUR_EYES')
    expect(once.state).toBe('PENDING_APPROVAL')
  })

  it('approval by whoever worked on the set or on one member', async () => {
    const byCara = await cara.create({ name: 'By Cara', priority: ++priority })
    const pending = await submit(await setOf(await routing(), byCara))
    for (const client of [app.anna, app.cara])
      expect((await move(client, pending, 'approve')).body.code).toBe('FOUR_EYES')
    expect((await moved(app.bert, pending, 'approve')).state).toBe('ACTIVE')
  })

  it('submission by somebody who worked on neither the set nor one of its drafts', async () => {
    const set = await setOf(await routing())
    const refused = await move(app.bert, set, 'submit', { members: drafts(set) })
    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('Only people who worked on a change set')
    expect((await readSet(set)).state).toBe('DRAFT')
  })

  it('a stale version of the set, a state in which the step makes no sense, and a past date', async () => {
    const set = await setOf(await routing())
    const renamed = await app.anna.put(`/changeset/${set.id}?${at}`, { version: set.version, title: title() })
    expect(renamed.status).toBe(200)
    expect((await move(app.anna, set, 'cancel')).body).toMatchObject({
      code: 'VERSION_CONFLICT',
      current: { id: set.id, version: set.version + 1 },
    })
    const current = renamed.body as ChangeSet
    expect((await move(app.bert, current, 'approve')).status).toBe(409)
    expect(
      (
        await move(app.anna, current, 'submit', {
          members: drafts(current),
          activateAt: later(-5).toISOString(),
        })
      ).body.fields,
    ).toMatchObject([{ field: 'activateAt' }])
  })

  it('the set of another merchant, a ruleset of another, and roles that may not', async () => {
    const set = await setOf(await routing())
    expect((await app.anna.get(`/changeset/${set.id}?merchantId=${sibling}`)).status).toBe(404)
    expect((await app.anna.get(`/changeset/${set.id}?merchantId=${group}`)).status).toBe(200)
    const foreign = await steps(app.anna, sibling).create({ priority: ++priority })
    expect((await move(app.anna, set, 'member', { member: seen(foreign) })).status).toBe(404)
    const fromAbove = await app.anna.post(`/changeset/${set.id}/member?merchantId=${group}`, {
      version: set.version,
      member: seen(foreign),
    })
    expect(fromAbove.body.fields).toMatchObject([{ code: 'OTHER_MERCHANT' }])
    const viewer = app.as({ username: 'vera', roles: ['RULES', 'RULES_HUB_PILOT'] })
    expect((await viewer.get(`/changeset/${set.id}?${at}`)).status).toBe(200)
    expect((await move(viewer, set, 'cancel')).status).toBe(403)
    const outsider = app.as({ username: 'otto', roles: ['RULES_ADMIN'] })
    expect((await outsider.get(`/changeset?${at}`)).status).toBe(403)
    expect((await app.anna.get(`/changeset/nobody?${at}`)).status).toBe(404)
  })
})

describe('people hear of it', () => {
  const inboxOf = async (username: string, id: string) =>
    changeSetsToApprove({
      tx: app.db,
      user: testUser({ id, username }),
      merchants: [brand],
      now: noon,
      deps: app.deps,
    })

  it('in the inbox of those who may approve it, and of nobody who worked on it', async () => {
    const pending = await submit(await setOf(await routing()))
    const forBert = await inboxOf('bert', '01900000-0000-7000-8000-000000000002')
    expect(forBert.find(({ record }) => record === pending.id)).toMatchObject({
      title: `Change set: ${pending.title}`,
    })
    const forAnna = await inboxOf('anna', '01900000-0000-7000-8000-000000000001')
    expect(forAnna.find(({ record }) => record === pending.id)).toBeUndefined()
  })
})
