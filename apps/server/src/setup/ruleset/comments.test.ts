import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSubjects } from '../../kit/subject-seal.ts'
import { brand, rulesetApp, steps, withoutNo, row, type RulesetApp } from './testing/ruleset-app.ts'

let app: RulesetApp
beforeAll(async () => {
  app = await rulesetApp()
})
afterAll(() => app.close())

const at = `merchantId=${brand}`
const told = (rulesetId: string) =>
  app.db
    .withTables<{ rulesetCommentMention: { rulesetId: string; userId: string; commentId: string } }>()
    .selectFrom('rulesetCommentMention')
    .select(['userId', 'commentId'])
    .where('rulesetId', '=', rulesetId)
    .execute()

it('comments on a row reach its authors and whoever spoke before, and are in the audit log', async () => {
  const anna = steps(app.anna)
  const { summary } = await anna.submit(await anna.create())
  const path = `/ruleset/${summary.id}/comment`
  const say = (client: typeof app.anna, text: string, rowId: string | null = 'a') =>
    client.post(`${path}?${at}`, { version: 1, rowId, text })
  const first = await say(app.bert, ' Why this PSP? ')
  expect(first).toMatchObject({ status: 200, body: { author: 'bert', rowId: 'a', text: 'Why this PSP?' } })
  const second = await say(app.cara, 'Same question', null)
  const third = await say(app.anna, 'It is cheaper')
  const listed = (await app.anna.get(`${path}?${at}&version=1`)).body.items
  expect(listed.map((item: { author: string; rowId: string | null }) => [item.author, item.rowId])).toEqual([
    ['bert', 'a'],
    ['cara', null],
    ['anna', 'a'],
  ])
  const people = await told(summary.id)
  const toldOf = (id: string) =>
    people.flatMap(({ userId, commentId }) => (commentId === id ? userId.slice(-1) : [])).toSorted()
  expect([first, second, third].map(({ body }) => toldOf(body.id))).toEqual([['1'], ['1', '2'], ['2', '3']])
  const audited = await app.db
    .selectFrom('auditEntry')
    .select(['actorName', 'after'])
    .where('entityId', '=', summary.id)
    .where('action', '=', 'COMMENT')
    .orderBy('seq')
    .execute()
  const [entry] = await openSubjects(app.db, app.deps.auditKey, audited)
  expect(entry).toMatchObject({
    actorName: 'bert',
    after: { version: 1, row: '1 Row a', comment: 'Why this PSP?' },
  })
})

it('a comment on nothing is refused', async () => {
  const anna = steps(app.anna)
  const active = await steps(app.bert).approve(await anna.submit(await anna.create()))
  const path = `/ruleset/${active.summary.id}/comment?${at}`
  const say = async (body: object) => (await app.bert.post(path, body)).status
  expect(await say({ version: 7, rowId: null, text: 'x' })).toBe(409)
  expect(await say({ version: 1, rowId: 'no-such-row', text: 'x' })).toBe(422)
  expect(await say({ version: 1, rowId: null, text: '   ' })).toBe(422)
  expect(await say({ version: 1, rowId: null, text: 'x'.repeat(1_001) })).toBe(422)
  const draft = await anna.save(active, { remove: ['a'], upsert: [withoutNo(row('c', 0))] })
  expect(await say({ version: draft.open?.version, rowId: 'a', text: 'Why is it gone?' })).toBe(200)
  const view = app.as({ roles: ['RULES'] })
  expect((await view.post(path, { version: 1, rowId: null, text: 'x' })).status).toBe(403)
})
