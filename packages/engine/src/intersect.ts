import type { Question } from './fact-places.ts'
import { leftRows, leftWords, narrowRows, rowsOfOneWord } from './narrow-rows.ts'
import type { RowIndex } from './row-index.ts'
import { selectSets, starts } from './select-sets.ts'

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
  const { head } = index.sets
  if (head === 0) {
    const rows = rowsOfOneWord(index, question)
    return rows === 0 ? -1 : lowestBit(rows)
  }
  return head === 1 ? firstOfFew(index, question) : firstOfMany(index, question)
}

function firstOfFew(index: RowIndex, question: Question): number {
  const { rowOf, rowCount } = index
  const left = narrowRows(index, question)
  let first = rowCount
  for (let i = 0; i < left; i++) {
    const base = (leftWords[i] as number) << 5
    for (let rows = leftRows[i] as number; rows !== 0; rows &= rows - 1) {
      first = Math.min(first, rowOf[base + lowestBit(rows)] as number)
    }
  }
  return first === rowCount ? -1 : first
}

function firstOfMany(index: RowIndex, question: Question): number {
  const { words, head } = index.sets
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
  const { rowOf } = index
  const matches: number[] = []
  if (head === 0) addRows(matches, rowOf, 0, rowsOfOneWord(index, question))
  else if (head === 1) {
    const left = narrowRows(index, question)
    for (let i = 0; i < left; i++) addRows(matches, rowOf, leftWords[i] as number, leftRows[i] as number)
  } else {
    const count = choose(index, question)
    for (let part = 0; part < head; part++) {
      for (let filled = common(words, count, part); filled !== 0; filled &= filled - 1) {
        const word = (part << 5) + lowestBit(filled)
        addRows(matches, rowOf, word, common(words, count, head + word))
      }
    }
  }
  return matches.length > 1 ? matches.sort((a, b) => a - b) : matches
}

function addRows(matches: number[], rowOf: Int32Array, word: number, rows: number): void {
  for (let rest = rows; rest !== 0; rest &= rest - 1) {
    matches.push(rowOf[(word << 5) + lowestBit(rest)] as number)
  }
}
