import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { api } from '../../kit/api.ts'
import { changesOf } from '../../kit/decision-grid/core/row-changes.ts'
import type { useOperationId } from '../../kit/operation-id.ts'
import type { EditSession } from './edit-session.ts'
import type { SaveRequest } from './use-saving.ts'

type OperationId = ReturnType<typeof useOperationId>

/** Saves the rows of one ruleset: all of a new one, else what changed. */
export function saveRuleset(
  table: DecisionTable,
  session: EditSession,
  key: string,
  changeNote: string,
  operationId: OperationId,
): Promise<RulesetInFull> {
  const info = session.infos().get(key)
  const content = session.contentToSave(key)
  const shown = session.contentAt(key)
  if (!info || !content || !shown) throw new Error(`There is no ruleset ${key}`)
  if (info.step === null || info.base === null) {
    const body = { table: table.slug, content, changeNote }
    return api('POST /ruleset', { body, operationId: operationId(body) })
  }
  const { step, mergedWith } = info
  const body = {
    ...step,
    changes: changesOf(info.base, shown),
    changeNote,
    ...(mergedWith !== null && { basedOn: mergedWith }),
  }
  return api('PUT /ruleset/{id}', { params: { id: key }, body, operationId: operationId([key, body]) })
}

export function submitRuleset(
  { summary, open }: RulesetInFull,
  { note, effectiveFrom }: SaveRequest,
  operationId: OperationId,
): Promise<RulesetInFull> {
  const body = { version: open?.version ?? 0, revision: open?.revision ?? 0, note, effectiveFrom }
  return api('POST /ruleset/{id}/submit', {
    params: { id: summary.id },
    body,
    operationId: operationId([summary.id, body]),
  })
}
