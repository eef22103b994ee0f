import type { AuditFilter } from '@signalbox/model/calls/audit'
import { invalid } from '@signalbox/model/text/refusal'

/** A filter as it is looked for: lists taken apart, dates read, defaults filled in. */
export interface EntryFilter {
  readonly merchants: readonly number[]
  readonly from: Date | null
  /** Not included. */
  readonly to: Date | null
  readonly keyword: string | null
  readonly entityTypes: readonly string[]
  readonly entityId: string | null
  readonly actions: readonly string[]
  readonly changeTypes: readonly string[]
  readonly actors: readonly string[]
  readonly result: string | null
  readonly actorId: { readonly is: string } | { readonly isNot: string } | null
}

const defaultSpanMs = 90 * 24 * 60 * 60 * 1000

const listOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((item) => item !== '')

function readRange(text: string): [Date | null, Date | null] {
  const sides = text.split('..')
  const [from = '', to = ''] = sides
  if (sides.length !== 2 || [from, to].some((side) => side !== '' && Number.isNaN(Date.parse(side)))) {
    throw invalid({ field: 'at', code: 'FILTER', message: 'Two dates with .. between them' })
  }
  return [from === '' ? null : new Date(from), to === '' ? null : new Date(to)]
}

/** The history of one record goes back to its beginning; anything else without dates means the last 90 days. */
function rangeOf({ at, entityId }: AuditFilter, now: Date): [Date | null, Date | null] {
  if (at) return readRange(at)
  return entityId ? [null, null] : [new Date(now.getTime() - defaultSpanMs), null]
}

export function readFilter(
  filter: AuditFilter,
  { userId, effective, now }: { userId: string; effective: readonly number[]; now: Date },
): EntryFilter {
  const [from, to] = rangeOf(filter, now)
  const wanted = listOf(filter.merchants).map(Number)
  return {
    merchants: wanted.length === 0 ? effective : effective.filter((id) => wanted.includes(id)),
    from,
    to,
    keyword: filter.keyword?.trim() || null,
    entityTypes: listOf(filter.entityType),
    entityId: filter.entityId || null,
    actions: listOf(filter.action),
    changeTypes: listOf(filter.changeType),
    actors: listOf(filter.actor),
    result: filter.result ?? null,
    actorId: filter.whose === 'you' ? { is: userId } : filter.whose === 'others' ? { isNot: userId } : null,
  }
}
