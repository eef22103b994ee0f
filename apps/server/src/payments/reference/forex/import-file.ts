import { forexRate, rateDecimals } from '@signalbox/model/entities/forex-rate'
import { inputSchema } from '@signalbox/model/field/field-schema'
import { field } from '@signalbox/model/field/field'
import { importCap } from '@signalbox/model/field/paging'
import type { ImportPreview, ImportRow } from '@signalbox/model/field/resource'
import { largeChange, largeChangeText, type RateFigures } from '@signalbox/model/money/rate-change'
import { defaultRateService } from '@signalbox/model/money/rate-services'
import { parseCsv } from '@signalbox/model/text/csv'
import { invalid } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../../kit/handle.ts'
import {
  currencyProblems,
  dayOf,
  dayProblem,
  figureProblem,
  rateSettings,
  refuseUnconfirmed,
  type RateSettings,
} from './rate-rules.ts'
import { ownDayRates, saveDayRates, type DayRate } from './rate-store.ts'

const header = ['date', 'from', 'to', 'buy', 'sell']
/** A file of rates is always this service. */
const service = defaultRateService

interface ImportBody {
  readonly format: 'csv' | 'json'
  readonly content: string
  readonly note?: string
  readonly confirmed?: boolean
}

interface Line extends Omit<DayRate, 'id'> {
  readonly line: number
  readonly reasons: string[]
}

interface Planned {
  readonly row: ImportRow
  readonly rate: DayRate
  readonly change?: { readonly pair: string; readonly before: RateFigures; readonly after: RateFigures }
}

const day = inputSchema(field.day({ label: 'Date', required: true }))
const currency = inputSchema(field.currency({ label: 'Currency', required: true }))
const figure = inputSchema(field.decimal({ label: 'Rate', required: true, decimals: rateDecimals }))
const checks = [
  ['Date', day],
  ['From', currency],
  ['To', currency],
  ['Buy', figure],
  ['Sell', figure],
] as const

function readLines({ format, content }: ImportBody): Line[] {
  const refuse = (message: string) => invalid({ field: 'content', code: 'CSV', message })
  if (format !== 'csv') throw refuse('Rates are imported from a CSV file')
  const parsed = parseCsv(content, { separator: ';', maxRows: importCap })
  if (parsed.header.map((name) => name.toLowerCase()).join(';') !== header.join(';'))
    throw refuse(`The first line must be ${header.join(';')}`)
  const lines = parsed.rows.map(({ line, cells }): Line => {
    const trimmed = cells.map((cell) => cell.trim())
    const reasons = checks.flatMap(([label, schema], index) => {
      const result = schema.safeParse(trimmed[index])
      return result.success ? [] : [`${label}: ${result.error.issues[0]?.message ?? texts.invalidValue}`]
    })
    const [rateDate = '', fromCurrency = '', toCurrency = '', buyRate = '', sellRate = ''] = trimmed
    return { line, reasons, rateDate, fromCurrency, toCurrency, buyRate, sellRate }
  })
  const broken = parsed.problems.map(({ line, text }): Line => ({
    line,
    reasons: [text],
    rateDate: '',
    fromCurrency: '',
    toCurrency: '',
    buyRate: '',
    sellRate: '',
  }))
  const all = [...lines, ...broken].sort((a, b) => a.line - b.line)
  if (all.length === 0) throw refuse('The file has no rows')
  return all
}

const keyOf = ({ rateDate, toCurrency }: Pick<DayRate, 'rateDate' | 'toCurrency'>) =>
  `${rateDate} ${toCurrency}`

/**
 * The figures a line is compared with: of the day before it in the file, else what the day began with; the last of a pair,
 * which will apply, with both.
 */
function previousOf(settings: RateSettings, lines: readonly Line[]): (line: Line) => RateFigures[] {
  const byCurrency = new Map<string, Line[]>()
  for (const line of lines) {
    if (line.reasons.length > 0) continue
    byCurrency.set(line.toCurrency, [...(byCurrency.get(line.toCurrency) ?? []), line])
  }
  for (const list of byCurrency.values()) list.sort((a, b) => (a.rateDate < b.rateDate ? -1 : 1))
  return (line) => {
    const list = byCurrency.get(line.toCurrency) ?? []
    const dayBefore = list[list.indexOf(line) - 1]
    const began = settings.atStartOfDay(service, line.toCurrency)
    const isCompared = dayBefore === undefined || list.at(-1) === line
    return [...(isCompared && began ? [began] : []), ...(dayBefore ? [dayBefore] : [])]
  }
}

