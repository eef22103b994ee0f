import type { RulesetHeads, RulesetInFull } from '@signalbox/model/calls/ruleset'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetChanges } from '@signalbox/model/rules/ruleset'
import { api } from '../../kit/api.ts'
import { changesOf } from '../../kit/decision-grid/core/row-changes.ts'
import type { useOperationId } from '../../kit/operation-id.ts'
import type { EditSession } from './edit-session.ts'
import type { SectionInfo } from './section-info.ts'
import type { SaveRequest } from './use-saving.ts'

type OperationId = ReturnType<typeof useOperationId>

/**
 * What a save made of a ruleset. It is answered without rows: the server applies the same changes to the same rows.
 * When another version became active meanwhile, its rows are not known here and everything is read.
 */
async function withRows(
  { summary, active, open }: RulesetHeads,
  { base, ruleset }: SectionInfo,
  changes: RulesetChanges,
): Promise<RulesetInFull> {
  const known = ruleset?.active ?? null
  if (base && open && active?.version === known?.version && active?.revision === known?.revision)
    return {
      summary,
      active: active && known && { ...active, rules: known.rules },
      open: { ...open, rules: applyChanges(base, changes).rules },
    }
  return api('GET /ruleset/{id}', { params: { id: summary.id } })
}

/** Saves the rows of one ruleset: all of a new one, else what changed. */
export async function saveRuleset(
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
  const changes = changesOf(info.base, shown)
  const body = { ...step, changes, changeNote, ...(mergedWith !== null && { basedOn: mergedWith }) }
  const saved = await api('PUT /ruleset/{id}', {
    params: { id: key },
    body,
    operationId: operationId([key, body]),
  })
  return withRows(saved, info, changes)
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
