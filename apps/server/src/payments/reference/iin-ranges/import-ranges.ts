import { setImmediate } from 'node:timers/promises'
import { iinImportRows } from '@signalbox/model/calls/iin'
import { iin } from '@signalbox/model/entities/iin'
import type { ImportPreview, ImportRow } from '@signalbox/model/field/resource'
import { csvRecords } from '@signalbox/model/text/csv'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import { lockRanges, overlapText } from './iin-resource.ts'
import {
  compareRanges,
  insertRanges,
  updateRanges,
  type ComparedRange,
  type RangeColumns,
} from './iin-store.ts'
import { rangeReader, type ReadRange } from './read-range.ts'

interface ImportBody {
  readonly content: string
  readonly note?: string
}

/** Between so many lines others get their turn: arrays of a whole file would hold the server for seconds. */
const linesAtOnce = 2000

function* slices<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += linesAtOnce)
    yield items.slice(start, start + linesAtOnce)
}
/** Of a long file only so many lines are shown; all of them are counted. */
const shownRows = 500

/** Line by line, with what is wrong with each. */
export async function readRanges(content: string): Promise<ReadRange[]> {
  const refuse = (message: string) => invalid({ field: 'content', code: 'CSV', message })
  const records = csvRecords(content)
  const first = records.next()
  if (first.done) throw refuse('The file is empty')
  const read = rangeReader(first.value.cells)
  if (typeof read === 'string') throw refuse(read)
  const ranges: ReadRange[] = []
  for (const record of records) {
    if (ranges.length === iinImportRows) throw refuse(`The file has more than ${iinImportRows} rows`)
    ranges.push(read(record))
    if (ranges.length % linesAtOnce === 0) await setImmediate()
  }
  if (ranges.length === 0) throw refuse('The file has no rows')
  return ranges
}

/** Ranges of one source that overlap with each other, in a file in any order. */
function refuseOverlaps(ranges: readonly ReadRange[]): void {
  const valid = ranges.filter(({ reasons }) => reasons.length === 0)
  const sorted = valid.sort((a, b) =>
    a.source === b.source ? a.rangeStart - b.rangeStart || a.line - b.line : a.source < b.source ? -1 : 1,
  )
  let widest: ReadRange | undefined
  for (const range of sorted) {
    if (widest && widest.source === range.source && widest.rangeEnd >= range.rangeStart) {
      const twice = widest.rangeStart === range.rangeStart && widest.rangeEnd === range.rangeEnd
      range.reasons.push(
        twice
          ? `Appears twice in the file, first in line ${widest.line}`
          : `Overlaps with line ${widest.line}`,
      )
    }
    if (!widest || widest.source !== range.source || range.rangeEnd > widest.rangeEnd) widest = range
  }
}

function columnsOf(ranges: readonly ReadRange[], idOf: (range: ReadRange) => string): RangeColumns {
  return {
    ids: ranges.map(idOf),
    starts: ranges.map(({ rangeStart }) => rangeStart),
    ends: ranges.map(({ rangeEnd }) => rangeEnd),
    brands: ranges.map(({ cardBrand }) => cardBrand),
    types: ranges.map(({ cardType }) => cardType),
    countries: ranges.map(({ countryCode }) => countryCode),
    banks: ranges.map(({ bankName }) => bankName),
    subBrands: ranges.map(({ cardSubBrand }) => cardSubBrand),
    categories: ranges.map(({ cardCategory }) => cardCategory),
    sources: ranges.map(({ source }) => source),
    states: ranges.map(({ state }) => state),
  }
}

interface Planned {
  readonly ranges: readonly ReadRange[]
  readonly created: readonly ReadRange[]
  readonly updated: readonly (readonly [ReadRange, string])[]
  readonly skipped: number
}

const noId = '00000000-0000-0000-0000-000000000000'

async function plan(work: Work, content: string): Promise<Planned> {
  const ranges = await readRanges(content)
  refuseOverlaps(ranges)
  const valid = ranges.filter(({ reasons }) => reasons.length === 0)
  const compared: ComparedRange[] = []
  for (const slice of slices(valid)) {
    const columns = columnsOf(slice, () => noId)
    compared.push(...(await compareRanges(work.tx, work.scope.selected, columns)))
  }
  const created: ReadRange[] = []
  const updated: [ReadRange, string][] = []
  let skipped = 0
  for (const [index, range] of valid.entries()) {
    const { id, isSame, otherStart, otherEnd } = compared[index] as ComparedRange
    if (otherStart !== null)
      range.reasons.push(overlapText({ rangeStart: otherStart, rangeEnd: Number(otherEnd) }))
    else if (id === null) created.push(range)
    else if (isSame) skipped++
    else updated.push([range, id])
  }
  return { ranges, created, updated, skipped }
}

const titleOf = ({ rangeStart, rangeEnd }: ReadRange): string =>
  rangeStart > 0 ? `${rangeStart}–${rangeEnd}` : ''

function previewOf({ ranges, created, updated, skipped }: Planned): ImportPreview {
  const refused = ranges.filter(({ reasons }) => reasons.length > 0)
  const shown = (action: ImportRow['action'], list: readonly ReadRange[]) =>
    list.slice(0, shownRows).map((range): ImportRow => ({
      line: range.line,
      action,
      title: titleOf(range),
      reasons: range.reasons,
    }))
  const rows = [
    ...shown('refuse', refused),
    ...shown(
      'update',
      updated.slice(0, shownRows).map(([range]) => range),
    ),
    ...shown('create', created),
  ]
  return {
    rows: rows.slice(0, shownRows),
    counts: {
      create: created.length,
      update: updated.length,
      skip: skipped,
      refuse: refused.length,
      waiting: 0,
    },
  }
}

export const previewRanges = async (work: Work, { content }: ImportBody): Promise<ImportPreview> =>
  previewOf(await plan(work, content))

/** All ranges or none, each kind of change in a few statements. */
export async function importRanges(work: Work, body: ImportBody): Promise<ImportPreview> {
  const { content } = body
  const note = body.note ?? null
  await lockRanges(work)
  const planned = await plan(work, content)
  const preview = previewOf(planned)
  if (preview.counts.refuse > 0)
    throw invalid(
      ...preview.rows
        .filter(({ action }) => action === 'refuse')
        .slice(0, 100)
        .map(({ line, reasons }) => ({ field: `line ${line}`, code: 'IMPORT', message: reasons.join('; ') })),
    )
  const { created, updated } = planned
  const merchantId = work.scope.selected
  const stamp = { merchantId, by: work.user.username, note, now: work.now }
  for (const slice of slices(created))
    await insertRanges(
      work.tx,
      columnsOf(slice, () => work.newId()),
      stamp,
    )
  for (const slice of slices(updated)) {
    const idByRange = new Map(slice)
    await updateRanges(
      work.tx,
      columnsOf([...idByRange.keys()], (range) => idByRange.get(range) ?? noId),
      stamp,
    )
  }
  work.audit({
    merchantId,
    entityType: iin.slug,
    entityId: 'import',
    entityLabel: iin.plural,
    action: 'IMPORT',
    after: preview.counts,
    note,
  })
  work.emit({ merchantId, topic: iin.slug, key: 'import' })
  return preview
}
