import { changeDirection, type RulesetInOrder } from '@signalbox/engine/analyse/change-direction'
import { evaluationOrder } from '@signalbox/engine/effective-table'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import type { ChangeDirection } from '@signalbox/model/rules/approval-policy'
import { tableNamed } from './draft.ts'
import { versionOf, type VersionToIndex } from './index-version.ts'

function inOrder(lineage: readonly number[], versions: readonly VersionToIndex[]): RulesetInOrder[] {
  return versions
    .map((version) => versionOf(version))
    .sort(evaluationOrder(lineage))
    .map((content) => ({ id: content.rulesetId, content }))
}

/** What a merchant's table does to payments after a change that it did not before. */
export const compareTables = (input: {
  readonly table: string
  readonly lineage: readonly number[]
  readonly before: readonly VersionToIndex[]
  readonly after: readonly VersionToIndex[]
}): ChangeDirection | null =>
  changeDirection(
    tableNamed(input.table),
    inOrder(input.lineage, input.before),
    inOrder(input.lineage, input.after),
    platformVocabulary,
  )
