import { XMLParser } from 'fast-xml-parser'
import { currencyOf } from '@signalbox/model/reference/currencies'
import { isCalendarDay } from '@signalbox/model/text/local-time'
import {
  limits,
  minorFrom,
  plainAccountNo,
  UnreadableStatement,
  type Statement,
  type StatementEntry,
} from './statement.ts'
import { shapeProblem } from './xml-shape.ts'

type Node = Readonly<Record<string, unknown>>

/** Always read as lists, so that one of them reads like many. */
const many = new Set(['Stmt', 'Bal', 'Ntry', 'NtryDtls', 'TxDtls', 'Ustrd', 'Strd', 'Prtry'])

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts and references stay the texts they are: 0012 is not 12.
  parseTagValue: false,
  parseAttributeValue: false,
  // A statement needs no entities but the five of XML, which are read below; none can be declared.
  processEntities: false,
  trimValues: true,
  isArray: (name) => many.has(name),
})

const predefined: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function characterOf(code: number): string {
  const isText = Number.isInteger(code) && code >= 32 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
  return isText ? String.fromCodePoint(code) : ' '
}

function plainText(raw: string): string {
  return raw.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex, decimal, name) => {
    if (hex !== undefined) return characterOf(Number.parseInt(String(hex), 16))
    if (decimal !== undefined) return characterOf(Number(decimal))
    return predefined[String(name)] ?? whole
  })
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function nodeAt(node: unknown, ...path: readonly string[]): unknown {
  let found = node
  for (const name of path) {
    if (Array.isArray(found)) found = found[0]
    found = isNode(found) ? found[name] : undefined
  }
  return Array.isArray(found) && found.length > 0 && !isNode(found[0]) ? found[0] : found
}

/** The text at a path: of an element, or of one with attributes. */
function textAt(node: unknown, ...path: readonly string[]): string | null {
  const found = nodeAt(node, ...path)
  const text = isNode(found) ? found['#text'] : found
  return typeof text === 'string' && text !== '' ? plainText(text).trim() : null
}

const nodesAt = (node: unknown, name: string): readonly unknown[] => {
  const found = isNode(node) ? node[name] : undefined
  if (found === undefined || found === '') return []
  return Array.isArray(found) ? found : [found]
}

const fail = (message: string): never => {
  throw new UnreadableStatement(message)
}

/** `2026-02-03` or the day of an instant; a bank means the day it wrote, whatever its zone. */
function dayAt(node: unknown, name: string): string | null {
  const text = textAt(node, name, 'Dt') ?? textAt(node, name, 'DtTm')
  const day = text?.slice(0, 10)
  return day !== undefined && isCalendarDay(day) ? day : null
}

function minorOf(node: unknown, currency: string, where: string): bigint {
  const given = textAt(node, 'Amt')
  const own = textAt(node, 'Amt', '@Ccy')
  if (own !== currency) return fail(`${where} is in ${own ?? 'no currency'}, the account in ${currency}`)
  const [whole = '', decimals = ''] = (given ?? '').split('.')
  const minor = minorFrom(whole, decimals, currency) ?? fail(`${where} has no amount in ${currency}`)
  const side = textAt(node, 'CdtDbtInd')
  if (side !== 'CRDT' && side !== 'DBIT') return fail(`${where} does not say whether it is credit or debit`)
  return side === 'CRDT' ? minor : -minor
}

interface Balance {
  readonly code: string | null
  readonly minor: bigint
  readonly day: string
}

function balancesOf(statement: unknown, currency: string): { opening: Balance; closing: Balance } {
  const all = nodesAt(statement, 'Bal')
    .filter((node) => isOf(['OPBD', 'PRCD', 'CLBD', 'ITBD'], textAt(node, 'Tp', 'CdOrPrtry', 'Cd')))
    .map((node): Balance => {
      const code = textAt(node, 'Tp', 'CdOrPrtry', 'Cd')
      const day = dayAt(node, 'Dt')
      return {
        code,
        minor: minorOf(node, currency, `The balance ${code}`),
        day: day ?? fail(`The balance ${code} has no date`),
      }
    })
  // Pages of a long statement begin and end with intermediate balances.
  const between = all.filter(({ code }) => code === 'ITBD')
  const opening = all.find(({ code }) => code === 'OPBD') ?? all.find(({ code }) => code === 'PRCD')
  const closing = all.find(({ code }) => code === 'CLBD')
  return {
    opening: opening ?? between[0] ?? fail('The statement has no opening balance'),
    closing: closing ?? between.at(-1) ?? fail('The statement has no closing balance'),
  }
}

const isOf = (known: readonly string[], code: string | null): boolean => code !== null && known.includes(code)

/** Version 8 puts a person or company one element deeper than version 2. */
const partyName = (node: unknown, party: string): string | null =>
  textAt(node, 'RltdPties', party, 'Nm') ?? textAt(node, 'RltdPties', party, 'Pty', 'Nm')

