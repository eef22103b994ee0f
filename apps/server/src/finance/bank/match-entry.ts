import type { BankEntryState } from '@signalbox/model/bank/bank-states'
import { amountText } from '@signalbox/model/money/money-text'
import type { PayoutBatch } from './payout-batches.ts'
import type { StatementEntry } from './statement.ts'

export interface Match {
  readonly state: Exclude<BankEntryState, 'SET_ASIDE'>
  readonly batch: PayoutBatch | null
  readonly note: string | null
}

/** PSPs pay some days before or after the day their file names. */
const nearbyDays = 7
const dayMs = 86_400_000

const isLetterOrDigit = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\d]/u.test(character)

/** As a word of its own: batch 12 is not named by payment 1234. */
function holdsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!isLetterOrDigit(text[at - 1]) && !isLetterOrDigit(text[at + word.length])) return true
  return false
}

type EntryTexts = Pick<StatementEntry, 'reference' | 'bankRef' | 'text'>

/** What an entry says, also as if its lines had not been cut: banks break references anywhere. */
function textsOf({ reference, bankRef, text }: EntryTexts): string[] {
  const parts = [reference, bankRef, text, text.replaceAll('\n', '')]
  return parts.flatMap((part) => (part ? [part.toUpperCase()] : []))
}

/** The batches an entry names; of one whose reference is part of another's only the longer. */
function namedBy(entry: EntryTexts, batches: readonly PayoutBatch[]): PayoutBatch[] {
  const texts = textsOf(entry)
  const found = batches.filter(({ batchRef }) =>
    texts.some((text) => holdsWord(text, batchRef.trim().toUpperCase())),
  )
  return found.filter(
    ({ batchRef }) =>
      !found.some((other) => other.batchRef !== batchRef && other.batchRef.includes(batchRef)),
  )
}

const isNear = (one: string, other: string): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= nearbyDays * dayMs

const listed = (batches: readonly PayoutBatch[]): string =>
  batches
    .slice(0, 3)
    .map(({ batchRef }) => batchRef)
    .join(', ')

type EntryFacts = EntryTexts & Pick<StatementEntry, 'minor' | 'bookedOn' | 'isReversal'>

function byReference(entry: EntryFacts, named: readonly PayoutBatch[], currency: string): Match {
  const open = named.filter(({ isPaid }) => !isPaid)
  const [batch] = open
  if (!batch)
    return { state: 'UNMATCHED', batch: null, note: `The payout of ${listed(named)} is already confirmed` }
  if (open.length > 1)
    return { state: 'UNMATCHED', batch: null, note: `Several batches match: ${listed(open)}` }
  if (batch.net.minor === entry.minor && batch.net.currency === currency)
    return { state: 'CONFIRMED', batch, note: null }
  const difference = { minor: entry.minor - batch.net.minor, currency }
  return { state: 'AMOUNT_DIFFERS', batch, note: `Differs from the batch by ${amountText(difference)}` }
}

/**
 * Which payout an entry is. Reference and amount together confirm it; the reference alone says that the amount differs;
 * the amount alone is no more than a proposal, which a person confirms.
 */
export function matchEntry(entry: EntryFacts, batches: readonly PayoutBatch[], currency: string): Match {
  if (entry.isReversal)
    return { state: 'UNMATCHED', batch: null, note: 'The bank reversed an entry; check by hand' }
  const inCurrency = batches.filter(({ net }) => net.currency === currency)
  const named = namedBy(entry, inCurrency)
  if (named.length > 0) return byReference(entry, named, currency)
  const alike = inCurrency.filter(
    ({ net, isPaid, payoutDate }) =>
      !isPaid && net.minor === entry.minor && net.minor !== 0n && isNear(payoutDate, entry.bookedOn),
  )
  const [batch] = alike
  if (!batch) return { state: 'UNMATCHED', batch: null, note: null }
  if (alike.length > 1)
    return { state: 'UNMATCHED', batch: null, note: `Several batches have this amount: ${listed(alike)}` }
  return { state: 'PROPOSED', batch, note: 'Same amount, but the reference is not named' }
}

/** All entries in their order; no batch is paid, or proposed, twice. */
export function matchEntries<E extends EntryFacts>(
  entries: readonly E[],
  batches: readonly PayoutBatch[],
  currency: string,
): { readonly entry: E; readonly match: Match }[] {
  let left = [...batches]
  const settle = (batch: PayoutBatch | null) => {
    if (batch) left = left.map((each) => (each === batch ? { ...each, isPaid: true } : each))
  }
  // References first: an entry that only has the amount must not take the batch another one names.
  const first = entries.map((entry) => {
    const match = matchEntry(entry, left, currency)
    if (match.state === 'CONFIRMED') settle(match.batch)
    return { entry, match }
  })
  return first.map(({ entry, match }) => {
    if (match.state === 'CONFIRMED') return { entry, match }
    const again = matchEntry(entry, left, currency)
    if (again.state === 'PROPOSED') settle(again.batch)
    return { entry, match: again }
  })
}
