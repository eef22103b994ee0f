import { Readable } from 'node:stream'
import { message } from '@signalbox/model/entities/message'
import { createSchema } from '@signalbox/model/field/entity-schema'
import { exportCap, importCap } from '@signalbox/model/field/paging'
import type { ExportQuery, ImportPreview, ImportRow } from '@signalbox/model/field/resource'
import { normalLocale } from '@signalbox/model/messages/message-locale'
import { placeholderProblems } from '@signalbox/model/messages/placeholders'
import { foldKey } from '@signalbox/model/messages/resolve-message'
import { looksLikeFormula, parseCsv, quotedCsvRow, withoutGuard } from '@signalbox/model/text/csv'
import { invalid } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { refusalOf } from '../../kit/error-reply.ts'
import type { Work } from '../../kit/handle.ts'
import { inTurns } from '../../kit/heavy-work.ts'
import { parse } from '../../kit/parse.ts'
import { exportRecords, systemColumns } from '../../kit/record-export.ts'
import { searchSubject } from '../../kit/subject-seal.ts'
import { groupedBy, lockTexts, messages, messagesAtOnce } from './service.ts'
import { translationsOf } from './translations.ts'
import { countingTexts, type CountingText } from './store.ts'

/** The columns of a file, in this order and no others. */
const columns = ['category', 'description', 'key', 'locale', 'value'] as const
type Column = (typeof columns)[number]
const header = columns.join(',')

/** What is filtered, as a file that can be imported again. */
export async function exportMessages(work: Work, query: ExportQuery & { separator?: string | undefined }) {
  const { separator, ...rest } = query
  if (query.format === 'json') return exportRecords(messages, work, rest)
  const formats = await work.deps.userFormats(work.tx, work.user)
  const used = separator ?? formats.csvSeparator
  const store = messages.store(work)
  const { total, totalCapped } = await store.list({ ...rest, start: 0, limit: 1 })
  const { format: _format, columns: _columns, start: _start, limit: _limit, ...filters } = rest
  work.audit({
    merchantId: work.scope.selected,
    entityType: message.slug,
    entityId: 'export',
    entityLabel: message.plural,
    action: 'EXPORT',
    after: { filters, columns: [...columns], rows: total, capped: totalCapped },
    ...searchSubject(work.scope.selected, work.newId(), filters),
  })
  async function* lines() {
    yield '\uFEFF' + quotedCsvRow(columns, used)
    let left = exportCap
    for await (const batch of inTurns(store.batches(rest, 200), work.deps.priority)) {
      const rows = batch.slice(0, left)
      left -= rows.length
      if (rows.length > 0)
        yield rows
          .map((row) =>
            quotedCsvRow(
              columns.map((name) => row[name]),
              used,
            ),
          )
          .join('')
      if (left <= 0) return
    }
  }
  work.reply
    .header('content-type', 'text/csv; charset=utf-8')
    .header(
      'content-disposition',
      `attachment; filename="messages-${work.now.toISOString().slice(0, 10)}.csv"`,
    )
  return Readable.from(lines(), { objectMode: false })
}

interface ImportBody {
  readonly format: 'csv' | 'json'
  readonly content: string
  readonly separator?: string | undefined
  readonly note?: string | undefined
}

type Cells = Readonly<Record<Column, string>>

interface Line {
  readonly line: number
  readonly cells: Cells
  readonly reasons: string[]
}

const labelOf: Readonly<Record<Column, string>> = {
  category: 'category',
  description: 'description',
  key: 'key',
  locale: 'locale',
  value: 'value',
}

const noCells: Cells = { category: '', description: '', key: '', locale: '', value: '' }

/** A cell a spreadsheet could run is refused, unless it has the apostrophe that our own files put before it. */
function formulaReasons(cells: readonly string[]): string[] {
  return columns.flatMap((name, index) => {
    const cell = cells[index] ?? ''
    const isBare = looksLikeFormula(cell) && withoutGuard(cell) === cell
    return isBare ? [`${labelOf[name]}: Looks like a formula; write ' before it if it is text`] : []
  })
}

