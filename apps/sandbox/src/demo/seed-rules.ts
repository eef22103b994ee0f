import { parseCell } from '@signalbox/model/rules/cell-text'
import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { parseOutput } from '@signalbox/model/rules/output-text'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import {
  seedRulesets,
  type SeedRuleset,
  type SeedVersion,
} from '@signalbox/server/setup/ruleset/seed-rulesets'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { userIds } from './demo-store.ts'
import { demoRulesets } from './rules/index.ts'
import type { DemoContent, DemoRow, DemoRuleset } from './rules/demo-ruleset.ts'
import { demoChanges, type DemoChange } from './rules/unfinished-rules.ts'

const dayMs = 24 * 60 * 60 * 1000
const kycTables = new Set(['kyc-routing', 'kyc-block', 'kyc-fallback'])

function cellOf(key: string, text: string): Cell | undefined {
  const fact = factOf(key)
  const parsed = fact && parseCell(fact, text)
  if (!parsed?.ok) throw new Error(`${key}: ${text}: ${parsed?.problem.message ?? 'no such fact'}`)
  return parsed.value
}

function outputOf(table: DecisionTable, key: string, text: string): OutputValue | undefined {
  const output = table.outputs.find((declared) => declared.key === key)
  const parsed = output && parseOutput(output, text)
  if (!parsed?.ok) throw new Error(`${key}: ${text}: ${parsed?.problem.message ?? 'no such output'}`)
  return parsed.value
}

const mapTexts = <T>(
  texts: Readonly<Record<string, string>>,
  read: (key: string, text: string) => T | undefined,
): Record<string, T> =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([key, text]) => {
      const value = read(key, text)
      return value === undefined ? [] : [[key, value]]
    }),
  )

/** Rows keep their id from version to version, so that a change shows as what it is. */
const ruleOf =
  (table: DecisionTable) =>
  ({ name, note = '', enabled = true, when, says }: DemoRow, index: number): Rule => ({
    id: name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .slice(0, 60),
    no: index + 1,
    name,
    note,
    enabled,
    conditions: mapTexts(when, cellOf),
    outputs: mapTexts(says, (key, text) => outputOf(table, key, text)),
  })

export function demoContent(slug: string, demo: DemoContent): RulesetContent {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`There is no decision table ${slug}`)
  const { name, note = '', priority = 10, inherit = 'OVERRIDABLE', preconditions = {}, rows } = demo
  return {
    name,
    note,
    priority,
    inherit,
    enabled: true,
    preconditions: mapTexts(preconditions, cellOf),
    rules: rows.map(ruleOf(table)),
  }
}

type People = ReadonlyMap<string, string>

function personOf(people: People, username: string) {
  const id = people.get(username)
  if (id === undefined) throw new Error(`There is no demo login ${username}`)
  return { id, username }
}

function activeVersion(people: People, demo: DemoRuleset, now: Date): SeedVersion {
  const isKyc = kycTables.has(demo.table)
  return {
    content: demoContent(demo.table, demo),
    state: 'ACTIVE',
    by: personOf(people, isKyc ? 'kyc' : 'rules'),
    approvedBy: personOf(people, isKyc ? 'admin' : 'rules2'),
    note: demo.note ?? 'First version',
    at: new Date(now.getTime() - 30 * dayMs),
  }
}

const isChangeOf =
  ({ merchantId, table }: DemoRuleset) =>
  (change: DemoChange): boolean =>
    change.merchantId === merchantId && change.table === table

function openVersion(people: People, demo: DemoRuleset, planned: DemoChange, now: Date): SeedVersion {
  const { state, by, approvedBy, note, effectiveIn, change } = planned
  return {
    content: demoContent(demo.table, change(demo)),
    state,
    by: personOf(people, by),
    ...(approvedBy && { approvedBy: personOf(people, approvedBy) }),
    note,
    at: new Date(now.getTime() - dayMs),
    ...(effectiveIn && { effectiveFrom: new Date(now.getTime() + effectiveIn * dayMs) }),
  }
}

/** The rules of the demo platform, in effect since a month, with a few changes on their way. */
export async function seedRules(unit: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>): Promise<void> {
  const people = await userIds(unit.tx, ['admin', 'kyc', 'rules', 'rules2'])
  const seeds = demoRulesets.map((demo): SeedRuleset => {
    const planned = demoChanges.find(isChangeOf(demo))
    const versions = [
      activeVersion(people, demo, unit.now),
      ...(planned ? [openVersion(people, demo, planned, unit.now)] : []),
    ]
    return { merchantId: demo.merchantId, table: demo.table, versions }
  })
  await seedRulesets(unit, seeds)
}
