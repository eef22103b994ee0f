import * as z from 'zod'
import type { Book } from './book.ts'
import { fileOf } from './settlement-dialect.ts'
import { lineOf, type SettlementLine } from './settlement-lines.ts'

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

const dayMs = 86_400_000

const linesOf = (book: Book, { psp, date }: SettlementOptions): SettlementLine[] =>
  book
    .movements()
    .filter(({ payment, at }) => payment.psp === psp && new Date(at).toISOString().startsWith(date))
    .flatMap((movement) => lineOf(movement) ?? [])

const stranger = (date: string, number: number): SettlementLine => ({
  type: 'SETTLED',
  pspRefId: `unknown-${number}`,
  merchantRef: `999A${number}`,
  at: `${date}T12:00:00.000Z`,
  gross: { minor: 1_000n, currency: 'EUR' },
  fee: 12n,
})

/** The lines as asked for, with everything that is to be wrong about them. */
function spoilt(lines: readonly SettlementLine[], options: SettlementOptions): SettlementLine[] {
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

/** What a provider owes for a day, as the files it would send: semicolons, a header, one line per movement. */
export function settlementFiles(book: Book, options: SettlementOptions) {
  const { psp, date, split, fxOffPct } = options
  const lines = spoilt(linesOf(book, options), options)
  const payoutDate = new Date(Date.parse(date) + 2 * dayMs).toISOString().slice(0, 10)
  const perFile = Math.max(1, Math.ceil(lines.length / split))
  const fxRate = (1 + fxOffPct / 100).toFixed(6)
  return Array.from({ length: split }, (_, index) => {
    const batchRef = `${psp}-${date}-${index + 1}`
    const own = lines.slice(index * perFile, (index + 1) * perFile)
    return {
      name: `${batchRef}.csv`,
      lines: own.length,
      content: fileOf(
        'generic',
        { batchRef, payoutDate },
        own.map((line) => ({ ...line, fxRate })),
      ),
    }
  })
}
