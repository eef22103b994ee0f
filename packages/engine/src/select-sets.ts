import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { binSpanOf, entryOf, instantOf, numberOf, sourcesAgree, textOf } from './fact-readings.ts'
import { classOfAddress } from './probes/address-probe.ts'
import { classOnAxis } from './probes/intervals.ts'
import { convertedAxis, isMoney } from './probes/money-probe.ts'
import { patternsMatching } from './probes/pattern-probe.ts'
import { classOfPrefix } from './probes/prefix-probe.ts'
import { classOfValue } from './probes/value-probe.ts'
import type {
  AddressProbe,
  ConvertedMoneyProbe,
  LocationProbe,
  MoneyProbe,
  PatternProbe,
  PrefixProbe,
  Probe,
  RangeProbe,
  RowIndex,
  ScheduleProbe,
  ValueProbe,
} from './row-index.ts'
import type { RowSets } from './row-sets.ts'
import { minuteOfWeek } from './week-time.ts'

/** What a question is asked with, apart from the facts. */
export interface Question {
  readonly facts: Facts
  readonly rates: RateSheet | undefined
  /** The PSP is not chosen yet: rows may still match whatever they ask about it. */
  readonly withoutPsp: boolean
}

// One evaluation runs at a time and ends before the next begins, so they share a workplace instead of making garbage:
// the sets to intersect, as places in `words`, with the column each speaks for.
export let starts = new Int32Array(256)
export let columns = new Int32Array(256)
let count = 0
/** The next free place in the room of the index at hand. */
let free = 0

/** Fills `starts` and `columns` with the sets of rows that accept the facts, and says how many there are. */
export function selectSets(index: RowIndex, question: Question): number {
  const { probes, sets } = index
  if (starts.length < 2 * probes.length + 1) {
    starts = new Int32Array(4 * probes.length)
    columns = new Int32Array(4 * probes.length)
  }
  count = 0
  free = sets.room
  for (let i = 0; i < probes.length; i++) {
    const probe = probes[i] as Probe
    if (probe.late && question.withoutPsp) continue
    const value = question.facts[probe.fact]
    // Facts that came through JSON may say null for nothing.
    if (value === undefined || value === null) choose(sets, probe, probe.missing)
    else selectKnown(sets, probe, value, question)
  }
  return count
}

function selectKnown(sets: RowSets, probe: Probe, value: FactValue, { rates }: Question): void {
  switch (probe.kind) {
    case 'value':
      return selectValue(sets, probe, value)
    case 'prefix':
    case 'address':
    case 'pattern':
      return push(probe, placeTexts(sets, probe, value))
    case 'range':
      return selectRange(sets, probe, value)
    case 'money':
      return choose(sets, probe, classOfMoney(probe, value))
    case 'convertedMoney':
      return selectConverted(sets, probe, value, rates)
    case 'location':
      return choose(sets, probe, classOfLocation(probe, value))
    case 'schedule':
      return choose(sets, probe, classOfSchedule(probe, value))
  }
}

function push(probe: Probe, start: number): void {
  starts[count] = start
  columns[count] = probe.column
  count++
}

function choose(sets: RowSets, probe: Probe, rowClass: number): void {
  push(probe, place(sets, rowClass))
}

/** Where the set of a class begins, after putting it together if it is not written out. */
function place(sets: RowSets, rowClass: number): number {
  const start = sets.start[rowClass] as number
  const from = sets.flipFrom[rowClass] as number
  const to = sets.flipTo[rowClass] as number
  return from === to ? start : copyFlipped(sets, start, sets.flips, from, to)
}

function copyFlipped(sets: RowSets, start: number, rows: Int32Array, from: number, to: number): number {
  const { words, width } = sets
  const at = free
  free += width
  words.copyWithin(at, start, start + width)
  for (let i = from; i < to; i++) flipAt(words, at, rows[i] as number)
  return at
}

function flipAt(words: Int32Array, start: number, row: number): void {
  const word = start + (row >>> 5)
  words[word] = (words[word] as number) ^ (1 << (row & 31))
}

function selectValue(sets: RowSets, probe: ValueProbe, fact: FactValue): void {
  const value = probe.key === undefined ? fact : entryOf(fact, probe.key)
  if (value === undefined) return choose(sets, probe, probe.missing)
  push(probe, placeTexts(sets, probe, value))
}

type TextProbe = ValueProbe | PrefixProbe | AddressProbe | PatternProbe

