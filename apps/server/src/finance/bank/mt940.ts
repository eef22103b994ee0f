import { currencyOf } from '@signalbox/model/reference/currencies'
import { isCalendarDay } from '@signalbox/model/text/local-time'
import { informationOf } from './mt940-information.ts'
import {
  limits,
  minorFrom,
  plainAccountNo,
  UnreadableStatement,
  type Statement,
  type StatementEntry,
} from './statement.ts'

interface Field {
  readonly tag: string
  readonly value: string
  readonly line: number
}

const fail = (message: string): never => {
  throw new UnreadableStatement(message)
}

const tagLine = /^:(\d{2}[A-Z]?):(.*)$/
/** What stands around the text of a message in a file of SWIFT. */
const envelope = /^(?:\{[1235]:.*)?\{4:$|^\{[1235]:[^\n]*$|^-\}?(?:\{5:.*)?$|^\s*$/

/** The fields of each message; one begins with :20:. */
function messagesOf(content: string): Field[][] {
  const messages: { tag: string; lines: string[]; line: number }[][] = []
  for (const [index, text] of content.split(/\r\n|\n|\r/).entries()) {
    const found = tagLine.exec(text)
    const message = messages.at(-1)
    if (found) {
      const field = { tag: found[1] ?? '', lines: [found[2] ?? ''], line: index + 1 }
      if (field.tag === '20') messages.push([field])
      else if (message) message.push(field)
      else fail(`Line ${index + 1}: the file does not begin with :20:`)
    } else if (envelope.test(text)) continue
    else if (message) message.at(-1)?.lines.push(text)
    else fail('The file is neither camt.053 nor MT940')
    if (messages.length > limits.statements) fail(`The file has more than ${limits.statements} statements`)
  }
  return messages.map((message) =>
    message.map(({ tag, lines, line }) => ({ tag, value: lines.join('\n').trimEnd(), line })),
  )
}

/** `260203`. Banks wrote no statements in this format before 1980. */
function dayOf(text: string): string | null {
  const year = Number(text.slice(0, 2))
  const day = `${year < 80 ? 20 : 19}${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`
  return isCalendarDay(day) ? day : null
}

const dayMs = 86_400_000

/** `0203` is a day near the value date: that of New Year's Eve is often booked in the year after. */
function nearby(monthAndDay: string, valueOn: string): string | null {
  const year = Number(valueOn.slice(0, 4))
  const candidates = [year - 1, year, year + 1]
    .map((each) => `${each}-${monthAndDay.slice(0, 2)}-${monthAndDay.slice(2, 4)}`)
    .filter(isCalendarDay)
  const distance = (day: string) => Math.abs(Date.parse(day) - Date.parse(valueOn)) / dayMs
  return candidates.toSorted((one, other) => distance(one) - distance(other))[0] ?? null
}

/** `1250,5` and `1250,`: always a comma, and as many decimals as are needed. */
function minorOf(text: string, currency: string, { line, tag }: Field): bigint {
  const [whole = '', decimals = ''] = text.split(',')
  return minorFrom(whole, decimals, currency) ?? fail(`Line ${line}: :${tag}: has no amount in ${currency}`)
}

interface Balance {
  readonly minor: bigint
  readonly day: string
  readonly currency: string
}

const balanceShape = /^([CD])(\d{6})([A-Z]{3})(\d{1,14},\d{0,5})$/

function balanceOf(field: Field): Balance {
  const found = balanceShape.exec(field.value.trim())
  if (!found) return fail(`Line ${field.line}: :${field.tag}: is not a balance`)
  const [, side, date = '', currency = '', amount = ''] = found
  if (!currencyOf(currency)) return fail(`Line ${field.line}: Unknown currency ${currency}`)
  const minor = minorOf(amount, currency, field)
  const day = dayOf(date) ?? fail(`Line ${field.line}: :${field.tag}: has no date`)
  return { minor: side === 'D' ? -minor : minor, day, currency }
}

const entryShape =
  /^(\d{6})(\d{4})?(R[CD]|E[CD]|[CD])([A-Z])?(\d{1,14},\d{0,5})([A-Z][A-Z\d]{3})([^\n]*?)(?:\/\/([^\n]*))?(?:\n([^]*))?$/

/** Something taken back counts the other way round: the reversal of a credit takes money away. */
const incoming = new Set(['C', 'EC', 'RD'])

function entryOf(field: Field, information: string | null, currency: string): StatementEntry {
  const found = entryShape.exec(field.value)
  if (!found) return fail(`Line ${field.line}: :61: is not an entry`)
  const [, valued = '', booked, side = '', , amount = '', , customerRef = '', bankRef, supplement] = found
  const valueOn = dayOf(valued) ?? fail(`Line ${field.line}: :61: has no value date`)
  const bookedOn = booked === undefined ? valueOn : nearby(booked, valueOn)
  const minor = minorOf(amount, currency, field)
  const { reference, counterparty, text } = informationOf(information ?? '')
  const own = customerRef.trim()
  return {
    bookedOn: bookedOn ?? fail(`Line ${field.line}: :61: has no entry date`),
    valueOn,
    minor: incoming.has(side) ? minor : -minor,
    isReversal: side.startsWith('R'),
    bankRef: bankRef?.trim() || null,
    reference: reference ?? (own === '' || own === 'NONREF' ? null : own),
    counterparty,
    text: [text, supplement?.trim()].filter(Boolean).join('\n'),
  }
}

function statementOf(fields: readonly Field[]): Statement {
  const [first] = fields
  const start = `The statement of line ${first?.line ?? 1}`
  const need = (name: string, ...tags: readonly string[]): Field =>
    fields.find(({ tag }) => tags.includes(tag)) ?? fail(`${start} has no ${name}`)
  const account = need('account (:25:)', '25', '25P')
  const opening = balanceOf(need('opening balance (:60F:)', '60F', '60M'))
  const closing = balanceOf(need('closing balance (:62F:)', '62F', '62M'))
  if (opening.currency !== closing.currency)
    return fail(`${start} opens in ${opening.currency} and closes in ${closing.currency}`)
  const { currency } = opening
  const entries = fields.flatMap((field, index) => {
    if (field.tag !== '61') return []
    const next = fields[index + 1]
    return [entryOf(field, next?.tag === '86' ? next.value : null, currency)]
  })
  const number = fields.find(({ tag }) => tag === '28C' || tag === '28')
  const [accountNo = ''] = account.value.split('\n')
  return {
    format: 'MT940',
    ref: first?.value.trim() || fail(`${start} has no reference`),
    sequenceNo: number?.value.trim() || null,
    accountNo: plainAccountNo(accountNo) || fail(`${start} has no account (:25:)`),
    currency,
    openedOn: opening.day,
    closedOn: closing.day,
    openingMinor: opening.minor,
    closingMinor: closing.minor,
    entries,
  }
}

/** Statements of an MT940 file, with or without what SWIFT puts around them. */
export function readMt940(content: string): Statement[] {
  const messages = messagesOf(content)
  if (messages.length === 0) return fail('The file is neither camt.053 nor MT940')
  return messages.map(statementOf)
}
