import { decimalText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type { Book, BookedMovement } from './book.ts'
import { plant, scheduledFaults, type Fault, type Spoilt } from './planted.ts'
import { dialectOf, fileOf, type Dialect } from './settlement-dialect.ts'
import { feeOf, lineOf, netOf, type SettlementLine } from './settlement-lines.ts'

/** What a provider pays out for one account, currency and day. */
export interface Payout {
  readonly id: string
  readonly psp: string
  readonly account: string
  readonly currency: string
  readonly day: string
  readonly payoutDate: string
  readonly batchRef: string
  readonly lines: readonly SettlementLine[]
}

const dayMs = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** How long each takes to pay out; the catalogue of the demo says the same. */
const settleDays: Readonly<Record<string, number>> = {
  borealpay: 3,
  nordbank: 1,
  manualbank: 0,
  voucherstore: 0,
}
export const settleDaysOf = (psp: string): number => settleDays[psp] ?? 2

/** The bank has done what the provider asked it for. */
export const isPaid = ({ payoutDate }: Payout, nowMs: number): boolean => payoutDate <= dayOf(nowMs)

function keyOf({ payment, at }: BookedMovement): string {
  const { psp, account, amount } = payment
  return [psp, account, amount.currency, dayOf(at)].join('~')
}

function payoutOf(id: string, lines: readonly SettlementLine[]): Payout {
  const [psp = '', account = '', currency = '', day = ''] = id.split('~')
  return {
    id,
    psp,
    account,
    currency,
    day,
    payoutDate: dayOf(Date.parse(day) + settleDaysOf(psp) * dayMs),
    batchRef: `${psp}-${account}-${currency}-${day}`.toUpperCase(),
    lines,
  }
}

/** Every provider pays out once a day what came in the day before, newest first. A day that is not over is left out. */
export function payoutsOf(book: Book, nowMs: number, withToday = false): Payout[] {
  const byKey = new Map<string, SettlementLine[]>()
  const today = dayOf(nowMs)
  for (const movement of book.movements()) {
    const line = lineOf(movement)
    if (!line || (!withToday && dayOf(movement.at) >= today)) continue
    const key = keyOf(movement)
    const lines = byKey.get(key)
    if (lines) lines.push(line)
    else byKey.set(key, [line])
  }
  return [...byKey]
    .map(([id, lines]) => payoutOf(id, lines))
    .toSorted((one, other) =>
      one.day === other.day ? one.id.localeCompare(other.id) : one.day < other.day ? 1 : -1,
    )
}

/** What the provider refused that day, as it would look had it settled it. */
function refusedOn(book: Book, { psp, account, currency, day }: Payout): SettlementLine[] {
  const found: SettlementLine[] = []
  for (const operation of book.newestFirst()) {
    if (found.length >= 5) break
    const isOne =
      operation.psp === psp &&
      operation.account === account &&
      operation.kind === 'deposit' &&
      operation.state === 'declined' &&
      operation.amount.currency === currency &&
      dayOf(operation.acceptedAt) === day
    if (!isOne) continue
    found.push({
      type: 'SETTLED',
      pspRefId: operation.id,
      merchantRef: operation.reference,
      at: new Date(operation.acceptedAt).toISOString(),
      gross: operation.amount,
      fee: feeOf(psp, operation.amount),
    })
  }
  return found
}

/** The payout as it is told, with what is wrong about it. */
export const spoiltPayout = (book: Book, payout: Payout, wanted?: readonly Fault[]): Spoilt =>
  plant(payout.lines, wanted ?? scheduledFaults(payout.id), {
    refused: refusedOn(book, payout),
    seed: payout.id,
  })

const sumOf = (lines: readonly SettlementLine[], amount: (line: SettlementLine) => bigint): bigint =>
  lines.reduce((sum, line) => sum + amount(line), 0n)

const netMinor = (line: SettlementLine): bigint => netOf(line).minor

/** What arrives at the bank. */
export const paidAmount = ({ currency }: Payout, { lines, totalOff }: Spoilt): Money => ({
  minor: sumOf(lines, netMinor) + totalOff,
  currency,
})

export function payoutView(book: Book, payout: Payout, nowMs: number, wanted?: readonly Fault[]) {
  const spoilt = spoiltPayout(book, payout, wanted)
  const { id, psp, account, currency, day, payoutDate, batchRef } = payout
  const text = (minor: bigint) => decimalText({ minor, currency })
  return {
    id,
    psp,
    account,
    currency,
    day,
    payoutDate,
    batchRef,
    dialect: dialectOf(psp),
    paid: isPaid(payout, nowMs),
    lines: spoilt.lines.length,
    /** By the provider's book, which has no faults. */
    gross: text(sumOf(payout.lines, ({ gross }) => gross.minor)),
    fees: text(sumOf(payout.lines, ({ fee }) => fee)),
    net: text(sumOf(payout.lines, netMinor)),
    /** What arrives at the bank. */
    payout: decimalText(paidAmount(payout, spoilt)),
    planted: spoilt.planted,
  }
}

export function payoutFile(book: Book, payout: Payout, wanted?: readonly Fault[], dialect?: Dialect) {
  const spoilt = spoiltPayout(book, payout, wanted)
  const { batchRef, payoutDate, psp } = payout
  return {
    name: `${batchRef.toLowerCase()}.csv`,
    lines: spoilt.lines.length,
    content: fileOf(
      dialect ?? dialectOf(psp),
      { batchRef, payoutDate, total: paidAmount(payout, spoilt) },
      spoilt.lines,
    ),
    planted: spoilt.planted,
  }
}

/** What each provider still owes at the beginning of a day: all it moved, less what it has settled of the days before. */
export function owedAt(book: Book, day: string) {
  const owed = new Map<string, { moved: bigint; settled: bigint }>()
  for (const movement of book.movements()) {
    const line = lineOf(movement)
    if (!line) continue
    const { psp, account, amount } = movement.payment
    const key = [psp, account, amount.currency].join('~')
    const sums = owed.get(key) ?? { moved: 0n, settled: 0n }
    sums.moved += line.gross.minor
    if (dayOf(movement.at) < day) sums.settled += line.gross.minor
    owed.set(key, sums)
  }
  return [...owed].map(([key, { moved, settled }]) => {
    const [psp = '', account = '', currency = ''] = key.split('~')
    return {
      psp,
      account,
      currency,
      movedMinor: String(moved),
      settledMinor: String(settled),
      owedMinor: String(moved - settled),
    }
  })
}
