import type { RowIndex } from './row-index.ts'
import { selectRows, selectSets, starts, type Question } from './select-sets.ts'

/** Sets looked at before anybody asks whether something is left, and then again. The most telling columns come first. */
const lanes = 4

/** What the chosen sets have in common in one word of each. */
function common(words: Int32Array, count: number, word: number): number {
  let left = -1
  for (let i = 0; left !== 0 && i < count; i += lanes) {
    left &=
      (words[(starts[i] as number) + word] as number) &
      (words[(starts[i + 1] as number) + word] as number) &
      (words[(starts[i + 2] as number) + word] as number) &
      (words[(starts[i + 3] as number) + word] as number)
  }
  return left
}

/** Chooses the sets of rows that accept the facts, and that of the rows switched on, until the last lanes are full. */
function choose(index: RowIndex, question: Question): number {
  const count = selectSets(index, question)
  const enabled = index.sets.place[index.enabled] as number
  for (let lane = count; lane < count + lanes; lane++) starts[lane] = enabled
  return index.allEnabled ? Math.max(count, 1) : count + 1
}

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)

/** The first row that matches, or -1. */
export function firstMatch(index: RowIndex, question: Question): number {
  const { words, head } = index.sets
  if (head === 0) {
    const rows = selectRows(index, question)
    return rows === 0 ? -1 : lowestBit(rows)
  }
  const { rowOf, firstRowOf } = index
  const count = choose(index, question)
  let first = index.rowCount
  for (let part = 0; part < head; part++) {
    for (let filled = common(words, count, part); filled !== 0; filled &= filled - 1) {
      const word = (part << 5) + lowestBit(filled)
      if ((firstRowOf[word] as number) > first) continue
      for (let rows = common(words, count, head + word); rows !== 0; rows &= rows - 1) {
        first = Math.min(first, rowOf[(word << 5) + lowestBit(rows)] as number)
      }
    }
  }
  return first === index.rowCount ? -1 : first
}

/** All rows that match, in order. */
export function allMatches(index: RowIndex, question: Question): number[] {
  const { words, head } = index.sets
  const matches: number[] = []
  if (head === 0) {
    for (let rows = selectRows(index, question); rows !== 0; rows &= rows - 1) matches.push(lowestBit(rows))
    return matches
  }
  const count = choose(index, question)
  for (let part = 0; part < head; part++) {
    for (let filled = common(words, count, part); filled !== 0; filled &= filled - 1) {
      const word = (part << 5) + lowestBit(filled)
      for (let rows = common(words, count, head + word); rows !== 0; rows &= rows - 1) {
        matches.push(index.rowOf[(word << 5) + lowestBit(rows)] as number)
      }
    }
  }
  return matches.length > 1 ? matches.sort((a, b) => a - b) : matches
}
