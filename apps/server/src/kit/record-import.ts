import { looksLikeFormula, parseCsv, withoutGuard } from '@signalbox/model/text/csv'
import { writableFields, type Entity, type RecordOf } from '@signalbox/model/field/entity'
import { createSchema, updateSchema } from '@signalbox/model/field/entity-schema'
import type { Field } from '@signalbox/model/field/field'
import { parseFieldText } from '@signalbox/model/field/field-text'
import { importCap } from '@signalbox/model/field/paging'
import type { Refusal } from '@signalbox/model/text/refusal'
import { invalid } from '@signalbox/model/text/refusal'
import type { ImportPreview, ImportRow } from '@signalbox/model/field/resource'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { diffRecords } from '@signalbox/model/text/diff'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { refusalOf } from './error-reply.ts'
import type { ManyRecords, Work } from './handle.ts'
import { keepAll } from './history-store.ts'
import { parse } from './parse.ts'
import { systemColumns } from './record-export.ts'
import type { Resource } from './resource.ts'

interface ImportBody {
  readonly format: 'csv' | 'json'
  readonly content: string
  readonly separator?: string
  readonly note?: string
}

type Input = Record<string, unknown>

interface Line {
  readonly line: number
  readonly input: Input
  readonly reasons: string[]
}

const byNameOrLabel = (e: Entity, header: string): [string, Field] | undefined =>
  writableFields(e).find(
    ([name, f]) =>
      name.toLowerCase() === header.toLowerCase() || f.label.toLowerCase() === header.toLowerCase(),
  )

/** What an export holds beside what can be written: ids, stamps, and what the platform decides. It may stand in a file. */
function isLeftAside(e: Entity, header: string): boolean {
  const fields = Object.entries(e.fields).map(([name, { label }]) => ({ name, label }))
  const known = [...systemColumns, ...fields].flatMap(({ name, label }) => [name, label, `${label} currency`])
  return known.some((name) => name.toLowerCase() === header.toLowerCase())
}

/** Whoever misspells a column believes it was imported, so a file says exactly what there is. */
function problemOfColumns(
  e: Entity,
  header: readonly string[],
  columns: readonly ([string, Field] | undefined)[],
): string | null {
  const names = columns.map((column) => column?.[0])
  if (!names.some(Boolean)) return 'No column name matches a field'
  const unknown = header.find((name, index) => names[index] === undefined && !isLeftAside(e, name))
  if (unknown !== undefined) return `Line 1: Unknown column: ${unknown.slice(0, 40)}`
  const twice = names.find((name, index) => name !== undefined && names.indexOf(name) !== index)
  return twice === undefined ? null : `Line 1: Two columns are named ${e.fields[twice]?.label}`
}

/** A cell a spreadsheet could run, without the apostrophe our own files put before it. Figures may begin with a sign. */
function isBareFormula(cell: string, value: unknown): boolean {
  if (!looksLikeFormula(cell) || withoutGuard(cell) !== cell) return false
  return typeof value === 'string' ? looksLikeFormula(value) : Array.isArray(value)
}

const formulaText = "Looks like a formula; write ' before it if it is text"

function csvInputs(e: Entity, { content, separator }: ImportBody, formats: UserFormats): Line[] {
  const { header, rows, problems } = parseCsv(content, {
    maxRows: e.importRows ?? importCap,
    keepGuards: true,
    ...(separator && { separator }),
  })
  const columns = header.map((name) => byNameOrLabel(e, name))
  const fatal = problems.filter((problem) => problem.line === 1).map((problem) => problem.text)
  if (fatal.length > 0)
    throw invalid({ field: 'content', code: 'CSV', message: `Line 1: ${fatal.join('; ')}` })
  const wrong = problemOfColumns(e, header, columns)
  if (wrong !== null) throw invalid({ field: 'content', code: 'CSV', message: wrong })
  const lines = rows.map(({ line, cells }): Line => {
    const input: Input = {}
    const reasons: string[] = []
    cells.forEach((cell, index) => {
      const column = columns[index]
      if (!column) return
      const [name, field] = column
      const parsed = parseFieldText(field, withoutGuard(cell), formats)
      if (!parsed.ok) reasons.push(`${field.label}: ${parsed.message}`)
      else if (isBareFormula(cell, parsed.value)) reasons.push(`${field.label}: ${formulaText}`)
      else input[name] = parsed.value
    })
    return { line, input, reasons }
  })
  const broken = problems.map(({ line, text }): Line => ({ line, input: {}, reasons: [text] }))
  return [...lines, ...broken].sort((a, b) => a.line - b.line)
}

