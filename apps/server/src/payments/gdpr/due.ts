import type { Work } from '../../kit/handle.ts'
import { openErasures, type Person } from './request-store.ts'
import { keptUntilOf, type RetentionYears } from './standing.ts'

type DueOf = (person: Person) => string | undefined

const keyOf = ({ merchantId, userId }: Person): string => `${merchantId} ${userId}`

/**
 * When those of some people who wait for their erasure are erased. A person who is hidden may still pay, and each payment has
 * to be kept for the whole time: the day moves with the last one, never forward of what was told before.
 */
export async function erasuresDue(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  people: readonly Person[],
  retentionYears: RetentionYears,
): Promise<DueOf> {
  const due = new Map<string, string>()
  for (const open of await openErasures(tx, people)) {
    const kept = keptUntilOf(open.lastTransactionAt, await retentionYears(tx, open.merchantId), now)
    const dates = [open.dueAt, kept].flatMap((date) => (date === null ? [] : [new Date(date).toISOString()]))
    const latest = dates.toSorted().at(-1)
    if (latest !== undefined) due.set(keyOf(open), latest)
  }
  return (person) => due.get(keyOf(person))
}