function csvLines({ content, separator }: ImportBody): Line[] {
  const parsed = parseCsv(content, {
    maxRows: importCap,
    keepGuards: true,
    ...(separator !== undefined && { separator }),
  })
  if (parsed.header.join(',') !== header)
    throw invalid({ field: 'content', code: 'CSV', message: `Line 1: The header must be ${header}` })
  const lines = parsed.rows.map(({ line, cells }): Line => ({
    line,
    cells: Object.fromEntries(
      columns.map((name, index) => [name, withoutGuard(cells[index] ?? '')]),
    ) as Record<Column, string>,
    reasons: formulaReasons(cells),
  }))
  const broken = parsed.problems.map(({ line, text }): Line => ({ line, cells: noCells, reasons: [text] }))
  return [...lines, ...broken].toSorted((a, b) => a.line - b.line)
}

function jsonLines({ content }: ImportBody): Line[] {
  let read: unknown
  try {
    read = JSON.parse(content)
  } catch {
    throw invalid({ field: 'content', code: 'JSON', message: 'The file is not valid JSON' })
  }
  if (!Array.isArray(read) || read.length > importCap)
    throw invalid({
      field: 'content',
      code: 'JSON',
      message: `The file must be a list of at most ${importCap}`,
    })
  return read.map((item: unknown, index): Line => {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return { line: index + 1, cells: noCells, reasons: ['Not an object'] }
    const members = item as Record<string, unknown>
    const textOf = (name: Column): string => (typeof members[name] === 'string' ? members[name] : '')
    return {
      line: index + 1,
      cells: Object.fromEntries(columns.map((name) => [name, textOf(name)])) as Record<Column, string>,
      reasons: memberReasons(members),
    }
  })
}

const isColumn = (name: string): name is Column => (columns as readonly string[]).includes(name)

/** What an export holds beside the texts may stand in a file and says nothing. */
const leftAside = new Set([...systemColumns.map(({ name }) => name), 'version', 'inherited'])

/** A misspelt member would be lost without a word, and so would what is no text. */
function memberReasons(members: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    if (!isColumn(name)) return leftAside.has(name) ? [] : [`${name}: ${texts.unknownField}`]
    return value === null || typeof value === 'string' ? [] : [`${name}: ${texts.mustBeText}`]
  })
}

const newMessage = createSchema(message)

function schemaReasons(input: object): string[] {
  try {
    parse(newMessage, input)
    return []
  } catch (error) {
    const refusal = refusalOf(error)
    return refusal.details.fields?.map(({ field, message: text }) => `${field}: ${text}`) ?? [refusal.message]
  }
}

interface Planned {
  readonly row: ImportRow
  readonly input: { category: string; description: string | null; key: string; locale: string; value: string }
  readonly current: CountingText | undefined
}

const nameOf = (key: string, locale: string): string => `${key} ${locale}`

function planLine({ line, cells, reasons }: Line, existing: ReadonlyMap<string, CountingText>): Planned {
  const locale = normalLocale(cells.locale)
  const input = {
    ...cells,
    key: foldKey(cells.key.trim()),
    locale: locale ?? cells.locale,
    description: cells.description === '' ? null : cells.description,
  }
  const all = [...reasons, ...(reasons.length > 0 ? [] : schemaReasons(input))]
  if (reasons.length === 0 && locale === undefined && cells.locale !== '')
    all.push(`locale: Unknown locale: ${cells.locale}. Use a BCP 47 tag such as sv_SE`)
  const current = existing.get(nameOf(input.key, input.locale))
  const changed = (['category', 'description', 'value'] as const).filter(
    (name) => current && current[name] !== input[name],
  )
  const action = all.length > 0 ? 'refuse' : !current ? 'create' : changed.length === 0 ? 'skip' : 'update'
  const title = nameOf(input.key, input.locale).trim()
  const changes = changed.map((name) => ({ path: name, from: current?.[name] ?? null, to: input[name] }))
  return {
    row: { line, action, title, reasons: all, ...(action === 'update' && { changes }) },
    input,
    current,
  }
}