function jsonInputs(e: Entity, content: string): Line[] {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    throw invalid({ field: 'content', code: 'JSON', message: 'The file is not valid JSON' })
  }
  if (!Array.isArray(value))
    throw invalid({ field: 'content', code: 'JSON', message: 'The file must contain a list' })
  const most = e.importRows ?? importCap
  if (value.length > most) {
    throw invalid({ field: 'content', code: 'ROWS', message: `The file has more than ${most} rows` })
  }
  const known = new Set(writableFields(e).map(([name]) => name))
  return value.map((item: unknown, index): Line => {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) {
      return { line: index + 1, input: {}, reasons: ['Not an object'] }
    }
    // What an export holds beside the fields (ids, stamps) is left aside; anything else unknown is refused below.
    const system = new Set([
      'id',
      'merchantId',
      'version',
      'createdAt',
      'updatedAt',
      'updatedBy',
      'inherited',
      'position',
    ])
    const readOnly = new Set(Object.keys(e.fields).filter((name) => !known.has(name)))
    const entries = Object.entries(item).filter(([name]) => !system.has(name) && !readOnly.has(name))
    return { line: index + 1, input: Object.fromEntries(entries), reasons: [] }
  })
}

const reasonsOf = (e: Entity, refusal: Refusal): string[] =>
  refusal.details.fields?.map((p) => `${e.fields[p.field]?.label ?? p.field}: ${p.message}`) ?? [
    refusal.message,
  ]

/** Made once for a file: to make a schema costs more than to use it. */
function schemaCheck(e: Entity): (input: Input, isNew: boolean) => string[] {
  const [create, update] = [createSchema(e), updateSchema(e)]
  return (input, isNew) => {
    try {
      if (isNew) parse(create, { ...input, note: 'import' })
      else parse(update, { ...input, version: 1, note: 'import' })
      return []
    } catch (error) {
      return reasonsOf(e, refusalOf(error))
    }
  }
}

interface Planned {
  readonly row: ImportRow
  readonly input: Input
  readonly current?: { id: string; version: number }
}

const sameContent = (current: Input, input: Input): boolean =>
  Object.entries(input).every(
    ([name, value]) => canonicalJson(current[name] ?? null) === canonicalJson(value ?? null),
  )

/** By these a line of a file is known as a record that is there: its title, or what makes an override of it. */
const keyOf = (e: Entity): readonly string[] => e.overrideKey ?? [e.titleField]

const titleOf = (e: Entity, values: Input): string =>
  keyOf(e)
    .map((name) => values[name])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .filter((value) => value !== '')
    .join(' ')

const labelOfKey = (e: Entity): string =>
  keyOf(e)
    .map((name) => e.fields[name]?.label ?? name)
    .join(', ')

/** What was settled when the record was created may stand in a file, as long as it says the same. */
const withoutSettled = (e: Entity, input: Input, current: Input): Input =>
  Object.fromEntries(
    Object.entries(input).filter(
      ([name, value]) => !(e.fields[name]?.createOnly && sameContent(current, { [name]: value })),
    ),
  )

const mostChanges = 50

/** What a line says otherwise than the record does now. */
function changesOf(now: Input, input: Input): NonNullable<ImportRow['changes']> {
  const before = Object.fromEntries(Object.keys(input).map((name) => [name, now[name] ?? null]))
  return diffRecords(before, input)
    .slice(0, mostChanges)
    .map(({ path, from = null, to = null }) => ({ path, from, to }))
}

