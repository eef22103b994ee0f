import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rule } from '@signalbox/model/rules/rule'
import { exampleRulesets } from '@signalbox/model/rules/testing/example-rows'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { EventFeed } from '../../kit/events/event-feed.ts'
import { CompiledVersions } from './compiled-versions.ts'
import { RuleBook } from './rule-book.ts'
import { brand, row, rulesetApp, steps, withoutNo, type RulesetApp } from './testing/ruleset-app.ts'
import { workshopInPlace } from './workshop/workshop.ts'

let app: RulesetApp
let feed: EventFeed
let book: RuleBook
beforeAll(async () => {
  app = await rulesetApp()
  const { db, log } = app.deps
  feed = new EventFeed({ db, log, pollMs: 1_000_000 })
  await feed.start()
  book = new RuleBook({ db, log, feed, versions: new CompiledVersions(workshopInPlace) })
})
afterAll(async () => {
  await book.stop()
  await feed.stop()
  await app.close()
})

const edited = decisionTables.filter(({ slug }) => slug !== 'maintenance')

/** A row that takes every payment of its table, saying what the first example of the table says. */
function rowOf(slug: string, info: string): Rule {
  const example = exampleRulesets.find(({ table }) => table === slug)?.rules[0]
  const table = decisionTables.find((declared) => declared.slug === slug)
  if (!example || !table) throw new Error(`No example of ${slug}`)
  const needed = (table.requiredConditions ?? []).map((key) => [key, example.conditions[key]] as const)
  return row('the-row', 1, {
    conditions: Object.fromEntries(needed) as Rule['conditions'],
    outputs: { ...example.outputs, info },
  })
}

const facts = { method: 'DEPOSIT', cron: '*/5 * * * *', minutesBack: 15 }

describe('a row edited here decides payments', () => {
  it.each(edited.map(({ slug }) => slug))('%s', async (slug) => {
    const [anna, bert] = [steps(app.anna), steps(app.bert)]
    const asked = async (): Promise<unknown> => {
      const { status, body, text } = await app.anna.post(`/ruleset/simulate?merchantId=${brand}`, {
        table: slug,
        facts,
        thresholds: 'exceeded',
      })
      expect(status, text).toBe(200)
      return body.outcome?.info
    }
    const inBook = async (): Promise<unknown> => {
      await book.refresh()
      const { rulesets } = await book.effective(brand, slug)
      return rulesets[0]?.rules[0]?.outputs.info
    }
    expect(await asked()).toBeUndefined()
    const active = await bert.approve(
      await anna.submit(await anna.create({ rules: [rowOf(slug, 'before')] }, slug)),
    )
    expect([await asked(), await inBook()]).toEqual(['before', 'before'])
    const pending = await anna.submit(await anna.save(active, { upsert: [withoutNo(rowOf(slug, 'after'))] }))
    expect([await asked(), await inBook()]).toEqual(['before', 'before'])
    await bert.approve(pending)
    expect([await asked(), await inBook()]).toEqual(['after', 'after'])
  })
})