/** The one from which it is a large change, where there is any. */
const largestOf = (before: readonly RateFigures[], after: RateFigures): RateFigures | undefined =>
  before.find((figures) => largeChange(figures, after) !== null) ?? before[0]

async function plan(work: Work, body: ImportBody): Promise<Planned[]> {
  const lines = readLines(body)
  const settings = await rateSettings(work)
  const own = await ownDayRates(work.tx, { merchantId: work.scope.selected, service, source: 'IMPORTED' })
  const existing = new Map(own.map((rate) => [keyOf(rate), rate]))
  const previous = previousOf(settings, lines)
  const seen = new Set<string>()
  return lines.map((line) => {
    const reasons = [...line.reasons, ...reasonsOf(settings, line, work.now)]
    if (seen.has(keyOf(line))) reasons.push('Date, To: appears twice in the file')
    if (line.toCurrency) seen.add(keyOf(line))
    return plannedLine(work, line, reasons, {
      current: existing.get(keyOf(line)),
      before: largestOf(previous(line), line),
    })
  })
}

function reasonsOf(settings: RateSettings, line: Line, now: Date): string[] {
  if (line.reasons.length > 0) return []
  const wrongDay = dayProblem(line.rateDate, now)
  const wrong = figureProblem(line)
  return [
    ...currencyProblems(settings, line).map(({ message }) => message),
    ...(wrong === null ? [] : [wrong]),
    ...(line.rateDate > dayOf(now)
      ? ['Date: an imported rate cannot be in the future']
      : wrongDay === null
        ? []
        : [`Date: ${wrongDay}`]),
  ]
}

function plannedLine(
  work: Work,
  { line, reasons: _own, ...rate }: Line,
  reasons: string[],
  { current, before }: { readonly current?: DayRate; readonly before?: RateFigures },
): Planned {
  const pair = `${rate.fromCurrency}/${rate.toCurrency}`
  const title = rate.rateDate === '' ? '' : `${pair} ${rate.rateDate}`
  const isSame = (name: 'buyRate' | 'sellRate') => current && Number(current[name]) === Number(rate[name])
  const action =
    reasons.length > 0
      ? 'refuse'
      : !current
        ? 'create'
        : isSame('buyRate') && isSame('sellRate')
          ? 'skip'
          : 'update'
  const percent = before && reasons.length === 0 ? largeChange(before, rate) : null
  const changes =
    action === 'update' && current
      ? (['buyRate', 'sellRate'] as const).flatMap((path) =>
          isSame(path) ? [] : [{ path, from: current[path], to: rate[path] }],
        )
      : undefined
  return {
    row: {
      line,
      action,
      title,
      reasons: percent === null ? reasons : [...reasons, largeChangeText(pair, percent)],
      ...(changes && { changes }),
    },
    rate: { id: current?.id ?? work.newId(), ...rate },
    ...(before && action !== 'skip' && { change: { pair, before, after: rate } }),
  }
}

function previewOf(planned: readonly Planned[]): ImportPreview {
  const counts = { create: 0, update: 0, skip: 0, refuse: 0, waiting: 0 }
  for (const { row } of planned) counts[row.action]++
  return { rows: planned.map(({ row }) => row), counts }
}

export const previewRates = async (work: Work, body: ImportBody): Promise<ImportPreview> =>
  previewOf(await plan(work, body))

/** All lines or none. */
export async function importRates(work: Work, body: ImportBody): Promise<ImportPreview> {
  const { note, confirmed = false } = body
  if (!note) throw invalid({ field: 'note', code: 'REQUIRED', message: texts.required })
  const planned = await plan(work, body)
  const refused = planned.filter(({ row }) => row.action === 'refuse')
  if (refused.length > 0)
    throw invalid(
      ...refused.slice(0, 100).map(({ row }) => ({
        field: `line ${row.line}`,
        code: 'IMPORT',
        message: row.reasons.join('; '),
      })),
    )
  refuseUnconfirmed(
    planned.flatMap(({ change }) => (change ? [change] : [])),
    { note, confirmed },
  )
  const of = (action: ImportRow['action']) =>
    planned.filter(({ row }) => row.action === action).map(({ rate }) => rate)
  const { scope, user, now } = work
  await saveDayRates(
    work.tx,
    { created: of('create'), updated: of('update') },
    { merchantId: scope.selected, service, by: user.username, note, now },
  )
  const preview = previewOf(planned)
  work.audit({
    merchantId: scope.selected,
    entityType: forexRate.slug,
    entityId: 'import',
    entityLabel: forexRate.plural,
    action: 'IMPORT',
    after: preview.counts,
    note,
  })
  work.emit({ merchantId: scope.selected, topic: forexRate.slug, key: 'import' })
  return preview
}
