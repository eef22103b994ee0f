import type { Insertable } from 'kysely'
import type { RulesetContent, VersionState } from '@signalbox/model/rules/ruleset'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { draftRow, writtenColumns } from './draft-row.ts'
import type { RulesetTable, RulesetVersionTable } from './ruleset-tables.ts'
import { insertRulesets, insertVersions, takeNumber } from './store.ts'
import { checkContent } from './ruleset-worker/check-content.ts'

interface Person {
  readonly id: string
  readonly username: string
}

export interface SeedVersion {
  readonly content: RulesetContent
  readonly state: Extract<VersionState, 'DRAFT' | 'PENDING_APPROVAL' | 'SCHEDULED' | 'ACTIVE'>
  readonly by: Person
  readonly approvedBy?: Person
  readonly note: string
  readonly at: Date
  readonly effectiveFrom?: Date
}

export interface SeedRuleset {
  readonly merchantId: number
  readonly table: string
  /** The first is active; a second one is on its way. */
  readonly versions: readonly SeedVersion[]
}

type Key = Pick<Insertable<RulesetTable>, 'merchantId' | 'id'>

/** As the version would be had these people prepared and approved it. The checks are the same. */
function versionRow(
  key: Key,
  table: string,
  seed: SeedVersion,
  version: number,
): Insertable<RulesetVersionTable> {
  const { content, state, by, approvedBy, note, at, effectiveFrom } = seed
  const draft = checkContent({ table, content: JSON.stringify(content) })
  if (draft.problems.length > 0)
    throw new Error(`${table} of ${key.merchantId}: ${JSON.stringify(draft.problems[0])}`)
  const decision = { decision: 'APPROVE', comment: 'Looks right', at: at.toISOString() } as const
  return {
    ...draftRow(key, {
      ...writtenColumns(draft),
      revision: version,
      changeNote: note,
      editorIds: [by.id],
      editors: [by.username],
      editedBy: by.username,
      editedAt: at,
      decisions: JSON.stringify(approvedBy ? [{ user: approvedBy.username, ...decision }] : []),
    }),
    version,
    state,
    basedOn: version === 1 ? null : version - 1,
    ...(state !== 'DRAFT' && { submittedBy: by.username, submittedAt: at }),
    ...(state === 'ACTIVE' && { activatedAt: at }),
    ...(effectiveFrom && { effectiveFrom }),
  }
}

/** Gives merchants rulesets with a past. */
export async function seedRulesets(
  { tx, newId }: Pick<UnitOfWork, 'tx' | 'newId'>,
  seeds: readonly SeedRuleset[],
): Promise<void> {
  const rulesets: Insertable<RulesetTable>[] = []
  const versions: Insertable<RulesetVersionTable>[] = []
  for (const { merchantId, table, versions: given } of seeds) {
    const key = { merchantId, id: newId() }
    const last = given.at(-1)
    if (!last) continue
    rulesets.push({
      ...key,
      decisionTable: table,
      no: await takeNumber(tx, merchantId, table),
      activeVersion: 1,
      shownVersion: 1,
      lastVersion: given.length,
      lastRevision: given.length,
      createdAt: given[0]?.at ?? last.at,
      updatedAt: last.at,
      updatedBy: last.approvedBy?.username ?? last.by.username,
    })
    versions.push(...given.map((seed, index) => versionRow(key, table, seed, index + 1)))
  }
  await insertRulesets(tx, rulesets)
  await insertVersions(tx, versions)
}