/** The facts these look at may be lists. */
function placeTexts(sets: RowSets, probe: TextProbe, value: FactValue): number {
  if (!Array.isArray(value)) return placeText(sets, probe, value)
  const list = value as readonly string[]
  if (list.length === 0) return place(sets, probe.other)
  return list.length === 1 ? placeText(sets, probe, list[0] as string) : placeList(sets, probe, list)
}

function placeText(sets: RowSets, probe: TextProbe, value: FactValue): number {
  switch (probe.kind) {
    case 'value':
      return place(sets, classOfValue(probe, value))
    case 'prefix':
      return place(sets, classOfPrefix(probe, value))
    case 'address':
      return place(sets, classOfAddress(probe, value))
    case 'pattern':
      return placeMatches(sets, probe, value)
  }
}

function placeMatches(sets: RowSets, probe: PatternProbe, value: FactValue): number {
  const text = textOf(value)
  if (text === undefined) return place(sets, probe.missing)
  const at = copyFlipped(sets, sets.start[probe.other] as number, sets.flips, 0, 0)
  for (const pattern of patternsMatching(probe, text)) {
    const rows = probe.rows[pattern] as Int32Array
    for (let i = 0; i < rows.length; i++) flipAt(sets.words, at, rows[i] as number)
  }
  return at
}

/** A row that wants one of several values is content with any, one that refuses them must be content with all. */
function placeList(sets: RowSets, probe: TextProbe, list: readonly string[]): number {
  const { words, width } = sets
  const any = free
  const all = any + width
  free = all + width
  words.fill(0, any, all)
  words.fill(-1, all, free)
  for (const value of list) {
    const start = placeText(sets, probe, value)
    for (let i = 0; i < width; i++) {
      words[any + i] = (words[any + i] as number) | (words[start + i] as number)
      words[all + i] = (words[all + i] as number) & (words[start + i] as number)
    }
    free = all + width
  }
  const anyOf = sets.start[probe.anyOf] as number
  for (let i = 0; i < width; i++) {
    const content = words[anyOf + i] as number
    words[any + i] = ((words[any + i] as number) & content) | ((words[all + i] as number) & ~content)
  }
  free = any + width
  return any
}

function selectRange(sets: RowSets, probe: RangeProbe, value: FactValue): void {
  const { scale, axis, missing } = probe
  if (scale === 'BIN') {
    // Only what is known of a short BIN counts: both ends of what it may be must lie in the range.
    const span = binSpanOf(value)
    if (!span) return choose(sets, probe, missing)
    choose(sets, probe, classOnAxis(axis, span[0]))
    if (span[1] !== span[0]) choose(sets, probe, classOnAxis(axis, span[1]))
    return
  }
  const point = scale === 'INSTANT' ? instantOf(value) : numberOf(value)
  choose(sets, probe, point === undefined ? missing : classOnAxis(axis, point))
}

function classOfMoney({ axes, other, missing }: MoneyProbe, value: FactValue): number {
  if (!isMoney(value)) return missing
  const axis = axes.get(value.currency)
  return axis ? classOnAxis(axis, Number(value.minor)) : other
}

function selectConverted(
  sets: RowSets,
  probe: ConvertedMoneyProbe,
  value: FactValue,
  rates: RateSheet | undefined,
): void {
  if (!isMoney(value)) return choose(sets, probe, probe.missing)
  const converted = convertedAxis(probe, value.currency, rates)
  const rowClass = classOnAxis(converted.axis, Number(value.minor))
  const { start, flipFrom, flipTo, flips, words } = converted.sets
  const from = start[rowClass] as number
  const at = free
  free += sets.width
  sets.words.set(words.subarray(from, from + sets.width), at)
  for (let i = flipFrom[rowClass] as number; i < (flipTo[rowClass] as number); i++) {
    flipAt(sets.words, at, flips[i] as number)
  }
  push(probe, at)
}

function classOfLocation({ sources, agree, differ, missing }: LocationProbe, value: FactValue): number {
  const same = sourcesAgree(value, sources)
  if (same === undefined) return missing
  return same ? agree : differ
}

function classOfSchedule({ axis, timeZone, missing }: ScheduleProbe, value: FactValue): number {
  const instantMs = instantOf(value)
  return instantMs === undefined ? missing : classOnAxis(axis, minuteOfWeek(instantMs, timeZone))
}
