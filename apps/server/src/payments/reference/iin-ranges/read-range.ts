import { iin } from '@signalbox/model/entities/iin'
import { cardBrands, cardCategories, cardTypes, iinSources } from '@signalbox/model/reference/cards'
import { countries } from '@signalbox/model/reference/countries'
import { iinProblem, paddedBounds } from '@signalbox/model/reference/iin-range'
import { texts } from '@signalbox/model/text/texts'

/** One line of a file, with what is wrong with it. */
export interface ReadRange {
  readonly line: number
  readonly reasons: string[]
  rangeStart: number
  rangeEnd: number
  cardBrand: string
  cardType: string
  countryCode: string | null
  bankName: string | null
  cardSubBrand: string | null
  cardCategory: string | null
  source: string
  state: string
}

type Name = keyof typeof iin.fields

/** What an export has beside the fields; a file may bring it back, and it says nothing. */
const leftAside = new Set([
  'id',
  'merchant',
  'merchantid',
  'created',
  'createdat',
  'last updated',
  'updatedat',
  'updated by',
  'updatedby',
])
const required: readonly Name[] = ['rangeStart', 'rangeEnd', 'cardBrand']

const fieldOf = (heading: string): Name | undefined =>
  (Object.keys(iin.fields) as Name[]).find(
    (name) => name.toLowerCase() === heading || iin.fields[name].label.toLowerCase() === heading,
  )

const keysOf = (options: object) => new Set(Object.keys(options))
const known: Partial<Record<Name, ReadonlySet<string>>> = {
  cardBrand: keysOf(cardBrands),
  cardType: keysOf(cardTypes),
  cardCategory: keysOf(cardCategories),
  source: keysOf(iinSources),
  state: new Set(['ACTIVE', 'INACTIVE']),
  countryCode: new Set(countries.map(({ code }) => code)),
}
const longest: Partial<Record<Name, number>> = {
  bankName: iin.fields.bankName.max,
  cardSubBrand: iin.fields.cardSubBrand.max,
}
const digits = /^\d{6,11}$/
const formula = /^[=+\-@\t\r＝＋－＠]/

/** What is wrong with a cell; null when nothing is. */
function cellProblem(name: Name, text: string): string | null {
  if (name === 'rangeStart' || name === 'rangeEnd') return digits.test(text) ? null : '6 to 11 digits'
  if (text === '') return null
  const values = known[name]
  if (values?.has(text) === false) return name === 'countryCode' ? texts.unknownCountry : texts.invalidChoice
  if (values) return null
  if (formula.test(text)) return 'Must not begin like a formula'
  return text.length > (longest[name] ?? Infinity) ? texts.tooLong : null
}

const blank = (line: number, reasons: string[]): ReadRange => ({
  line,
  reasons,
  rangeStart: 0,
  rangeEnd: 0,
  cardBrand: '',
  cardType: 'UNKNOWN',
  countryCode: null,
  bankName: null,
  cardSubBrand: null,
  cardCategory: null,
  source: 'IMPORT',
  state: 'ACTIVE',
})

interface CsvLine {
  readonly line: number
  readonly cells: readonly string[]
  readonly problem?: string
}

/** How the lines below a header are read, or why they cannot be. */
export function rangeReader(header: readonly string[]): ((line: CsvLine) => ReadRange) | string {
  const headings = header.map((text) => text.trim().toLowerCase())
  const unknown = header.find(
    (_text, index) => !fieldOf(headings[index] ?? '') && !leftAside.has(headings[index] ?? ''),
  )
  if (unknown !== undefined) return `Unknown column: ${unknown.trim().slice(0, 40) || '(no name)'}`
  const names = headings.map(fieldOf)
  const missing = required.find((name) => !names.includes(name))
  if (missing) return `The column ${iin.fields[missing].label} is missing`
  const twice = names.find((name, index) => name && names.indexOf(name) !== index)
  if (twice) return `Two columns are named ${iin.fields[twice].label}`
  return ({ line, cells, problem }) => {
    if (problem !== undefined) return blank(line, [problem])
    if (cells.length !== names.length)
      return blank(line, [`Expected ${names.length} cells, found ${cells.length}`])
    return readCells(line, names, cells)
  }
}

function readCells(line: number, names: readonly (Name | undefined)[], cells: readonly string[]): ReadRange {
  const range = blank(line, [])
  for (const [index, name] of names.entries()) {
    if (!name) continue
    const text = (cells[index] ?? '').trim()
    const problem = cellProblem(name, text)
    if (problem) range.reasons.push(`${iin.fields[name].label}: ${problem}`)
    else if (name === 'rangeStart' || name === 'rangeEnd') range[name] = Number(text)
    else if (text !== '') range[name] = text
  }
  if (range.cardBrand === '' && range.reasons.length === 0) range.reasons.push(`Brand: ${texts.required}`)
  if (range.reasons.length > 0) return range
  const problem = iinProblem(range)
  if (problem) range.reasons.push(problem.message)
  else Object.assign(range, paddedBounds(range))
  return range
}
