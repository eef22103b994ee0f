import { clearRoom, placeOfFact, takeSecond, type Question } from './fact-places.ts'
import type { Probe, RowIndex } from './row-index.ts'
import type { RowSets } from './row-sets.ts'

/**
 * Finding rows where a set is one word, or its head is. What none of the rows that are left asks about need not be looked
 * up, and nothing need be once no row is left: looking facts up is what takes most of the time.
 */

/** The rows that accept the facts, where all of them fit in one word. */
export function rowsOfOneWord(index: RowIndex, question: Question): number {
  const { probes, sets } = index
  const { words } = sets
  let rows = words[sets.place[index.enabled] as number] as number
  clearRoom(sets)
  for (let i = 0; rows !== 0 && i < probes.length; i++) {
    const probe = probes[i] as Probe
    if ((probe.asked & rows) === 0 || (question.withoutPsp && probe.late)) continue
    rows &= words[placeOfFact(sets, probe, question)] as number
    const second = takeSecond()
    if (second >= 0) rows &= words[second] as number
  }
  return rows
}

/** The most probes an index may have in front. */
export const maxLeading = 4

// The evaluation at hand: the sets chosen first, then words that have rows left, with these rows.
const chosen = new Int32Array(2 * maxLeading + 1)
export const leftWords = new Int32Array(32)
export const leftRows = new Int32Array(32)

/** Fills `leftWords` and `leftRows` with the rows that accept the facts, and says how many words there are. */
export function narrowRows(index: RowIndex, question: Question): number {
  const { probes, sets } = index
  const { words, place } = sets
  clearRoom(sets)
  chosen[0] = place[index.enabled] as number
  let filled = words[chosen[0]] as number
  let count = index.allEnabled ? 0 : 1
  let next = 0
  for (; filled !== 0 && next < index.leading; next++) {
    const probe = probes[next] as Probe
    if (question.withoutPsp && probe.late) continue
    const start = placeOfFact(sets, probe, question)
    filled &= words[start] as number
    chosen[count++] = start
    const second = takeSecond()
    if (second >= 0) {
      filled &= words[second] as number
      chosen[count++] = second
    }
  }
  let left = readWords(words, filled, Math.max(count, 1))
  for (; left > 0 && next < probes.length; next++) {
    const probe = probes[next] as Probe
    if (question.withoutPsp && probe.late) continue
    if (!isAsked(words, place[probe.blank] as number, left)) continue
    left = keepRows(words, placeOfFact(sets, probe, question), left)
    const second = takeSecond()
    if (second >= 0) left = keepRows(words, second, left)
  }
  return left
}

/** What the chosen sets have in common in the words that may have any. */
function readWords(words: RowSets['words'], filled: number, count: number): number {
  let left = 0
  for (let rest = filled; rest !== 0; rest &= rest - 1) {
    const word = 31 - Math.clz32(rest & -rest)
    let rows = -1
    for (let i = 0; rows !== 0 && i < count; i++) rows &= words[(chosen[i] as number) + 1 + word] as number
    leftWords[left] = word
    leftRows[left] = rows
    if (rows !== 0) left++
  }
  return left
}

/** Whether any of the rows that are left is not among those that ask nothing. */
function isAsked(words: RowSets['words'], blank: number, left: number): boolean {
  for (let i = 0; i < left; i++) {
    if (((leftRows[i] as number) & ~(words[blank + 1 + (leftWords[i] as number)] as number)) !== 0)
      return true
  }
  return false
}

function keepRows(words: RowSets['words'], start: number, left: number): number {
  let kept = 0
  for (let i = 0; i < left; i++) {
    const word = leftWords[i] as number
    const rows = (leftRows[i] as number) & (words[start + 1 + word] as number)
    leftWords[kept] = word
    leftRows[kept] = rows
    if (rows !== 0) kept++
  }
  return kept
}
