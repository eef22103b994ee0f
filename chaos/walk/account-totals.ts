import { rootsOf, undecidedRoots, type Observation, type Violation } from '../oracle.ts'
import { receivablesOf, type ReceivableLine } from '../receivables.ts'
import type { Rig } from '../round.ts'
import { sandboxClient, type PspBookLine } from '../sandbox-client.ts'
import { violation } from '../scenario.ts'
import { storeBook } from '../store-book.ts'

const signs: Readonly<Record<string, bigint>> = { captured: 1n, refunded: -1n, paidOut: -1n, disputed: -1n }

/** What came in is positive. Returned money takes the way back it came. */
const owedOf = ({ movement, minor }: PspBookLine, isPayout: boolean): bigint =>
  BigInt(minor) * (movement === 'returned' ? (isPayout ? 1n : -1n) : (signs[movement] ?? 0n))

const isPaidOut = ({ movement }: PspBookLine): boolean => movement === 'paidOut'

/** What a PSP owes because of one payment, by all lines of its book about it. */
export const owedFor = (lines: readonly PspBookLine[]): bigint =>
  lines.reduce((sum, line) => sum + owedOf(line, lines.some(isPaidOut)), 0n)

/** What every account of every PSP owes in every currency, by its own movements and by our ledger. */
export function accountTotalsDiffer(
  seen: Pick<Observation, 'payments' | 'unsettled'>,
  theirs: readonly PspBookLine[],
  ours: readonly ReceivableLine[],
): Violation[] {
  const rootOf = rootsOf(seen.payments)
  const undecided = undecidedRoots(seen)
  const known = new Set([...rootOf.values()].filter((reference) => !undecided.has(reference)))
  const payouts = new Set(theirs.filter(isPaidOut).map(({ reference }) => reference))
  const totals = new Map<string, { theirs: bigint; ours: bigint }>()
  const add = (place: string, side: 'theirs' | 'ours', minor: bigint): void => {
    const sum = totals.get(place) ?? { theirs: 0n, ours: 0n }
    sum[side] += minor
    totals.set(place, sum)
  }
  for (const line of theirs)
    if (known.has(line.reference))
      add(`${line.psp}/${line.account} ${line.currency}`, 'theirs', owedOf(line, payouts.has(line.reference)))
  for (const { txId, account, currency, minor } of ours)
    if (known.has(rootOf.get(txId) ?? '')) add(`${account} ${currency}`, 'ours', BigInt(minor))
  return [...totals]
    .filter(([, sum]) => sum.theirs !== sum.ours)
    .map(([place, sum]) =>
      violation('accounts of PSPs agree', place, `the PSP says ${sum.theirs}, our books say ${sum.ours}`),
    )
}

/** Reads both sides and compares them. */
export async function compareAccounts({ db, sandboxUrl }: Rig, seen: Observation): Promise<Violation[]> {
  const theirs = [...(await sandboxClient(sandboxUrl).book()), ...(await storeBook(db))]
  const ours = await receivablesOf(
    db,
    seen.payments.map(({ id }) => id),
  )
  return accountTotalsDiffer(seen, theirs, ours)
}
