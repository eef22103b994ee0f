import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import {
  hideAccount,
  maskBirthDate,
  maskEmail,
  maskIp,
  maskName,
  maskPhone,
} from '@signalbox/model/text/masking'
import { maskId, maskText, maskTexts, type Mask } from '@signalbox/model/text/mask-text'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { hiddenAttribute } from '@signalbox/model/rules/mask-fact'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { MaskKind } from '@signalbox/model/transaction/declare'
import type { Int8 } from '../../kit/database.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { transactionColumns, type TransactionColumn } from '../core/record/transaction-columns.ts'
import { operationsOf } from './offered-operations.ts'
import type { ListedTransaction, WholeTransaction } from './store.ts'
import type { ViewContext } from './view-context.ts'

const moneyOrNone = (minor: Int8 | null, currency: string | null): WireMoney | null =>
  minor === null || currency === null ? null : toWire({ minor: BigInt(minor), currency })

type Row = Readonly<Record<string, unknown>>
type Shown = Record<string, unknown>

/** What a merchant says about a user may be anything, so all of it is hidden; that it was said is not. */
const hiddenAttributes = (attributes: TransactionDetail['attributes']): TransactionDetail['attributes'] =>
  Object.fromEntries(Object.keys(attributes).map((name) => [maskId(name), hiddenAttribute]))

const masked =
  (mask: Mask) =>
  (value: unknown): unknown =>
    typeof value === 'string' && value !== '' ? mask(value) : value

/** What hides the person of one payment: in texts, by all that is known of theirs, and in the id of their user. */
interface PersonMasks {
  readonly person: Mask
  readonly userHandle: Mask
}

type Masking = (value: unknown, masks: PersonMasks) => unknown

/** How each kind of value is shown to whoever may not see personal data. */
const maskings: Readonly<Record<MaskKind, Masking>> = {
  OURS: (value) => value,
  ID: (value) => maskTexts(value, maskId),
  TEXT: (value) => maskTexts(value, maskText),
  PERSON: (value, { person }) => masked(person)(value),
  USER: (value, { userHandle }) => masked(userHandle)(value),
  NAME: masked(maskName),
  EMAIL: masked(maskEmail),
  IP: masked(maskIp),
  PHONE: masked(maskPhone),
  BIRTH_DATE: masked(maskBirthDate),
  ACCOUNT: (value) => maskTexts(masked(hideAccount)(value), maskId),
  ATTRIBUTES: (value) => hiddenAttributes(value as TransactionDetail['attributes']),
}

interface Reading {
  readonly name: string
  readonly read: (row: Row) => unknown
  readonly mask: Masking
}

/** Callers, merchants and PSPs may write a person into anything: what is not declared otherwise is their text. */
const readingOf = ({ name, member, declared: { currency, mask = 'TEXT' } }: TransactionColumn): Reading => ({
  name,
  read: currency
    ? (row) => moneyOrNone(row[member] as Int8 | null, row[currency] as string | null)
    : (row) => row[member],
  mask: maskings[mask],
})

const listReadings = transactionColumns.filter(({ declared }) => declared.list).map(readingOf)
const detailReadings = transactionColumns
  .filter(({ declared }) => declared.detail ?? (declared.mask && !declared.list))
  .map(readingOf)

function shown(row: object, readings: readonly Reading[], masks: PersonMasks | undefined): Shown {
  const view: Shown = {}
  for (const { name, read, mask } of readings) {
    const value = read(row as Row)
    view[name] = masks ? mask(value, masks) : value
  }
  return view
}

export const isMaskedFor = (
  { merchantId }: { merchantId: number },
  { reader, masking }: ViewContext,
): boolean => !reader.seesPersonalData && masking.has(merchantId)

/** What hides the person of a payment, where they have to be hidden. */
const masksOf = (row: ListedTransaction, context: ViewContext): PersonMasks | undefined =>
  isMaskedFor(row, context) ? { person: maskOfPayment(row), userHandle: context.userHandle } : undefined

type Line = Omit<TransactionRow, 'allowedOps'>

/** A payment without what may be done with it. Values are added to one object: copies of so many cost more than they do. */
export function lineView(row: ListedTransaction, context: ViewContext): Line {
  const masks = masksOf(row, context)
  const code = statusCodeOf(row.statusNo)
  if (!code) throw new RangeError(`Transaction ${row.id} has the unknown status ${row.statusNo}`)
  return Object.assign(shown(row, listReadings, masks), {
    version: row.version,
    masked: masks !== undefined,
    state: code.status,
    statusCode: code.code,
    statusCodeNo: code.no,
    txRefId: txRefId(row.merchantId, row.id),
  }) as Record<keyof Line, unknown> as Line
}

/** A payment as a line of the list. */
export const rowView = (row: ListedTransaction, context: ViewContext): TransactionRow =>
  Object.assign(lineView(row, context), { allowedOps: operationsOf(row, context) })

/** A payment when it is open. */
export function detailView(
  row: WholeTransaction,
  beside: Pick<TransactionDetail, 'approvals' | 'openCase'> &
    Partial<Pick<TransactionDetail, 'apiClientName' | 'externalLinks' | 'captureUntil'>>,
  context: ViewContext,
): TransactionDetail {
  const masks = masksOf(row, context)
  const { approvals } = beside
  return {
    ...rowView(row, context),
    ...shown(row, detailReadings, masks),
    apiClientName: null,
    externalLinks: [],
    captureUntil: null,
    ...beside,
    approvals: masks
      ? approvals.map((each) => ({ ...each, info: each.info && masks.person(each.info) }))
      : approvals,
    working: row.nextStep !== null,
  } as Record<keyof TransactionDetail, unknown> as TransactionDetail
}
