import type { RulesetHeads } from '@signalbox/model/calls/ruleset'
import { Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { Tx } from '../../kit/database.ts'
import type { Scope } from '../../kit/scope.ts'
import { summaryById } from './list-store.ts'
import type { RulesetKey, RulesetRow, VersionRow } from './ruleset-tables.ts'
import {
  allowLongWork,
  currentHeads,
  findOpenVersion,
  findRuleset,
  findVersion,
  lockRulesetRow,
} from './store.ts'
import { inFullText, revisionHead } from './wire-shape.ts'
import { contentText } from './ruleset-worker/draft.ts'

/** A ruleset somebody is working on, locked until they are done. */
export interface LockedRuleset {
  readonly ruleset: RulesetRow
  readonly table: DecisionTable
  readonly active: VersionRow | undefined
  readonly open: VersionRow | undefined
}

/** The version a person has seen. */
export interface Step {
  readonly version: number
  readonly revision: number
}

/** Where somebody looks from; what is being prepared is seen by its merchant and those above, not below. */
type SeenFrom = Pick<Scope, 'selected' | 'effective'>

/** More take seconds to work through. */
export const manyRules = 1_000

/** A ruleset of one of the merchants, or none. */
export async function lockRuleset(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<LockedRuleset | undefined> {
  const ruleset = await lockRulesetRow(tx, id, merchants)
  const table = ruleset && tableOfSlug(ruleset.decisionTable)
  if (!ruleset || !table) return undefined
  const active = await findVersion(tx, ruleset, ruleset.activeVersion)
  const open = await findOpenVersion(tx, ruleset)
  if (Math.max(active?.ruleCount ?? 0, open?.ruleCount ?? 0) > manyRules) await allowLongWork(tx)
  return { ruleset, table, active, open }
}

export const textOf = (row: VersionRow): string => contentText(row, row.rules)

async function readRuleset(tx: Tx, key: RulesetKey, { selected, effective }: SeenFrom) {
  const isOwn = effective.includes(key.merchantId)
  const ruleset = await findRuleset(tx, key.id, [key.merchantId])
  const summary = await summaryById(tx, key, { selected, isOwn })
  if (!ruleset || !summary) throw new Refusal('NOT_FOUND')
  return { isOwn, ruleset, summary }
}

async function readInFull(tx: Tx, key: RulesetKey, from: SeenFrom) {
  const { isOwn, ruleset, summary } = await readRuleset(tx, key, from)
  return {
    ruleset,
    summary,
    active: await findVersion(tx, ruleset, ruleset.activeVersion),
    open: isOwn ? await findOpenVersion(tx, ruleset) : undefined,
  }
}

export const currentTextOf = async (tx: Tx, key: RulesetKey, from: SeenFrom): Promise<string> =>
  inFullText(await readInFull(tx, key, from))

export async function currentHeadsOf(tx: Tx, key: RulesetKey, from: SeenFrom): Promise<RulesetHeads> {
  const { isOwn, ruleset, summary } = await readRuleset(tx, key, from)
  const { active, open } = await currentHeads(tx, ruleset)
  return {
    summary,
    active: active ? revisionHead(ruleset, active) : null,
    open: isOwn && open ? revisionHead(ruleset, open) : null,
  }
}

/** Someone else was faster. What they made of it goes back with the refusal, so that both can be brought together. */
export const conflict = ({ ruleset }: LockedRuleset): Refusal =>
  new Refusal('VERSION_CONFLICT', { current: { ruleset: ruleset.id } })

export const wrongState = ({ ruleset }: LockedRuleset, message: string): Refusal =>
  new Refusal('INVALID_STATE', { message, current: { ruleset: ruleset.id } })

const isSeen = (row: VersionRow | undefined, { version, revision }: Step): row is VersionRow =>
  row !== undefined && row.version === version && row.revision === revision

/** The version on its way, if it is still the one the person has seen. */
export function seenOpen(locked: LockedRuleset, step: Step): VersionRow {
  if (isSeen(locked.open, step)) return locked.open
  if (!locked.open && isSeen(locked.active, step)) throw wrongState(locked, 'There is no draft.')
  throw conflict(locked)
}

/** What an edit starts from: the draft, or the active version when there is none. */
export function seenBase(locked: LockedRuleset, step: Step): VersionRow {
  const base = locked.open ?? locked.active
  if (base === undefined)
    throw wrongState(locked, 'The ruleset is archived. Restore one of its versions first.')
  if (!isSeen(base, step)) throw conflict(locked)
  if (base.state === 'PENDING_APPROVAL' || base.state === 'SCHEDULED')
    throw wrongState(locked, 'The version was submitted. Withdraw it to continue editing.')
  return base
}
