import type { Column, RowIndex } from './row-index.ts'
import { hasBit } from './row-sets.ts'
import { columns, selectSets, starts, type Question } from './select-sets.ts'

/** For every column that was asked: the rows it let through. Which rows fail where can be read from it at leisure. */
export interface AcceptedSets {
  readonly index: RowIndex
  /** One set after another, in the order of `columns`. */
  readonly words: Int32Array
  /**
   * Their numbers. Only the two ends of a short BIN can refuse the same row twice, and they stand next to each other:
   * probes of one column ask different rows.
   */
  readonly columns: Int32Array
}

export function acceptedSets(index: RowIndex, question: Question): AcceptedSets {
  const count = selectSets(index, question)
  const { width, head, words: all } = index.sets
  const words = new Int32Array(count * width)
  for (let set = 0; set < count; set++) {
    const from = (starts[set] as number) + head
    for (let word = 0; word < width; word++) words[set * width + word] = all[from + word] as number
  }
  return { index, words, columns: columns.slice(0, count) }
}

/** The columns that refuse a row. */
export function failedColumns({ index, words, columns }: AcceptedSets, row: number): Column[] {
  const { width } = index.sets
  const failed: Column[] = []
  const bit = index.bitOf[row] as number
  let previous = -1
  for (let set = 0; set < columns.length; set++) {
    const number = columns[set] as number
    if (number === previous || hasBit(words, set * width, bit)) continue
    failed.push(index.columns[number] as Column)
    previous = number
  }
  return failed
}

/** By row: how many columns refuse it. */
export function failCounts({ index, words, columns }: AcceptedSets): Uint16Array {
  const { width } = index.sets
  const counts = new Uint16Array(index.rowCount)
  let previous = -1
  for (let set = 0; set < columns.length; set++) {
    const start = set * width
    const other = columns[set] === previous ? start - width : -1
    previous = columns[set] as number
    for (let word = 0; word < width; word++) {
      let refused = ~(words[start + word] as number)
      if (other >= 0) refused &= words[other + word] as number
      for (; refused !== 0; refused &= refused - 1) {
        const row = index.rowOf[(word << 5) + 31 - Math.clz32(refused & -refused)]
        if (row !== undefined) counts[row] = (counts[row] as number) + 1
      }
    }
  }
  return counts
}
