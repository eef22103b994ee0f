import type { Question } from './fact-places.ts'
import type { Column, RowIndex } from './row-index.ts'
import { columns, selectSets, starts } from './select-sets.ts'

/** Which columns refuse which rows: a bit per column, one word after another for each row. */
export interface RowFailures {
  readonly index: RowIndex
  readonly wordsPerRow: number
  readonly words: Int32Array
}

export function rowFailures(index: RowIndex, question: Question): RowFailures {
  const { rowCount, rowOf, sets } = index
  const wordsPerRow = (index.columns.length + 31) >>> 5
  const failures = new Int32Array(rowCount * wordsPerRow)
  const count = selectSets(index, question)
  for (let chosen = 0; chosen < count; chosen++) {
    const from = (starts[chosen] as number) + sets.head
    const column = columns[chosen] as number
    const bit = 1 << (column & 31)
    for (let word = 0; word < sets.width; word++) {
      let refused = ~(sets.words[from + word] as number)
      if (word === sets.width - 1) refused &= lastRows(rowCount)
      for (; refused !== 0; refused &= refused - 1) {
        const row = rowOf[(word << 5) + 31 - Math.clz32(refused & -refused)] as number
        const at = row * wordsPerRow + (column >>> 5)
        failures[at] = (failures[at] as number) | bit
      }
    }
  }
  return { index, wordsPerRow, words: failures }
}

/** The bits of the last word that stand for rows. */
const lastRows = (rowCount: number): number => (rowCount % 32 === 0 ? -1 : (1 << (rowCount % 32)) - 1)

export function failedColumns({ index, wordsPerRow, words }: RowFailures, row: number): Column[] {
  const failed: Column[] = []
  for (let i = 0; i < wordsPerRow; i++) {
    for (let word = words[row * wordsPerRow + i] as number; word !== 0; word &= word - 1) {
      failed.push(index.columns[(i << 5) + 31 - Math.clz32(word & -word)] as Column)
    }
  }
  return failed
}

export function failCount({ wordsPerRow, words }: RowFailures, row: number): number {
  let count = 0
  for (let i = 0; i < wordsPerRow; i++) {
    for (let word = words[row * wordsPerRow + i] as number; word !== 0; word &= word - 1) count++
  }
  return count
}