const noReference = new Set(['NOTPROVIDED', 'NONREF', 'NOTAVAILABLE'])
const known = (text: string | null): string | null =>
  text === null || noReference.has(text.toUpperCase()) ? null : text

/** All that was written about the payments of an entry; one entry may be many payments. */
function textsOf(entry: unknown, details: readonly unknown[]): string {
  const lines = details.flatMap((detail) => [
    ...nodesAt(nodeAt(detail, 'RmtInf'), 'Ustrd').map((line) => textAt({ line }, 'line')),
    ...nodesAt(nodeAt(detail, 'RmtInf'), 'Strd').map((line) => textAt(line, 'CdtrRefInf', 'Ref')),
    known(textAt(detail, 'Refs', 'EndToEndId')),
    textAt(detail, 'AddtlTxInf'),
  ])
  const all = [...lines, textAt(entry, 'AddtlNtryInf')].filter((line) => line !== null && line !== '')
  return [...new Set(all)].join('\n')
}

function entryOf(entry: unknown, currency: string, where: string): StatementEntry {
  const minor = minorOf(entry, currency, where)
  const details = nodesAt(entry, 'NtryDtls').flatMap((node) => nodesAt(node, 'TxDtls'))
  const [first] = details
  const bookedOn = dayAt(entry, 'BookgDt') ?? dayAt(entry, 'ValDt') ?? fail(`${where} has no booking date`)
  return {
    bookedOn,
    valueOn: dayAt(entry, 'ValDt'),
    minor,
    isReversal: textAt(entry, 'RvslInd') === 'true',
    bankRef: textAt(entry, 'AcctSvcrRef') ?? textAt(first, 'Refs', 'AcctSvcrRef'),
    reference: known(textAt(first, 'Refs', 'EndToEndId')) ?? known(textAt(entry, 'NtryRef')),
    counterparty: partyName(first, minor < 0n ? 'Cdtr' : 'Dbtr'),
    text: textsOf(entry, details),
  }
}

/** Only what is booked is money; what is pending comes again when it is. */
const isBooked = (entry: unknown): boolean =>
  (textAt(entry, 'Sts', 'Cd') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK'

function statementOf(node: unknown, number: number): Statement {
  const where = `Statement ${number}`
  const accountNo = textAt(node, 'Acct', 'Id', 'IBAN') ?? textAt(node, 'Acct', 'Id', 'Othr', 'Id')
  const currency =
    textAt(node, 'Acct', 'Ccy') ??
    textAt(nodesAt(node, 'Bal')[0], 'Amt', '@Ccy') ??
    fail(`${where} names no currency`)
  if (!currencyOf(currency)) return fail(`${where}: Unknown currency ${currency.slice(0, 10)}`)
  const { opening, closing } = balancesOf(node, currency)
  const booked = nodesAt(node, 'Ntry').filter(isBooked)
  return {
    format: 'CAMT053',
    ref: textAt(node, 'Id') ?? fail(`${where} has no id`),
    sequenceNo: textAt(node, 'ElctrncSeqNb') ?? textAt(node, 'LglSeqNb'),
    accountNo: plainAccountNo(accountNo ?? fail(`${where} names no account`)),
    currency,
    openedOn: dayAt({ From: { DtTm: textAt(node, 'FrToDt', 'FrDtTm') ?? '' } }, 'From') ?? opening.day,
    closedOn: closing.day,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    entries: booked.map((entry, index) =>
      entryOf(entry, currency, `Entry ${index + 1} of statement ${number}`),
    ),
  }
}

const namespace = /camt\.(\d{3})\.001\.(\d{2})/

function refuseOther(content: string): void {
  // An entity can be declared only in a document type, and a statement has none.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(content))
    fail('The file declares a document type, which a statement never does')
  const found = namespace.exec(content.slice(0, 4_000))
  if (!found) fail('The file is XML, but not a camt.053 statement')
  const [, kind, version] = found ?? []
  if (kind !== '053') fail(`The file is camt.${kind}; only camt.053 says what is booked`)
  if (Number(version) < 2 || Number(version) > 13) fail(`camt.053 version ${version} is not known`)
}

/** Statements of a camt.053 file (ISO 20022), versions 2 to 13; 2 and 8 are what banks send. */
export function readCamt053(content: string): Statement[] {
  refuseOther(content)
  const problem = shapeProblem(content)
  if (problem !== null) return fail(`The file is not whole: it ${problem}`)
  const root: unknown = parser.parse(content)
  const statements = nodesAt(nodeAt(root, 'Document', 'BkToCstmrStmt'), 'Stmt')
  if (statements.length === 0) return fail('The file holds no statement')
  if (statements.length > limits.statements)
    return fail(`The file has more than ${limits.statements} statements`)
  return statements.map((node, index) => statementOf(node, index + 1))
}
