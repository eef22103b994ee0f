import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '@signalbox/model/rules/rule'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { demoRulesets } from '@signalbox/sandbox/demo/rules/index'
import { demoContent } from '@signalbox/sandbox/demo/seed-rules'
import { EventFeed } from '../../kit/events/event-feed.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { oneIn } from '../../testing/one-in.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { CompiledVersions } from './compiled-versions.ts'
import { ActiveRules } from './active-rules.ts'
import { approvedBy, row, steps, withoutNo } from './testing/ruleset-app.ts'
import { inlineRulesetWorker } from './ruleset-worker/ruleset-worker.ts'

let platform: TestPlatform
let feed: EventFeed
let activeRules: ActiveRules
let client: Client
let approvers: Readonly<Record<'kyc' | 'rules', readonly Client[]>>
beforeAll(async () => {
  platform = await testPlatform()
  const { db, log } = platform.deps
  feed = new EventFeed({ db, log, pollMs: 1_000_000 })
  await feed.start()
  activeRules = new ActiveRules({ db, log, feed, versions: new CompiledVersions(inlineRulesetWorker) })
  client = await platform.as('admin')
  approvers = {
    kyc: [await platform.as('kyc')],
    rules: [await platform.as('rules2'), await platform.as('rules')],
  }
})
afterAll(async () => {
  await activeRules.stop()
  await feed.stop()
  await platform.close()
})

const merchantId = 100010001
const edited = decisionTables.filter(({ slug }) => slug !== 'maintenance')

/** A row for one user alone, saying what a row of the demo says. */
function rowOf(slug: string, info: string): Rule {
  const table = decisionTables.find((declared) => declared.slug === slug)
  const demo = demoRulesets.find((ruleset) => ruleset.table === slug)
  const example = demo && demoContent(slug, demo).rules[0]
  if (!example || !table) throw new Error(`No example of ${slug}`)
  const needed = (table.requiredConditions ?? []).map((key) => [key, example.conditions[key]] as const)
  return row('the-row', 1, {
    conditions: Object.fromEntries(needed) as Rule['conditions'],
    outputs: { ...example.outputs, info },
  })
}

const facts = { method: 'DEPOSIT', cron: '*/5 * * * *', minutesBack: 15 }

describe('a row edited here decides payments', () => {
  it.each(oneIn(4, edited).map(({ slug, access }) => [slug, access.edit] as const))(
    '%s',
    async (slug, permission) => {
      const author = steps(client, merchantId)
      const people = approvers[permission === 'kyc-rules.edit' ? 'kyc' : 'rules']
      const approve = (pending: Awaited<ReturnType<typeof author.submit>>) =>
        approvedBy(pending, ...people.map((person) => steps(person, merchantId)))
      const asked = async (): Promise<unknown> => {
        const { status, body, text } = await client.post(`/ruleset/simulate?merchantId=${merchantId}`, {
          table: slug,
          facts,
          thresholds: 'exceeded',
        })
        expect(status, text).toBe(200)
        return body.outcome?.info
      }
      const inBook = async (): Promise<unknown> => {
        await activeRules.refresh()
        const { rulesets } = await activeRules.effective(merchantId, slug)
        const infos = rulesets.flatMap(({ rules }) => rules.map(({ outputs }) => outputs.info))
        return infos.find((info) => info === 'before' || info === 'after')
      }
      const draft = await author.create({ rules: [rowOf(slug, 'before')], priority: 1 }, slug)
      expect([await asked(), await inBook()]).not.toContain('before')
      const active = await approve(await author.submit(draft))
      expect([await asked(), await inBook()]).toEqual(['before', 'before'])
      const edit = { upsert: [withoutNo(rowOf(slug, 'after'))] }
      const pending = await author.submit(await author.save(active, edit))
      expect([await asked(), await inBook()]).toEqual(['before', 'before'])
      await approve(pending)
      expect([await asked(), await inBook()]).toEqual(['after', 'after'])
    },
  )
})
