import type { Work } from '../../kit/handle.ts'
import { forgetNotes } from './erase-everywhere.ts'
import { eraseViews } from './erase-store.ts'
import { sweepRemarks } from './remarks-store.ts'
import type { Person } from './request-store.ts'
import { wordsOf } from './words-store.ts'

/**
 * What is about somebody who is hidden is hidden with them. What names them elsewhere goes at once, as far as nobody has to
 * keep it: notes of the log, and remarks of colleagues. Gives how many rows of which table named them.
 */
export async function hideEverywhere(
  { tx, deps }: Pick<Work, 'tx' | 'deps'>,
  person: Person & { readonly pseudonym: string },
): Promise<Readonly<Record<string, number>>> {
  const words = await wordsOf(tx, person)
  // Those who may read the log are not all among those who may see who is hidden.
  await forgetNotes(tx, deps.auditKey, person.merchantId, words)
  // Whoever looks for them by a view of their own finds nothing; others would read in it whom it looks for.
  const views = await eraseViews(tx, words.alone, { onlyShared: true })
  const named = await sweepRemarks(tx, person, words)
  return views.length > 0 ? { ...named, saved_view: views.length } : named
}
