import type { Rule } from '@signalbox/model/rules/rule'
import { activate } from './activate.ts'
import type { RulesetWork } from './ruleset-work.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import { lockRuleset } from './locked-ruleset.ts'
import { refuseWrong } from './refuse-problems.ts'
import type { RulesetRow } from './ruleset-tables.ts'
import { findVersion, insertRulesets, insertVersions, rulesetOfTable, takeNumber } from './store.ts'
import { touch } from './touch.ts'
import { checkContent } from './ruleset-worker/check-content.ts'
import { tableNamed } from './ruleset-worker/draft.ts'

export interface RulesInEffect {
  readonly merchantId: number
  readonly table: string
  readonly name: string
  readonly rules: readonly Rule[]
  readonly changeNote: string
}

const newRuleset = async (work: RulesetWork, { merchantId, table }: RulesInEffect): Promise<RulesetRow> => ({
  merchantId,
  id: work.newId(),
  decisionTable: table,
  no: await takeNumber(work.tx, merchantId, table),
  activeVersion: null,
  shownVersion: 1,
  archived: false,
  lastVersion: 0,
  lastRevision: 0,
  createdAt: work.now.toISOString(),
  updatedAt: work.now.toISOString(),
  updatedBy: work.user.username,
})

/**
 * For tables that somebody else keeps: their rows count from this commit on, without a draft and without approval. The
 * table has one ruleset per merchant, whose versions tell what held when. Without rows it is archived until there are
 * some again.
 */
export async function putInEffect(work: RulesetWork, given: RulesInEffect): Promise<void> {
  const { merchantId, table, name, rules, changeNote } = given
  const known = await rulesetOfTable(work.tx, merchantId, table)
  if (!known && rules.length === 0) return
  const ruleset = known ?? (await newRuleset(work, given))
  if (!known) await insertRulesets(work.tx, [{ ...ruleset, lastVersion: 1, lastRevision: 1 }])
  const version = ruleset.lastVersion + 1
  const isEmpty = rules.length === 0
  const columns = isEmpty ? await lastColumns(work, ruleset) : newColumns(given, { name, rules })
  await insertVersions(work.tx, [
    {
      ...draftRow(ruleset, {
        ...columns,
        changeNote,
        editorIds: [work.user.id],
        editors: [work.user.username],
        editedBy: work.user.username,
        editedAt: work.now,
        revision: ruleset.lastRevision + 1,
      }),
      version,
      basedOn: ruleset.activeVersion,
      archives: isEmpty,
    },
  ])
  await touch(work, ruleset, { lastVersion: version, lastRevision: ruleset.lastRevision + 1 })
  const locked = await lockRuleset(work.tx, ruleset.id, [merchantId])
  if (locked?.open) await activate(work, locked, locked.open)
}

function newColumns({ table }: RulesInEffect, { name, rules }: Pick<RulesInEffect, 'name' | 'rules'>) {
  const content = {
    name,
    note: '',
    priority: 10,
    inherit: 'ENFORCED',
    enabled: true,
    preconditions: {},
    rules,
  }
  const draft = checkContent({ table, content: JSON.stringify(content) })
  refuseWrong(tableNamed(table), draft.problems)
  return writtenColumns(draft)
}

/** A version that ends a ruleset says once more what it ends. */
async function lastColumns(work: RulesetWork, ruleset: RulesetRow) {
  const last = await findVersion(work.tx, ruleset, ruleset.shownVersion)
  if (!last) throw new Error(`Ruleset ${ruleset.id} has no version ${ruleset.shownVersion}`)
  const { note, priority, inherit, enabled, preconditions, rules, ruleCount, enabledRuleCount, contentHash } =
    last
  return writtenColumns({
    fields: { name: last.name, note, priority, inherit, enabled, preconditions },
    rules,
    ruleCount,
    enabledRuleCount,
    contentHash,
  })
}
