import { diffRulesets, disabledRows, isCosmetic } from '@signalbox/model/rules/ruleset-diff'
import type { ChangeSummary } from '@signalbox/model/rules/change-summary'
import { changeSummary } from './change-summary.ts'
import { storedContent, tableNamed } from './draft.ts'

export interface Comparison {
  /** Nothing a payment could notice. */
  readonly cosmetic: boolean
  readonly summary: ChangeSummary
}

export function compareContents(input: {
  readonly table: string
  readonly before: string
  readonly after: string
}): Comparison {
  const [before, after] = [storedContent(input.before), storedContent(input.after)]
  const diff = diffRulesets(before, after)
  return {
    cosmetic: isCosmetic(diff, disabledRows(before, after)),
    summary: changeSummary(tableNamed(input.table), diff),
  }
}