const refused = (planned: Planned, reason: string): Planned => ({
  ...planned,
  row: { ...planned.row, action: 'refuse', reasons: [...planned.row.reasons, reason], changes: undefined },
})

/** The same key and locale twice leaves open which of them is meant. */
function refuseTwice(planned: readonly Planned[]): Planned[] {
  const seen = new Set<string>()
  return planned.map((each) => {
    const name = nameOf(each.input.key, each.input.locale)
    if (each.row.title === '') return each
    if (seen.has(name)) return refused(each, 'Key and locale appear twice in the file')
    seen.add(name)
    return each
  })
}

/** What the texts of a key would be after the import, held against each other. */
function refuseUnequalLines(planned: readonly Planned[], existing: readonly CountingText[]): Planned[] {
  const before = groupedBy(existing, ({ key }) => key)
  const written = groupedBy(
    planned.filter(({ row }) => row.action !== 'refuse'),
    ({ input }) => input.key,
  )
  const problems = new Map<string, string>()
  for (const [key, lines] of written) {
    const locales = new Set(lines.map(({ input }) => input.locale))
    const kept = (before.get(key) ?? []).filter(({ locale }) => !locales.has(locale))
    const all = translationsOf([...kept, ...lines.map(({ input }) => input)])
    const found = Object.entries(placeholderProblems(all))
    for (const [locale, problem] of found) problems.set(nameOf(key, locale), problem)
    // Where a text that stays is the one that differs, the line it differs from is to blame.
    const [first] = Object.keys(all)
    if (first !== undefined && found.some(([locale]) => !locales.has(locale)))
      problems.set(nameOf(key, first), `Placeholders must be equal in all locales`)
  }
  return planned.map((each) => {
    const problem = problems.get(nameOf(each.input.key, each.input.locale))
    return problem === undefined || each.row.action === 'refuse' ? each : refused(each, `value: ${problem}`)
  })
}

async function plan(work: Work, body: ImportBody): Promise<Planned[]> {
  const lines = body.format === 'csv' ? csvLines(body) : jsonLines(body)
  if (lines.length === 0) throw invalid({ field: 'content', code: 'EMPTY', message: 'The file has no rows' })
  const existing = await countingTexts(work.tx, work.scope.chain)
  const byName = new Map(existing.map((text) => [nameOf(text.key, text.locale), text]))
  return refuseUnequalLines(refuseTwice(lines.map((line) => planLine(line, byName))), existing)
}

function previewOf(planned: readonly Planned[]): ImportPreview {
  const counts = { create: 0, update: 0, skip: 0, refuse: 0, waiting: 0 }
  for (const { row } of planned) counts[row.action] += 1
  return { rows: planned.map(({ row }) => row), counts }
}

/** What each line would do; nothing is written. */
export const previewMessages = async (work: Work, body: ImportBody): Promise<ImportPreview> =>
  previewOf(await plan(work, body))

/** All lines or none. */
export async function importMessages(work: Work, body: ImportBody): Promise<ImportPreview> {
  await lockTexts(work)
  const planned = await plan(work, body)
  const problems = planned.filter(({ row }) => row.action === 'refuse')
  if (problems.length > 0)
    throw invalid(
      ...problems.slice(0, 100).map(({ row }) => ({
        field: `line ${row.line}`,
        code: 'IMPORT',
        message: row.reasons.join('; '),
      })),
    )
  const { note } = body
  for (const { row, input, current } of planned) {
    const { key: _key, locale: _locale, ...content } = input
    if (row.action === 'create') await messagesAtOnce.create(work, { ...input, note })
    if (row.action === 'update' && current)
      await messagesAtOnce.update(work, current.id, { ...content, version: current.version, note })
  }
  const preview = previewOf(planned)
  work.audit({
    merchantId: work.scope.selected,
    entityType: message.slug,
    entityId: 'import',
    entityLabel: message.plural,
    action: 'IMPORT',
    after: preview.counts,
    note: note ?? null,
  })
  return preview
}
