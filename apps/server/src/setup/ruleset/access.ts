import { mayAccess } from '@signalbox/model/access/policy'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { decisionTables, tableOfNumber, tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { Work } from '../../kit/handle.ts'
import type { Scope } from '../../kit/scope.ts'
import { lockRuleset, type LockedRuleset } from './locked-ruleset.ts'
import type { RulesetRow, VersionHead, VersionRow } from './ruleset-tables.ts'
import { findRuleset, findVersion } from './store.ts'

type Caller = Pick<Work, 'user'>
type AccessWork = Pick<Work, 'tx' | 'scope' | 'require' | 'user'>

/** Maintenance takes effect at once and without approval, so it has its own screen. */
const editedElsewhere = 'maintenance'

const namedTable = (name: string): DecisionTable | undefined => tableOfSlug(name) ?? tableOfNumber(name)

/** The tables somebody may see, in their order. */
export const viewableTables = ({ user }: Caller): readonly DecisionTable[] =>
  decisionTables.filter(({ access }) => mayAccess(access.view, user))

export const mayView = (caller: Caller, slug: string): boolean =>
  viewableTables(caller).some((table) => table.slug === slug)

/** A table named in an address, by its slug or its number. */
export function tableInPath(work: Pick<Work, 'require'>, name: string): DecisionTable {
  const table = namedTable(name)
  if (!table) throw new Refusal('NOT_FOUND')
  work.require(table.access.view)
  return table
}

/** A table named in what was sent. */
export function tableInBody(work: Pick<Work, 'require'>, name: string, field = 'table'): DecisionTable {
  const table = namedTable(name)
  if (!table) throw invalid({ field, code: 'UNKNOWN', message: 'There is no such decision table' })
  work.require(table.access.view)
  return table
}

export function requireEdit(work: Pick<Work, 'require'>, table: DecisionTable): void {
  if (table.slug === editedElsewhere)
    throw new Refusal('FORBIDDEN', { message: `${table.title} is edited at ${table.route}` })
  work.require(table.access.edit)
}

/** Merchants whose rulesets somebody may look at: those the selected one inherits from, and those below it. */
const seenMerchants = ({ chain, effective }: Scope): number[] => [...new Set([...chain, ...effective])]

const isOwn = ({ effective }: Scope, { merchantId }: RulesetRow): boolean => effective.includes(merchantId)

/** A ruleset the merchant has, or is decided by. What somebody above only prepares does not exist here. */
export async function findToRead(
  { tx, scope }: Pick<Work, 'tx' | 'scope'>,
  id: string,
): Promise<RulesetRow | undefined> {
  const ruleset = await findRuleset(tx, id, seenMerchants(scope))
  return ruleset && (isOwn(scope, ruleset) || ruleset.activeVersion !== null) ? ruleset : undefined
}

/** Of a ruleset from above only versions that decide payments, or did. */
export const maySeeVersion = (
  { scope }: Pick<Work, 'scope'>,
  ruleset: RulesetRow,
  { activatedAt }: Pick<VersionHead, 'activatedAt'>,
): boolean => isOwn(scope, ruleset) || activatedAt !== null

export async function rulesetToRead(work: AccessWork, id: string): Promise<RulesetRow> {
  const ruleset = await findToRead(work, id)
  const table = ruleset && tableOfSlug(ruleset.decisionTable)
  if (!ruleset || !table) throw new Refusal('NOT_FOUND')
  work.require(table.access.view)
  return ruleset
}

/**
 * A ruleset to copy rows from: of any merchant the person may work for, or above the one they are copied to. Of those above
 * only what decides payments, or did.
 */
export async function versionToCopy(
  { tx, scope, inScope, require }: AccessWork & Pick<Work, 'inScope'>,
  id: string,
  wanted?: number,
): Promise<{ readonly ruleset: RulesetRow; readonly version: VersionRow }> {
  const own = new Set(inScope.map((merchant) => merchant.id))
  const ruleset = await findRuleset(tx, id, [...new Set([...own, ...seenMerchants(scope)])])
  const table = ruleset && tableOfSlug(ruleset.decisionTable)
  const version = ruleset && (await findVersion(tx, ruleset, wanted ?? ruleset.shownVersion))
  if (!ruleset || !table || !version) throw new Refusal('NOT_FOUND')
  if (!own.has(ruleset.merchantId) && version.activatedAt === null) throw new Refusal('NOT_FOUND')
  require(table.access.view)
  return { ruleset, version }
}

/** Locked. What belongs to a merchant above can be seen from here, not changed. */
export async function rulesetToEdit(work: AccessWork, id: string): Promise<LockedRuleset> {
  const locked = await lockRuleset(work.tx, id, seenMerchants(work.scope))
  if (!locked) throw new Refusal('NOT_FOUND')
  requireEdit(work, locked.table)
  if (!isOwn(work.scope, locked.ruleset))
    throw new Refusal('INHERITED', {
      message: 'An inherited ruleset can only be changed at its own merchant.',
    })
  return locked
}
