import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { FakeHandlers, FakeRequest } from './fake-api.ts'

export type Mapping = RecordOf<typeof bankMapping>

const empty = Object.fromEntries<unknown>(
  Object.keys(bankMapping.fields).map((name) => [name, null]),
) as Mapping

export const mapping = (id: string, more: Partial<Mapping> = {}): Mapping => ({
  ...empty,
  id,
  title: `Mapping ${id}`,
  enabled: true,
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-11-01T10:00:00.000Z',
  updatedAt: '2026-11-02T10:00:00.000Z',
  updatedBy: 'bertil',
  inherited: false,
  ...more,
})

/** A small bank mapping resource that keeps what it is told, refuses stale versions and counts every write. */
export function fakeMappings(rows: Mapping[]): { rows: Mapping[]; handlers: FakeHandlers } {
  const find = ({ params }: FakeRequest): Mapping => {
    const row = rows.find(({ id }) => id === params.id)
    if (!row) throw new Refusal('NOT_FOUND')
    return row
  }
  const put = (next: Mapping): Mapping => {
    rows.splice(
      rows.findIndex(({ id }) => id === next.id),
      1,
      next,
    )
    return next
  }
  const listed = (query: FakeRequest['query']): Mapping[] =>
    rows.filter(
      ({ title, enabled }) =>
        title.toLowerCase().includes((query.keyword ?? '').toLowerCase()) &&
        (query.enabled === undefined || String(enabled) === query.enabled),
    )
  return {
    rows,
    handlers: {
      'GET /bank-mapping': ({ query }) => {
        const [start, limit] = [Number(query.start), Number(query.limit)]
        const all = listed(query)
        return { items: all.slice(start, start + limit), start, limit, total: all.length, totalCapped: false }
      },
      'GET /bank-mapping/{id}': find,
      'POST /bank-mapping': ({ body }) => {
        const created = { ...mapping(`new-${rows.length}`), ...(body as Partial<Mapping>) }
        rows.push(created)
        return created
      },
      'PUT /bank-mapping/{id}': (request) => {
        const current = find(request)
        const { version, note: _note, ...changes } = request.body as Partial<Mapping> & { note?: string }
        if (version !== current.version) throw new Refusal('VERSION_CONFLICT', { current })
        return put({ ...current, ...changes, version: current.version + 1 })
      },
      'DELETE /bank-mapping/{id}': (request) => {
        const { id } = find(request)
        rows.splice(
          rows.findIndex((row) => row.id === id),
          1,
        )
        return { id, deleted: true, nowInheritedFrom: null }
      },
      'PUT /bank-mapping/order': ({ body }) => {
        const { ids } = body as { ids: string[] }
        rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
        return { ids }
      },
    },
  }
}
