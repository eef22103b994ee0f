import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { Rule } from '@signalbox/model/rules/rule'
import { Scheduler } from '../../kit/jobs/scheduler.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { revertUnconfirmed } from './revert-unconfirmed.ts'
import {
  approvedBy,
  brand,
  row,
  rulesetApp,
  steps,
  withoutNo,
  type RulesetApp,
} from './testing/ruleset-app.ts'

let app: RulesetApp
let now: Date
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms)
  app.clock.now = now
}
let anna: ReturnType<typeof steps>
let bert: ReturnType<typeof steps>
let cara: ReturnType<typeof steps>
const at = `merchantId=${brand}`
beforeAll(async () => {
  app = await rulesetApp()
  now = new Date('2031-05-01T12:00:00.000Z')
  app.clock.now = now
  anna = steps(app.anna)
  bert = steps(app.bert)
  cara = steps(app.cara)
})
afterAll(() => app.close())

const sweden: Rule['conditions'] = { userCountry: { op: 'in', values: ['SWE'] } }
const rowsOf = (outputs: Rule['outputs'], conditions = sweden) => [row('a', 1, { conditions, outputs })]
const fee = { percentageFee: 25_000 }
const limit = (max: string) => ({ min: { EUR: '100' }, max: { EUR: max } })
const decline = { action: 'DECLINE' }

const draft = (table: string, outputs: Rule['outputs'], priority = 10) =>
  anna.create({ name: `Change of ${table}`, rules: rowsOf(outputs), priority }, table)
const changed = (active: RulesetInFull, outputs: Rule['outputs']) =>
  anna.save(active, { upsert: rowsOf(outputs).map(withoutNo) })
const assessed = async ({ summary }: RulesetInFull) =>
  (await app.anna.get(`/ruleset/${summary.id}/assessment?${at}`)).body
const move = (client: Client, ruleset: RulesetInFull, step: string, body: object = {}) =>
  client.post(`/ruleset/${ruleset.summary.id}/${step}?${at}`, { ...anna.openOf(ruleset), ...body })
const auditOf = async (id: string) =>
  app.db
    .selectFrom('auditEntry')
    .select(['action', 'actorName'])
    .where('entityId', '=', id)
    .where('action', 'not like', 'POST%')
    .orderBy('seq')
    .execute()
/** In effect, with as many approvals as it takes. */
const inEffect = async (ruleset: RulesetInFull) => {
  const pending = await anna.submit(ruleset)
  const once = await bert.approve(pending)
  return once.open ? cara.approve(once) : once
}

describe('the policy of a change', () => {
  it.each([
    ['psp-routing', { psp: 'acmecards', pspAccount: '3DS' }, 'ONE', null, false],
    ['fee', fee, 'TWO', null, false],
    ['limit', limit('10000'), 'ONE', 'TIGHTENS', true],
    ['general-block', decline, 'ONE', 'TIGHTENS', true],
    ['general-block', { action: 'ACCEPT' }, 'ONE', 'LOOSENS', false],
    ['approval', { approvalMethod: 'AUTOMATIC' }, 'TWO', 'LOOSENS', false],
  ] as const)(
    'of a new ruleset in %s with %j is %s',
    async (table, outputs, policy, direction, breakGlass) => {
      expect(await assessed(await draft(table, outputs))).toMatchObject({ policy, direction, breakGlass })
    },
  )

  it('of a raised limit is one approver and no emergency; of a lowered one an emergency may be', async () => {
    const active = await inEffect(await draft('limit', limit('10000'), 20))
    const raised = await changed(active, limit('20000'))
    expect(await assessed(raised)).toMatchObject({ policy: 'ONE', direction: 'LOOSENS', breakGlass: false })
    const lowered = await changed(raised, limit('5000'))
    expect(await assessed(lowered)).toMatchObject({ policy: 'ONE', direction: 'TIGHTENS', breakGlass: true })
  })

  it('of a disabled row is nobody, also in a table that moves money', async () => {
    const active = await inEffect(await draft('fee', fee))
    const off = { ...row('z', 2, { outputs: { percentageFee: 1 } }), enabled: false }
    const saved = await anna.save(active, { upsert: [withoutNo(off)] })
    expect(await anna.submit(saved)).toMatchObject({
      open: null,
      active: { version: 2, approval: { policy: 'NONE' } },
    })
  })

  it('counts all rulesets of the table: a block below one that blocks already changes nothing', async () => {
    await inEffect(await draft('ip-block', decline, 1))
    expect(await assessed(await draft('ip-block', decline, 2))).toMatchObject({
      direction: 'NEUTRAL',
      breakGlass: false,
    })
  })
})

