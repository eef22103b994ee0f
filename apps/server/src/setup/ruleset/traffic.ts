import { matchCounts } from '@signalbox/engine/match-counts'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { TrafficShares } from '@signalbox/model/calls/decision-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Facts } from '@signalbox/model/rules/fact'
import type { Rule } from '@signalbox/model/rules/rule'
import { invalid } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { maxFields } from './refuse-problems.ts'
import { checkContent } from './ruleset-worker/check-content.ts'

/** Payments a table was asked about, with what was known of them. */
interface Traffic {
  readonly from: string
  readonly to: string
  readonly payments: readonly Facts[]
  /** Of now. */
  readonly rates: RateSheet
}

interface TrafficWanted {
  readonly merchantId: number
  /** The merchant and those below it. */
  readonly merchants: readonly number[]
  readonly table: string
  readonly now: Date
}

/** A sample of the last week. Payments stand above rules and hand it in. */
export type TrafficFinder = (tx: Tx, wanted: TrafficWanted) => Promise<Traffic>

interface LeafInput {
  readonly fact: string
  readonly cell: object
}

/** Conditions as rows of the table, checked as they would be on saving. */
function rowsOf({ slug, conditions }: DecisionTable, leaves: readonly LeafInput[]): Rule[] {
  const unknown = leaves.findIndex(({ fact }) => !conditions.includes(fact))
  if (unknown !== -1)
    throw invalid({
      field: `leaves.${unknown}`,
      code: 'UNKNOWN',
      message: 'The table has no such condition',
    })
  const fields = { name: 'Shares', note: '', priority: 1, inherit: 'OVERRIDABLE', enabled: true }
  const rules = leaves.map(({ fact, cell }, place) => ({
    id: `leaf-${place}`,
    no: place + 1,
    name: '',
    note: '',
    enabled: true,
    conditions: { [fact]: cell },
    outputs: {},
  }))
  const draft = checkContent({
    table: slug,
    content: JSON.stringify({ ...fields, preconditions: {}, rules }),
  })
  const wrong = draft.problems.filter(({ part }) => part === 'conditions')
  if (wrong.length > 0)
    throw invalid(
      ...wrong.slice(0, maxFields).map(({ ruleNo, code, message }) => ({
        field: `leaves.${(ruleNo ?? 1) - 1}`,
        code,
        message,
      })),
    )
  return JSON.parse(draft.rules) as Rule[]
}

/** How much of the last week's traffic of a table each condition matches. */
export async function trafficShares(
  { tx, scope, now }: Pick<Work, 'tx' | 'scope' | 'now'>,
  findTraffic: TrafficFinder,
  table: DecisionTable,
  leaves: readonly LeafInput[],
): Promise<TrafficShares> {
  const rows = rowsOf(table, leaves)
  const { selected: merchantId, effective: merchants } = scope
  const wanted = { merchantId, merchants, table: table.slug, now }
  const { from, to, payments, rates } = await findTraffic(tx, wanted)
  const counts = matchCounts(
    rows.map(({ conditions }) => conditions),
    payments,
    { vocabulary: platformVocabulary, rates },
  )
  return {
    from,
    to,
    payments: payments.length,
    shares: counts.map((count) => (payments.length === 0 ? null : count / payments.length)),
  }
}
