import type { Cell } from '@signalbox/model/rules/cell'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { Catalogue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { ruleRef, type Rule } from '@signalbox/model/rules/rule'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { Tx } from '../../kit/database.ts'
import { versionsContaining } from './store.ts'

/** A rule that depends on something kept elsewhere. */
export interface NamingRule {
  readonly merchantId: number
  readonly table: string
  readonly rulesetId: string
  readonly ruleset: string
  readonly rule: string
  readonly ref: string
  readonly active: boolean
}

type Content = Pick<Rule, 'conditions' | 'outputs'>

const valuesOf = (cell: Cell | OutputValue | undefined): readonly unknown[] => {
  if (Array.isArray(cell)) return cell
  if (typeof cell === 'object' && cell !== null && 'values' in cell) return cell.values as readonly unknown[]
  return cell === undefined ? [] : [cell]
}

/** Everything a row names from one catalogue, in what it asks and in what it says. */
function named(table: DecisionTable, { conditions, outputs }: Content, catalogue: Catalogue): Set<unknown> {
  const asked = Object.entries(conditions).filter(([key]) => factOf(key)?.catalogue === catalogue)
  const said = table.outputs.filter((output) => output.catalogue === catalogue)
  return new Set([
    ...asked.flatMap(([, cell]) => valuesOf(cell)),
    ...said.flatMap(({ key }) => valuesOf(outputs[key])),
  ])
}

/** An account belongs to the PSP named beside it; where no PSP is named, it may be anybody's. */
function names(table: DecisionTable, content: Content, psp: string, account: string | undefined): boolean {
  const psps = named(table, content, 'psp')
  if (account === undefined) return psps.has(psp)
  return named(table, content, 'psp-account').has(account) && (psps.size === 0 || psps.has(psp))
}

/** Rules in effect or on their way that name a PSP, or one of its accounts, for one of the merchants. */
export async function rulesNaming(
  tx: Tx,
  {
    psp,
    account,
    merchants,
  }: { readonly psp: string; readonly account?: string; readonly merchants?: readonly number[] },
): Promise<NamingRule[]> {
  const versions = await versionsContaining(tx, account ?? psp, merchants)
  return versions.flatMap((version): NamingRule[] => {
    const table = tableOfSlug(version.decisionTable)
    if (!table) return []
    const rules = JSON.parse(version.rules) as Rule[]
    const { preconditions } = version
    return rules
      .filter(({ conditions, outputs }) =>
        names(table, { conditions: { ...preconditions, ...conditions }, outputs }, psp, account),
      )
      .map((rule) => ({
        merchantId: version.merchantId,
        table: table.slug,
        rulesetId: version.rulesetId,
        ruleset: version.name,
        rule: rule.name || `Row ${rule.no}`,
        ref: ruleRef(table.tag, version, rule.no),
        active: version.state === 'ACTIVE',
      }))
  })
}