describe('two approvers', () => {
  it('are two other people, in whichever order', async () => {
    const pending = await anna.submit(await draft('fee', fee, 30))
    expect(pending.open?.approval).toMatchObject({ policy: 'TWO', needed: 2, approvedBy: [] })
    expect((await move(app.anna, pending, 'approve')).body.code).toBe('FOUR_EYES')
    const once = await bert.approve(pending)
    expect(once).toMatchObject({
      active: null,
      open: { state: 'PENDING_APPROVAL', approval: { approvedBy: ['bert'] } },
    })
    const again = await move(app.bert, once, 'approve')
    expect(again.body).toMatchObject({
      code: 'FOUR_EYES',
      message: expect.stringContaining('already approved'),
    })
    expect(await cara.approve(once)).toMatchObject({ open: null, active: { version: 1 } })
    expect(
      (await auditOf(pending.summary.id)).map(({ action, actorName }) => `${actorName} ${action}`),
    ).toEqual(['anna CREATE', 'anna SUBMIT', 'bert APPROVE', 'cara APPROVE', 'cara ACTIVATE'])
  })

  it('at once are both counted, and one of them alone does not count twice', async () => {
    const pending = await anna.submit(await draft('fee', fee, 31))
    const both = await Promise.all([move(app.bert, pending, 'approve'), move(app.cara, pending, 'approve')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await anna.get(pending.summary.id)).active?.version).toBe(1)
    const next = await anna.submit(
      await changed(await anna.get(pending.summary.id), { percentageFee: 30_000 }),
    )
    const twice = await Promise.all([move(app.bert, next, 'approve'), move(app.bert, next, 'approve')])
    expect(twice.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await anna.get(next.summary.id)).open?.state).toBe('PENDING_APPROVAL')
  })

  it('start anew after an edit, and the second editor cannot approve', async () => {
    const once = await bert.approve(await anna.submit(await draft('fee', fee, 32)))
    const withdrawn = await anna.withdraw(once)
    const edited = await cara.save(withdrawn, { priority: 33 })
    const pending = await cara.submit(edited)
    expect(pending.open?.approval?.approvedBy).toEqual([])
    expect((await move(app.cara, pending, 'approve')).body.code).toBe('FOUR_EYES')
    expect((await move(app.anna, pending, 'approve')).body.code).toBe('FOUR_EYES')
    expect((await bert.approve(pending)).active).toBeNull()
  })
})

