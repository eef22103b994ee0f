import { partsTogether, type ReportedReturn } from '@signalbox/model/money/returns-together'
import type { ReturnedPart } from '@signalbox/model/money/returned-part'
import type { Tx } from '../../../kit/database.ts'
import { namedWaiting, type StoredCallback } from '../record/callback-store.ts'
import { returnedSums } from '../record/returned-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { returnOf, type PackedReading } from './packed-reading.ts'
import { chargedBackOf, returnableOf, takenOf } from './returnable.ts'
import { isNeverBooked, movementOf, type Reported } from './report-reading.ts'

/** A message that says what went back, as it was stored. */
export interface ReturnReport {
  readonly id: string
  readonly psp: string
  readonly reading: PackedReading
}

/** What is booked for a report, and the message it stands in where that waited. */
export interface PlannedReturn {
  readonly reading: Reported
  readonly part: ReturnedPart
  readonly waited?: StoredCallback
}

interface Candidate extends ReportedReturn {
  readonly reading: Reported
  readonly waited?: StoredCallback
}

function candidateOf(origin: Transaction, reading: Reported, waited?: StoredCallback): Candidate {
  const { subject, amount } = movementOf(origin, reading)
  return { subject, psp: amount.minor, reading, ...(waited && { waited }) }
}

const nameOf = ({ subject, returnId }: Reported): string => `${subject} ${returnId}`

/** Each movement once, and none that is never booked. */
async function candidatesOf(
  tx: Tx,
  origin: Transaction,
  asked: ReturnReport & { readonly report: Reported },
  hold: boolean,
): Promise<Candidate[]> {
  const { psp } = asked
  const found = new Map<string, Candidate>()
  for (const waited of await namedWaiting(tx, origin, { psp, hold })) {
    const reading = returnOf(waited.reading)
    const name = nameOf(reading)
    if (waited.id === asked.id || name === nameOf(asked.report) || found.has(name)) continue
    if (!isNeverBooked(origin, reading)) found.set(name, candidateOf(origin, reading, waited))
  }
  return [...found.values()]
}

/**
 * Messages overtake each other, and what they say does not depend on it: a report under a name of the PSP that does not
 * fit alone may fit together with others that wait, and then all of these are booked. Whoever books holds the payment.
 */
export async function plannedTogether(
  tx: Tx,
  origin: Transaction,
  told: ReturnReport,
  hold: boolean,
): Promise<readonly PlannedReturn[] | undefined> {
  const report = returnOf(told.reading)
  if (origin.method !== 'DEPOSIT' || report.returnId === null) return undefined
  const others = await candidatesOf(tx, origin, { ...told, report }, hold)
  if (others.length === 0) return undefined
  const sums = await returnedSums(tx, origin)
  const standing = {
    taken: takenOf(origin),
    rest: returnableOf(origin, sums),
    charged: chargedBackOf(sums),
  }
  const parts = partsTogether(candidateOf(origin, report), others, standing)
  return parts?.map(({ report: { reading, waited }, part }) => ({ reading, part, ...(waited && { waited }) }))
}
