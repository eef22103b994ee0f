import type { SettlementLine } from './settlement-lines.ts'

/** What can be wrong with a settlement. */
export const faults = [
  'amount',
  'fee',
  'fx',
  'type',
  'state',
  'duplicate',
  'missing',
  'unknown',
  'batchTotal',
] as const
export type Fault = (typeof faults)[number]

/** Something that is wrong on purpose, so that whoever looks for it can be held against it. */
interface Planted {
  readonly fault: Fault
  /** Of the line it is about; none where it is about all of them. */
  readonly pspRefId: string | null
  readonly merchantRef: string | null
}

export interface Spoilt {
  readonly lines: readonly SettlementLine[]
  readonly planted: readonly Planted[]
  /** What the payout is off from its lines, in minor units. */
  readonly totalOff: bigint
}

/** The same number for the same text, so that a file that is fetched twice is the same file. */
export function numberOf(text: string): number {
  let hash = 7
  for (const character of text) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash
}

const changes: Readonly<Partial<Record<Fault, (line: SettlementLine) => SettlementLine[]>>> = {
  amount: (line) => [{ ...line, gross: { ...line.gross, minor: line.gross.minor + 100n } }],
  fee: (line) => [{ ...line, fee: line.fee + 75n }],
  fx: (line) => [{ ...line, fxRate: '1.120000' }],
  type: (line) => [{ ...line, type: 'REFUNDED' }],
  duplicate: (line) => [line, line],
  missing: () => [],
}

interface Stock {
  /** Payments the provider itself refused: settled all the same, they are what we say failed. */
  readonly refused: readonly SettlementLine[]
  readonly seed: string
}

const named = (fault: Fault, line?: SettlementLine): Planted => ({
  fault,
  pspRefId: line?.pspRefId ?? null,
  merchantRef: line?.merchantRef ?? null,
})

/** Lines with these faults, each in a line of its own. What there is no line for is not planted. */
export function plant(
  lines: readonly SettlementLine[],
  wanted: readonly Fault[],
  { refused, seed }: Stock,
): Spoilt {
  const sales = lines.filter(({ type, gross, net }) => type === 'SETTLED' && gross.minor >= 200n && !net)
  const start = sales.length === 0 ? 0 : numberOf(seed) % sales.length
  const free = [...sales.slice(start), ...sales.slice(0, start)]
  const left = [...refused]
  const planted: Planted[] = []
  let spoilt = [...lines]
  let totalOff = 0n
  for (const fault of wanted) {
    const change = changes[fault]
    const [first] = lines
    if (change) {
      const line = free.shift()
      if (!line) continue
      spoilt = spoilt.flatMap((each) => (each === line ? change(each) : [each]))
      planted.push(named(fault, line))
    } else if (fault === 'state') {
      const line = left.shift()
      if (!line) continue
      spoilt.push(line)
      planted.push(named(fault, line))
    } else if (first && fault === 'unknown') {
      const number = numberOf(`${seed} ${planted.length}`)
      const stranger = {
        ...first,
        type: 'SETTLED',
        pspRefId: `unknown-${number}`,
        merchantRef: `999A${number}`,
        gross: { ...first.gross, minor: 1_000n },
        fee: 12n,
      }
      spoilt.push(stranger)
      planted.push(named(fault, stranger))
    } else if (fault === 'batchTotal' && totalOff === 0n) {
      totalOff = -100n
      planted.push(named(fault))
    }
  }
  return { lines: spoilt, planted, totalOff }
}

/** What is wrong with payouts when nobody asks for anything: most are right, some have a fault or two. */
export function scheduledFaults(id: string): readonly Fault[] {
  const number = numberOf(id)
  if (number % 3 !== 0) return []
  const [one, other] = [faults[number % faults.length], faults[(number >>> 8) % faults.length]]
  return [...new Set([one, other])].filter((fault) => fault !== undefined)
}
