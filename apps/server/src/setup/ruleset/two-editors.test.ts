import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import { changesBetween } from '@signalbox/model/rules/changes-between'
import { mergeRulesets } from '@signalbox/model/rules/ruleset-merge'
import type { RulesetContent, RulesetRevision } from '@signalbox/model/rules/ruleset'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { row, steps, withoutNo } from './testing/ruleset-app.ts'

let one: TestPlatform
let first: Client
let second: Client
beforeAll(async () => {
  one = await testPlatform()
  const two = await one.anotherNode()
  first = await one.as('rules')
  second = await two.as('rules2')
})
afterAll(() => one.close())

const at = 'merchantId=100010001'
const contentOf = (revision: RulesetRevision | null): RulesetContent => {
  if (!revision) throw new Error('There is no draft')
  const { name, note, priority, inherit, enabled, preconditions, rules } = revision
  return { name, note, priority, inherit, enabled, preconditions, rules }
}
const save = (client: Client, { summary, open, active }: RulesetInFull, changes: object) => {
  const { version, revision } = open ?? active ?? { version: 0, revision: 0 }
  return client.put(`/ruleset/${summary.id}?${at}`, { version, revision, changes, changeNote: 'Two editors' })
}

describe('two editors on two nodes', () => {
  it('one saves, the other gets what the first made of it, and together nothing is lost', async () => {
    const seen = await steps(first).create()
    const base = contentOf(seen.open)
    const mine: RulesetContent = { ...base, rules: [...base.rules, row('mine', 3)] }
    const theirs: RulesetContent = { ...base, rules: [...base.rules, row('theirs', 3)] }
    const answers = await Promise.all([
      save(first, seen, changesBetween(base, mine)),
      save(second, seen, changesBetween(base, theirs)),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const lostFirst = answers[0].status === 409
    const [loser, wanted] = lostFirst ? [first, mine] : [second, theirs]
    const refused = answers[lostFirst ? 0 : 1].body
    expect(refused.code).toBe('VERSION_CONFLICT')
    const current = refused.current as RulesetInFull
    const now = contentOf(current.open)
    const { merged, conflicts } = mergeRulesets(base, wanted, now)
    expect(conflicts).toEqual([])
    const again = await save(loser, current, changesBetween(now, merged))
    expect(again.status, again.text).toBe(200)
    const { open } = await steps(loser).get(seen.summary.id)
    expect(open?.rules.map(({ id }) => id).sort()).toEqual(['a', 'b', 'mine', 'theirs'])
  })

  it('many edits at once: each is either in the ruleset or was refused', async () => {
    const seen = await steps(first).create()
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        save(n % 2 ? second : first, seen, { upsert: [withoutNo(row(`row-${n}`, 0))] }),
      ),
    )
    const written = answers.flatMap(({ status }, n) => (status === 200 ? [`row-${n}`] : []))
    expect(written).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(11)
    const after = await steps(second).get(seen.summary.id)
    expect(after.open?.rules.map(({ id }) => id)).toEqual(['a', 'b', ...written])
  })

  it('both begin a draft of what is active: there is one draft', async () => {
    const author = steps(first)
    const active = await steps(second).approve(await author.submit(await author.create()))
    const answers = await Promise.all([
      save(first, active, { priority: 21 }),
      save(second, active, { priority: 22 }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('a draft that was thrown away and begun anew is not taken for the old one', async () => {
    const author = steps(first)
    const active = await steps(second).approve(await author.submit(await author.create()))
    const old = await author.save(active, { remove: ['a'] })
    const { version, revision } = author.openOf(old)
    await first.delete(`/ruleset/${old.summary.id}?${at}&version=${version}&revision=${revision}`)
    await steps(second).save(active, { remove: ['b'] })
    const late = await save(first, old, { name: 'Still on the old one' })
    expect(late.status).toBe(409)
    expect(late.body.current.open.rules.map(({ id }: { id: string }) => id)).toEqual(['a'])
  })

  it('two approvals at once make it active once', async () => {
    const author = steps(first)
    const pending = await author.submit(await author.create())
    const admin = await one.as('admin')
    const path = `/ruleset/${pending.summary.id}/approve?${at}`
    const answers = await Promise.all(
      [second, admin].map((client) => client.post(path, author.openOf(pending))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await author.get(pending.summary.id)).active?.decisions).toHaveLength(1)
  })
})
