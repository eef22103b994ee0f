import type { Database } from '../../kit/database.ts'
import { wrongDayTotals } from './day-total-store.ts'
import { firstHash, journalHash } from './entry-hash.ts'
import {
  bookedForNobody,
  checkPayments,
  emptyEntries,
  entriesAfter,
  leftovers,
  mostPerCheck,
  postedIntoClosed,
  unbalancedCurrencies,
  unbalancedEntries,
  wrongBalances,
  type Discrepancy,
  type EntryPlace,
} from './invariants-store.ts'
import { capturedByNobody, triedForEver, waitingForNobody, withoutRunner } from './runner-store.ts'
import { brokenSeals } from './seal-store.ts'
import { wrongVoucherLiability } from './voucher-liability-store.ts'

/** What must hold at any moment, whatever happened before. */
export const invariants = {
  I1: 'Every entry balances in each of its currencies',
  I2: 'Entries are never changed and never removed',
  I3: 'A balance is the sum of what was posted',
  I4: 'All accounts sum to zero, per currency',
  I5: 'A success is booked once with its fees, what failed is booked away, what is unclear is held at most once',
  I6: 'What is reserved is what authorised withdrawals wait for',
  I7: 'What is in suspense is what open cases hold, and no closed one',
  I8: 'What a PSP owes is what its payments moved',
  I9: 'Nothing is posted into a closed period',
  I10: 'What went back of a payment is what its children moved, and never more than was captured',
  I11: 'Every payment that is not over has somebody who goes on with it',
  I12: 'Nothing is tried without end',
  I13: 'What is owed to holders of vouchers is the value of those outstanding',
  I14: 'Daily totals are the sum of what was posted',
} as const
type Invariant = keyof typeof invariants

export interface Finding extends Discrepancy {
  readonly invariant: Invariant
}

type Check = (db: Database, merchantId: number, signal?: AbortSignal) => Promise<Discrepancy[]>

const checks: readonly (readonly [Invariant, Check])[] = [
  ['I1', unbalancedEntries],
  ['I1', emptyEntries],
  ['I2', brokenChains],
  ['I2', brokenSeals],
  ['I3', wrongBalances],
  ['I4', unbalancedCurrencies],
  ['I5', bookedForNobody],
  ['I5', leftovers],
  ['I9', postedIntoClosed],
  ['I11', withoutRunner],
  ['I11', waitingForNobody],
  ['I11', capturedByNobody],
  ['I12', triedForEver],
  ['I13', wrongVoucherLiability],
  ['I14', wrongDayTotals],
]

/** Everything that does not hold for a merchant. Each question sees one moment, so payments may go on meanwhile. */
export async function checkBooks(db: Database, merchantId: number, signal?: AbortSignal): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [invariant, check] of checks) {
    signal?.throwIfAborted()
    const found = await check(db, merchantId, signal)
    findings.push(...found.map((discrepancy) => ({ ...discrepancy, invariant })))
  }
  return [...findings, ...(await wrongPayments(db, merchantId, signal))]
}

const paymentsPerRead = 5_000

/** Part by part, so that a million payments take time but neither memory nor one long statement. */
async function wrongPayments(db: Database, merchantId: number, signal?: AbortSignal): Promise<Finding[]> {
  const found = new Map<Invariant, Finding[]>()
  for (let after: number | undefined = 0; after !== undefined;) {
    signal?.throwIfAborted()
    const page = await checkPayments(db, merchantId, after, paymentsPerRead)
    for (const finding of page.found) {
      const known = found.get(finding.invariant) ?? []
      if (known.length < mostPerCheck) found.set(finding.invariant, [...known, finding])
    }
    after = page.lastId
  }
  return [...found.values()].flat()
}

const entriesPerRead = 1_000

/** Computes every hash again and follows every chain from its first entry. */
async function brokenChains(db: Database, merchantId: number, signal?: AbortSignal): Promise<Discrepancy[]> {
  const broken: Discrepancy[] = []
  let last: (EntryPlace & { hash: string }) | undefined
  for (;;) {
    signal?.throwIfAborted()
    const entries = await entriesAfter(db, merchantId, last, entriesPerRead)
    for (const { hash, ...entry } of entries) {
      const follows = last?.sourceType === entry.sourceType && last.sourceId === entry.sourceId
      const expected =
        follows && last ? { no: last.chainNo + 1, prev: last.hash } : { no: 1, prev: firstHash }
      if (entry.chainNo !== expected.no || entry.prevHash !== expected.prev)
        broken.push({ subject: entry.id, detail: `does not follow the entry before it of ${entry.sourceId}` })
      if (journalHash(entry) !== hash)
        broken.push({ subject: entry.id, detail: `is not what was posted for ${entry.sourceId}` })
      last = { ...entry, hash }
    }
    if (entries.length < entriesPerRead) return broken
  }
}
