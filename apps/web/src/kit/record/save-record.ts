import type { Entity } from '@signalbox/model/field/entity'
import { ApiError, request } from '../api.ts'
import { attemptOn, explainFailure, type Explanation } from '../failure.ts'
import type { Row } from '../list/listing.ts'
import type { Problems } from './record-problems.ts'

/** What can become of a save. */
export type SaveOutcome =
  | { readonly kind: 'saved'; readonly record: Row }
  /** Someone else saved in between; the record as it is now. */
  | { readonly kind: 'conflict'; readonly current: Row }
  | { readonly kind: 'invalid'; readonly problems: Problems }
  | { readonly kind: 'failed'; readonly explanation: Explanation }

function outcomeOf(error: unknown, entity: Entity, base: Row | null): SaveOutcome {
  const body = error instanceof ApiError ? error.body : null
  if (body?.code === 'VERSION_CONFLICT' && body.current && base) {
    return { kind: 'conflict', current: body.current as Row }
  }
  if (body?.fields && body.fields.length > 0) {
    return {
      kind: 'invalid',
      problems: Object.fromEntries(body.fields.map(({ field, message }) => [field, message])),
    }
  }
  const explanation = explainFailure(error, attemptOn(entity, base ? 'updated' : 'created'))
  const text = error instanceof Error ? error.message : String(error)
  return { kind: 'failed', explanation: explanation ?? { text } }
}

/** Creates a record, or changes the one the form was opened on. It never throws: every outcome is a value. */
export async function saveRecord(
  entity: Entity,
  base: Row | null,
  body: Readonly<Record<string, unknown>>,
  operationId: string,
): Promise<SaveOutcome> {
  const path = base ? `/${entity.slug}/${encodeURIComponent(String(base.id))}` : `/${entity.slug}`
  try {
    return { kind: 'saved', record: await request<Row>(base ? 'PUT' : 'POST', path, { body, operationId }) }
  } catch (error) {
    return outcomeOf(error, entity, base)
  }
}