describe('one approver', () => {
  it('of two at once decides; the other is refused', async () => {
    const pending = await anna.submit(await draft('general-block', decline, 40))
    const answers = await Promise.all([
      move(app.bert, pending, 'approve'),
      move(app.cara, pending, 'approve'),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })
})

describe('breaking glass', () => {
  const reason = { note: 'A card testing attack is running' }
  const day = 24 * 60 * 60 * 1000
  const runJobs = async () => {
    const nodes = [1, 2].map(() => new Scheduler({ deps: app.deps, jobs: [revertUnconfirmed(app.deps)] }))
    for (const node of nodes) await node.declare()
    await Promise.all(nodes.map((node) => node.runDue()))
  }
  const alertsOf = async (id: string) =>
    await app.db
      .withTables<{ alert: { subject: string; state: string; title: string } }>()
      .selectFrom('alert')
      .select(['state', 'title'])
      .where('subject', 'like', `%${id}`)
      .execute()
  const broken = async (table = 'bin-block', priority = 10) => {
    const conditions: Rule['conditions'] = { bin: { op: 'prefix', values: [`4111${priority}`] } }
    const ready = await anna.create({ name: 'Attack', priority, rules: rowsOf(decline, conditions) }, table)
    const answer = await move(app.anna, ready, 'break-glass', reason)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as RulesetInFull
  }

  it('activates a tightening change at once, with an alert, until somebody else confirms it', async () => {
    const active = await broken('bin-block', 10)
    expect(active).toMatchObject({
      open: null,
      active: { approval: { policy: 'BREAK_GLASS' }, emergency: { state: 'UNCONFIRMED' } },
    })
    expect(await alertsOf(active.summary.id)).toMatchObject([
      { state: 'OPEN', title: expect.stringContaining('without approval') },
    ])
    expect((await move(app.anna, active, 'confirm')).body.code).toBe('FOUR_EYES')
    const confirmed = await move(app.bert, active, 'confirm', { note: 'Seen the attack' })
    expect(confirmed.body.active.emergency.state).toBe('CONFIRMED')
    expect(await alertsOf(active.summary.id)).toMatchObject([{ state: 'RESOLVED' }])
    pass(2 * day)
    await runJobs()
    expect((await anna.get(active.summary.id)).active?.version).toBe(1)
    expect((await move(app.bert, active, 'confirm')).status).toBe(409)
  })

  it('is taken back by itself after a day, to the version before', async () => {
    const first = await inEffect(
      await anna.create(
        { rules: rowsOf(decline, { bin: { op: 'prefix', values: ['499900'] } }), priority: 11 },
        'bin-block',
      ),
    )
    const wider = await anna.save(first, {
      upsert: rowsOf(decline, { bin: { op: 'prefix', values: ['499900', '499901'] } }).map(withoutNo),
    })
    const active = (await move(app.anna, wider, 'break-glass', reason)).body as RulesetInFull
    pass(day - 1000)
    await runJobs()
    expect((await anna.get(active.summary.id)).active?.version).toBe(2)
    pass(2000)
    await runJobs()
    const back = await anna.get(active.summary.id)
    expect(back.active).toMatchObject({ version: 3, rules: first.active?.rules, basedOn: 2 })
    const actions = (await auditOf(active.summary.id)).map(
      ({ action, actorName }) => `${actorName} ${action}`,
    )
    expect(actions.slice(-3)).toEqual(['anna ACTIVATE', 'system REVERT', 'system ACTIVATE'])
  })

  it('of a new ruleset ends in the archive when somebody reverts it', async () => {
    const active = await broken('bin-block', 12)
    const reverted = await move(app.bert, active, 'revert', { note: 'False alarm' })
    expect(reverted.body).toMatchObject({ active: null, summary: { archived: true } })
  })

  it('reverted leaves drafts begun on it to be merged, and then approved', async () => {
    const first = await inEffect(await draft('limit', limit('10000'), 13))
    const tight = await changed(first, limit('5000'))
    const urgent = (await move(app.anna, tight, 'break-glass', reason)).body as RulesetInFull
    const begun = await anna.save(urgent, { name: 'Begun in between', priority: 14 })
    expect(begun.open).toMatchObject({ version: 3, basedOn: 2 })
    const back = (await move(app.bert, urgent, 'revert', { note: 'False alarm' })).body as RulesetInFull
    expect(back).toMatchObject({ active: { version: 4, basedOn: 2 }, open: { version: 3 } })
    const refused = await move(app.bert, await anna.submit(begun), 'approve')
    expect(refused).toMatchObject({ status: 409, body: { code: 'INVALID_STATE' } })
    const again = await anna.withdraw(await anna.get(begun.summary.id))
    const merged = (basedOn: number) =>
      app.anna.put(`/ruleset/${begun.summary.id}?${at}`, {
        ...anna.openOf(again),
        changes: { upsert: rowsOf(limit('10000')).map(withoutNo) },
        changeNote: 'Merged with what is active',
        basedOn,
      })
    expect(await merged(2)).toMatchObject({ status: 409, body: { code: 'VERSION_CONFLICT' } })
    const answer = await merged(4)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.open).toMatchObject({ version: 3, basedOn: 4, priority: 14 })
    expect((await inEffect(answer.body)).active).toMatchObject({ version: 3, name: 'Begun in between' })
  })

  it('of a new ruleset, reverted, leaves a draft begun on it that needs no merge: it is approved', async () => {
    const urgent = await broken('bin-block', 15)
    const narrower = rowsOf(decline, { bin: { op: 'prefix', values: ['41111599'] } }).map(withoutNo)
    const begun = await anna.save(urgent, { upsert: narrower, name: 'Begun in between' })
    expect(begun.open).toMatchObject({ version: 2, basedOn: 1 })
    const back = (await move(app.bert, urgent, 'revert', { note: 'False alarm' })).body as RulesetInFull
    expect(back).toMatchObject({ active: null, open: { version: 2, state: 'DRAFT' } })
    const pending = await anna.submit(back)
    expect(pending.open).toMatchObject({ state: 'PENDING_APPROVAL' })
    const approved = await approvedBy(pending, bert, cara)
    expect(approved).toMatchObject({
      active: { version: 2, name: 'Begun in between' },
      summary: { archived: false },
    })
  })

  it('is refused for what lets payments through, for money, without a reason and on top of another', async () => {
    const accept = await draft('general-block', { action: 'ACCEPT' }, 50)
    expect((await move(app.anna, accept, 'break-glass', reason)).status).toBe(409)
    const feeDraft = await draft('fee', fee, 51)
    expect((await move(app.anna, feeDraft, 'break-glass', reason)).body.message).toContain(
      'Only a change that tightens',
    )
    const fine = await anna.create(
      { rules: rowsOf(decline, { bin: { op: 'prefix', values: ['420000'] } }), priority: 13 },
      'bin-block',
    )
    expect((await move(app.anna, fine, 'break-glass', { note: 'short' })).status).toBe(422)
    const active = (await move(app.anna, fine, 'break-glass', reason)).body as RulesetInFull
    const more = await anna.save(active, {
      upsert: [
        withoutNo(
          row('b', 2, { conditions: { bin: { op: 'prefix', values: ['430000'] } }, outputs: decline }),
        ),
      ],
    })
    expect((await move(app.anna, more, 'break-glass', reason)).body.message).toContain(
      'Confirm or revert it first',
    )
    expect((await move(app.bert, await anna.submit(more), 'approve')).body.message).toContain(
      'Confirm or revert',
    )
  })
})
