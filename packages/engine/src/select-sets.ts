import { clearRoom, placeOfFact, takeSecond, type Question } from './fact-places.ts'
import type { Probe, RowIndex } from './row-index.ts'

/** The most probes an index may have. */
export const maxProbes = 1_000

// Evaluations share a workplace instead of making garbage: the sets to intersect, as places in `words`, with the column
// each speaks for. A probe chooses one or two.
export const starts = new Int32Array(2 * maxProbes + 16)
export const columns = new Int32Array(2 * maxProbes + 16)

/** Fills `starts` and `columns` with the sets of rows that accept the facts, and says how many there are. */
export function selectSets(index: RowIndex, question: Question): number {
  const { probes, sets } = index
  let count = 0
  clearRoom(sets)
  for (let i = 0; i < probes.length; i++) {
    const probe = probes[i] as Probe
    if (question.withoutPsp && probe.late) continue
    starts[count] = placeOfFact(sets, probe, question)
    columns[count] = probe.column
    count++
    const second = takeSecond()
    if (second >= 0) {
      starts[count] = second
      columns[count] = probe.column
      count++
    }
  }
  return count
}