/** What each line would do. Nothing is written; the commit makes the same plan again inside its transaction. */
async function plan<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  body: ImportBody,
): Promise<Planned[]> {
  const e = resource.entity
  const formats = await work.deps.userFormats(work.tx, work.user)
  const lines = body.format === 'csv' ? csvInputs(e, body, formats) : jsonInputs(e, body.content)
  if (lines.length === 0) throw invalid({ field: 'content', code: 'EMPTY', message: 'The file has no rows' })
  const existing = new Map<string, RecordOf<E>>()
  for await (const batch of resource.store(work).batches({ start: 0, limit: 1000 }, 1000)) {
    for (const record of batch) existing.set(titleOf(e, record as Input), record)
  }
  const seen = new Set<string>()
  const schemaReasons = schemaCheck(e)
  return lines.map(({ line, input, reasons }): Planned => {
    const title = titleOf(e, input)
    const current = existing.get(title)
    // A file holds records as they leave in one, so that is what it is compared with.
    const now = (current && (resource.hooks.forFile?.(current, work) ?? current)) as Input | undefined
    const settled = now ? withoutSettled(e, input, now) : input
    const all = [...reasons, ...schemaReasons(settled, !current)]
    if (title && seen.has(title)) all.push(`${labelOfKey(e)}: appears twice in the file`)
    seen.add(title)
    const action =
      all.length > 0 ? 'refuse' : !current ? 'create' : now && sameContent(now, input) ? 'skip' : 'update'
    const changes = action === 'update' && now ? { changes: changesOf(now, settled) } : {}
    return {
      row: { line, action, title, reasons: all, ...changes },
      input: settled,
      ...(current && { current }),
    }
  })
}

const countsOf = (rows: readonly ImportRow[]): ImportPreview['counts'] => {
  const counts = { create: 0, update: 0, skip: 0, refuse: 0, waiting: 0 }
  for (const row of rows) {
    counts[row.action]++
    if (row.waits !== undefined) counts.waiting++
  }
  return counts
}

/** Does what a line says, and says what of it waits for a second person. */
async function apply<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  { row, input, current }: Planned,
  note?: string,
): Promise<ImportRow> {
  const waits: string[] = []
  const told: Work = { ...work, toldOfWaiting: (summary) => void waits.push(summary) }
  if (row.action === 'create') await resource.create(told, { ...input, note })
  if (row.action === 'update' && current)
    await resource.update(told, current.id, { ...input, version: current.version, note })
  return waits.length > 0 ? { ...row, waits: waits.join('; ') } : row
}

/** Business rules are tried for real, in a transaction that is thrown away. */
export async function previewImport<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  body: ImportBody,
): Promise<ImportPreview> {
  const planned = await plan(resource, work, body)
  const rows: ImportRow[] = []
  await work.inRolledBackTransaction(async (inner) => {
    for (const item of planned) rows.push(await tried(resource, inner, item, body.note))
  })
  return { rows, counts: countsOf(rows) }
}

async function tried<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  item: Planned,
  note?: string,
): Promise<ImportRow> {
  if (item.row.action === 'refuse') return item.row
  try {
    return await work.savepoint(() => apply(resource, work, item, note ?? 'import'))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) throw error
    return { ...item.row, action: 'refuse', reasons: reasonsOf(resource.entity, refusal) }
  }
}

/** All lines or none: the first refused line rolls everything back and is named with its reasons. */
export async function importRecords<E extends Entity>(
  resource: Resource<E>,
  work: Work,
  body: ImportBody,
): Promise<ImportPreview> {
  if (resource.entity.note === 'required' && !body.note) {
    throw invalid({ field: 'note', code: 'REQUIRED', message: 'This field is required' })
  }
  const planned = await plan(resource, work, body)
  const refused = planned.filter((item) => item.row.action === 'refuse')
  if (refused.length > 0) throw importRefusal(refused.map((item) => item.row))
  const rows: ImportRow[] = []
  const many: ManyRecords = { versions: [], positions: new Map() }
  for (const item of planned) {
    try {
      rows.push(await apply(resource, { ...work, many }, item, body.note))
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal.status >= 500) throw error
      throw importRefusal([{ ...item.row, reasons: reasonsOf(resource.entity, refusal) }])
    }
  }
  await keepAll(work.tx, many.versions, work.now)
  work.audit({
    merchantId: work.scope.selected,
    entityType: resource.entity.slug,
    entityId: 'import',
    entityLabel: resource.entity.plural,
    action: 'IMPORT',
    after: countsOf(rows),
    note: body.note ?? null,
  })
  return { rows, counts: countsOf(rows) }
}

const importRefusal = (rows: readonly ImportRow[]): Refusal =>
  invalid(
    ...rows.slice(0, 100).map((row) => ({
      field: `line ${row.line}`,
      code: 'IMPORT',
      message: row.reasons.join('; '),
    })),
  )
