import { endAlerts, raiseAlert } from '../alert/read-model.ts'
import type { RulesetWork } from './ruleset-work.ts'

type AlertWork = Pick<RulesetWork, 'tx' | 'now' | 'newId' | 'emit'>

/** What was approved for a date and is not active after it. */
interface HeldBack {
  readonly merchantId: number
  /** A version, or a change set. */
  readonly key: string
  /** Where somebody looks into it: a route of the console and what is open there. */
  readonly subject: string
  readonly title: string
  readonly problem: string
}

/** People count on a rule from its date on, so somebody has to hear that it does not decide. */
export const raiseHeldBack = (work: AlertWork, { problem, ...about }: HeldBack): Promise<void> =>
  raiseAlert(work, { ...about, source: 'RULE_SCHEDULE', severity: 'CRITICAL', body: problem })

/** It became active, or nobody waits for it any more. */
export const endHeldBack = (
  work: AlertWork,
  { merchantId, key }: Pick<HeldBack, 'merchantId' | 'key'>,
): Promise<void> => endAlerts(work, { source: 'RULE_SCHEDULE', merchantId, isOver: (other) => other === key })

export const versionKey = (row: { readonly rulesetId: string; readonly version: number }): string =>
  `${row.rulesetId}@${row.version}`
