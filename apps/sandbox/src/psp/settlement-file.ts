import * as z from 'zod'
import { decimalText } from '@signalbox/model/money/money-text'
import type { Money } from '@signalbox/model/money/money'
import type { Book, BookedMovement } from './book.ts'

const count = z.coerce.number().int().min(0).max(1_000).default(0)
const minor = z.coerce.number().int().min(-1_000_000).max(1_000_000).default(0)

/** What a provider's file is to be about, and what is to be wrong with it. */
export const settlementShape = z.strictObject({
  psp: z.string().min(1),
  date: z.iso.date(),
  /** Lines left out, and lines that come twice, from the first on. */
  omit: count,
  duplicate: count,
  /** Added to the first line's amount and fee, in minor units. */
  amountOff: minor,
  feeOff: minor,
  /** Percent the exchange rate is off. */
  fxOffPct: z.coerce.number().min(-50).max(50).default(0),
  /** Lines about payments nobody made. */
  unknown: count,
  split: z.coerce.number().int().min(1).max(20).default(1),
})
type SettlementOptions = z.infer<typeof settlementShape>

const columns = [
  ...[
    'batchRef',
    'payoutDate',
    'type',
    'pspRefId',
    'merchantRef',
    'bookedAt',
    'grossCurrency',
    'grossAmount',
  ],
  ...['fxRate', 'netCurrency', 'netAmount', 'commission', 'markup', 'schemeFee', 'interchange'],
  ...['cardScheme', 'cardUsage', 'cardCategory', 'interchangeDomain'],
]

const types: Readonly<Partial<Record<BookedMovement['movement'], string>>> = {
  captured: 'SETTLED',
  refunded: 'REFUNDED',
  paidOut: 'PAYOUT',
  disputed: 'CHARGEBACK',
  returned: 'ADJUSTMENT',
}

/** Money in is positive. Returned money takes the way back it came. */
function signOf({ movement, payment }: BookedMovement): bigint {
  if (movement === 'captured') return 1n
  if (movement === 'returned') return payment.kind === 'withdrawal' ? 1n : -1n
  return -1n
}

interface Line {
  readonly type: string
  readonly pspRefId: string
  readonly merchantRef: string
  readonly at: string
  readonly gross: Money
  readonly fee: bigint
}

const dayMs = 86_400_000
/** What all simulated providers keep of what they take, in thousandths; a cent at least. */
const feePerMille = 12n

function feeOf(gross: bigint): bigint {
  const taken = gross < 0n ? 0n : (gross * feePerMille) / 1_000n
  return gross > 0n && taken === 0n ? 1n : taken
}

function linesOf(book: Book, { psp, date }: SettlementOptions): Line[] {
  return book
    .movements()
    .filter(({ payment, at }) => payment.psp === psp && new Date(at).toISOString().startsWith(date))
    .flatMap((movement) => {
      const isWon = movement.movement === 'disputed' && movement.minor < 0n
      const type = isWon ? 'CHARGEBACK_REVERSED' : types[movement.movement]
      if (!type) return []
      const gross = { minor: signOf(movement) * movement.minor, currency: movement.payment.amount.currency }
      return {
        type,
        pspRefId: movement.payment.id,
        merchantRef: movement.by.reference,
        at: new Date(movement.at).toISOString(),
        gross,
        fee: type === 'SETTLED' ? feeOf(gross.minor) : 0n,
      }
    })
}

const stranger = (date: string, number: number): Line => ({
  type: 'SETTLED',
  pspRefId: `unknown-${number}`,
  merchantRef: `999A${number}`,
  at: `${date}T12:00:00.000Z`,
  gross: { minor: 1_000n, currency: 'EUR' },
  fee: 12n,
})

/** The lines as asked for, with everything that is to be wrong about them. */
function spoilt(lines: readonly Line[], options: SettlementOptions): Line[] {
  const [first, ...rest] = lines.slice(options.omit)
  const off = first && {
    ...first,
    gross: { ...first.gross, minor: first.gross.minor + BigInt(options.amountOff) },
    fee: first.fee + BigInt(options.feeOff),
  }
  const left = off ? [off, ...rest] : rest
  const strangers = Array.from({ length: options.unknown }, (_, index) => stranger(options.date, index + 1))
  return [...left, ...left.slice(0, options.duplicate), ...strangers]
}

function rowOf(line: Line, batchRef: string, payoutDate: string, fxOffPct: number): string {
  const { gross, fee } = line
  const net = { minor: gross.minor - fee, currency: gross.currency }
  const figures = [decimalText(net), decimalText({ minor: fee, currency: gross.currency })]
  return [
    ...[batchRef, payoutDate, line.type, line.pspRefId, line.merchantRef, line.at],
    ...[gross.currency, decimalText(gross), (1 + fxOffPct / 100).toFixed(6), net.currency],
    ...[...figures, '0', '0', '0', '', '', '', ''],
  ].join(';')
}

/** What a provider owes for a day, as the files it would send: semicolons, a header, one line per movement. */
export function settlementFiles(book: Book, options: SettlementOptions) {
  const { psp, date, split, fxOffPct } = options
  const lines = spoilt(linesOf(book, options), options)
  const payoutDate = new Date(Date.parse(date) + 2 * dayMs).toISOString().slice(0, 10)
  const perFile = Math.max(1, Math.ceil(lines.length / split))
  return Array.from({ length: split }, (_, index) => {
    const batchRef = `${psp}-${date}-${index + 1}`
    const own = lines.slice(index * perFile, (index + 1) * perFile)
    return {
      name: `${batchRef}.csv`,
      lines: own.length,
      content: [
        columns.join(';'),
        ...own.map((line) => rowOf(line, batchRef, payoutDate, fxOffPct)),
        '',
      ].join('\n'),
    }
  })
}
