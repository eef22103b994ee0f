import type { RowIndex } from './row-index.ts'
import { selectSets, starts, type Question } from './select-sets.ts'

/** The rows of a word that are in the chosen sets. */
function common(words: Int32Array, count: number, word: number, enabled: number): number {
  let rows = words[enabled + word] as number
  for (let i = 0; rows !== 0 && i < count; i++) rows &= words[(starts[i] as number) + word] as number
  return rows
}

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word)

/** The first row that matches, or -1. */
export function firstMatch(index: RowIndex, question: Question): number {
  const count = selectSets(index, question)
  const { words, width, start } = index.sets
  const enabled = start[index.enabled] as number
  for (let word = 0; word < width; word++) {
    const rows = common(words, count, word, enabled)
    if (rows !== 0) return (word << 5) + lowestBit(rows)
  }
  return -1
}

/** All rows that match, in order. */
export function allMatches(index: RowIndex, question: Question): number[] {
  const count = selectSets(index, question)
  const { words, width, start } = index.sets
  const enabled = start[index.enabled] as number
  const matches: number[] = []
  for (let word = 0; word < width; word++) {
    let rows = common(words, count, word, enabled)
    for (; rows !== 0; rows &= rows - 1) matches.push((word << 5) + lowestBit(rows))
  }
  return matches
}
