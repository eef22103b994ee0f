import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import { notification } from '@signalbox/model/rules/tables/notification'

const statusColumns = ['txState', 'txStatusCode']
const namesStatus = (conditions: Rule['conditions']): boolean =>
  statusColumns.some((column) => conditions[column] !== undefined)

/** Notification rules are asked at every change: a row that names no status writes to people at each of them. */
export function statusFindings(
  { slug }: Pick<DecisionTable, 'slug'>,
  rules: readonly Rule[],
  preconditions: Rule['conditions'],
): Finding[] {
  if (slug !== notification.slug || namesStatus(preconditions)) return []
  return rules
    .filter(({ enabled, conditions }) => enabled && !namesStatus(conditions))
    .map(({ id }) => ({
      code: 'SA19',
      message: 'Names no status: it sends its messages at every status change of a payment.',
      ruleId: id,
      column: 'txState',
    }))
}
