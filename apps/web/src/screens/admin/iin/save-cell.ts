import { iin } from '@signalbox/model/entities/iin'
import { newOperationId, request } from '../../../kit/api.ts'
import { attemptOn, reportFailure } from '../../../kit/failure.ts'
import type { CellChange } from '../../../kit/inline/inline-cell.tsx'
import type { InlineEdits } from '../../../kit/inline/inline-edits.ts'
import type { Row } from '../../../kit/list/listing.ts'

/** Versions of ranges saved here, until the list shows them. */
const newest = new Map<string, number>()
let last: Promise<void> = Promise.resolve()

const versionOf = (row: Row): number => Math.max(newest.get(String(row.id)) ?? 0, Number(row.version))

async function save(edits: InlineEdits, { row, name, value, refresh }: CellChange): Promise<void> {
  const id = String(row.id)
  try {
    const saved = await request<Row>('PUT', `/${iin.slug}/${encodeURIComponent(id)}`, {
      body: { version: versionOf(row), [name]: value },
      operationId: newOperationId(),
    })
    if (saved.id === row.id) newest.set(id, Number(saved.version))
  } catch (error) {
    reportFailure(error, attemptOn(iin, 'updated'))
  }
  await refresh()
  edits.drop(id)
}

/** A cell is saved when it is left, one after the other, each on the version the one before it made. */
export function saveCell(edits: InlineEdits, change: CellChange): Promise<void> {
  last = last.then(() => save(edits, change))
  return last
}
