import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Scheduler } from '../../kit/jobs/scheduler.ts'
import { activateDue } from './activate-due.ts'
import { row, rulesetApp, steps, withoutNo, type RulesetApp } from './testing/ruleset-app.ts'
import { inlineRulesetWorker } from './ruleset-worker/ruleset-worker.ts'

let app: RulesetApp
let anna: ReturnType<typeof steps>
let bert: ReturnType<typeof steps>
beforeAll(async () => {
  app = await rulesetApp()
  anna = steps(app.anna)
  bert = steps(app.bert)
})
afterAll(() => app.close())

const noon = new Date('2031-05-01T12:00:00.000Z')
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const effectiveFrom = later(30).toISOString()

/** As a node does it; two of them to see that one is enough. */
async function runDue() {
  const nodes = [1, 2].map(
    () => new Scheduler({ deps: app.deps, jobs: [activateDue(app.deps, inlineRulesetWorker)] }),
  )
  for (const node of nodes) await node.declare()
  await Promise.all(nodes.map((node) => node.runDue()))
}

const scheduled = async () => {
  app.clock.now = noon
  const active = await bert.approve(await anna.submit(await anna.create()))
  const draft = await anna.save(active, { upsert: [withoutNo(row('c', 0))] })
  return bert.approve(await anna.submit(draft, { effectiveFrom }))
}
const actionsOf = async (id: string) =>
  (
    await app.db.selectFrom('auditEntry').select('action').where('entityId', '=', id).orderBy('seq').execute()
  ).map(({ action }) => action)

const alertsOf = (id: string) =>
  app.db
    .withTables<{ alert: { source: string; key: string; subject: string; state: string; title: string } }>()
    .selectFrom('alert')
    .select(['key', 'state', 'title', 'subject'])
    .where('source', '=', 'RULE_SCHEDULE')
    .where('key', '=', `${id}@2`)
    .execute()

describe('a version with a date', () => {
  it('waits for it, then becomes active once by itself', async () => {
    const waiting = await scheduled()
    expect(waiting).toMatchObject({ active: { version: 1 }, open: { state: 'SCHEDULED', effectiveFrom } })
    await runDue()
    expect((await anna.get(waiting.summary.id)).open?.state).toBe('SCHEDULED')
    app.clock.now = later(31)
    await runDue()
    expect(await anna.get(waiting.summary.id)).toMatchObject({
      summary: { activeVersion: 2, rules: 3 },
      active: { version: 2, state: 'ACTIVE', activatedAt: later(31).toISOString() },
      open: null,
    })
    expect((await actionsOf(waiting.summary.id)).filter((action) => action === 'ACTIVATE')).toHaveLength(2)
  })

  it('that passed while it waited for approval is no reason to wait longer', async () => {
    app.clock.now = noon
    const pending = await anna.submit(await anna.create(), { effectiveFrom })
    app.clock.now = later(45)
    expect((await bert.approve(pending)).active?.version).toBe(1)
  })

  it('can be taken back', async () => {
    const waiting = await scheduled()
    const draft = await anna.withdraw(waiting)
    expect(draft.open).toMatchObject({ state: 'DRAFT', effectiveFrom: null })
    app.clock.now = later(60)
    await runDue()
    expect((await anna.get(waiting.summary.id)).active?.version).toBe(1)
  })

  it('is checked again: what does not hold any more stays scheduled, said once, and nothing changes', async () => {
    const waiting = await scheduled()
    const { id } = waiting.summary
    await app.db
      .withTables<{ rulesetVersion: { rulesetId: string; version: number; preconditions: string } }>()
      .updateTable('rulesetVersion')
      .set({ preconditions: '{"userCountry":{"op":"in","values":["ATLANTIS"]}}' })
      .where('rulesetId', '=', id)
      .where('version', '=', 2)
      .execute()
    app.clock.now = later(31)
    await runDue()
    app.clock.now = later(40)
    await runDue()
    const after = await anna.get(id)
    expect(after).toMatchObject({
      active: { version: 1, state: 'ACTIVE' },
      open: { version: 2, state: 'SCHEDULED' },
    })
    expect(after.open?.activationProblem).toContain('ATLANTIS')
    expect((await actionsOf(id)).filter((action) => action === 'ACTIVATION_FAILED')).toHaveLength(1)
    expect(await alertsOf(id)).toEqual([
      {
        key: `${id}@2`,
        state: 'OPEN',
        title: 'PSP routing: version 2 of Card routing was not activated on its date',
        subject: `/routing/psp-routing ${id}`,
      },
    ])
    await anna.withdraw(after)
    expect(await alertsOf(id)).toMatchObject([{ state: 'RESOLVED' }])
  })
})
