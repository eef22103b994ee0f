import type { RateSheet } from '@signalbox/model/money/rates'
import type { Facts, FactValue } from '@signalbox/model/rules/fact'
import { binPointOf, binSpanOf, entryOf, instantOf, numberOf, sourcesAgree, textOf } from './fact-readings.ts'
import { classOfAddress } from './lookups/address-lookup.ts'
import { classOnAxis } from './lookups/intervals.ts'
import { convertedAxis, isMoney } from './lookups/money-lookup.ts'
import { patternsMatching } from './lookups/pattern-lookup.ts'
import { classOfPrefix } from './lookups/prefix-lookup.ts'
import { classOfValue } from './lookups/value-lookup.ts'
import { readFact } from './read-fact.ts'
import type {
  ConvertedMoneyLookup,
  ListProbe,
  LocationLookup,
  MoneyLookup,
  PatternLookup,
  Probe,
  RangeLookup,
  ScheduleLookup,
} from './row-index.ts'
import { unreadable, writeHead, type RowSets } from './row-sets.ts'
import { minuteOfWeek } from './week-time.ts'

/** What a question is asked with, apart from the facts. */
export interface Question {
  readonly facts: Facts
  readonly rates: RateSheet | undefined
  /** Hears of every currency that bounds were converted into. */
  readonly converted: ((currency: string) => void) | undefined
  /** The PSP is not chosen yet: rows may still match whatever they ask about it. */
  readonly withoutPsp: boolean
}

// One evaluation runs at a time and ends before the next begins, so they share a workplace instead of making garbage.
/** The next free place in the room of the index at hand. */
let free = 0
/** The second set of the probe that was asked last, or -1. */
let second = -1

/** To be called before the first fact of a payment is looked up: sets put together for the last one may be overwritten. */
export function clearRoom({ room }: RowSets): void {
  free = room
  second = -1
}

/** A probe may choose two sets; the second is -1 where it chose one. To be taken before the next probe is asked. */
export function takeSecond(): number {
  const taken = second
  second = -1
  return taken
}

/** Where the set of the rows begins that accept the fact a probe asks about. */
export function placeOfFact(sets: RowSets, probe: Probe, question: Question): number {
  const value = readFact(question.facts, probe.reader, probe.fact)
  // Facts that came through JSON may say null for nothing.
  if (value === undefined || value === null) return placeOf(sets, probe.missing)
  switch (probe.kind) {
    case 'value':
      // By far the most frequent: a text in a list of texts.
      return typeof value === 'string' && probe.lookup.key === undefined
        ? placeOf(sets, classOfValue(probe.lookup, value))
        : placeOfEntry(sets, probe, value)
    case 'range':
      return placeOfRange(sets, probe, probe.lookup, value)
    case 'money':
      return placeOrMissing(sets, probe, classOfMoney(probe.lookup, value))
    case 'address':
      return typeof value === 'string'
        ? placeOrMissing(sets, probe, classOfAddress(probe.lookup, value))
        : placeOfAny(sets, probe, value)
    case 'prefix':
    case 'pattern':
      return placeOfAny(sets, probe, value)
    case 'convertedMoney':
      return placeOfConverted(sets, probe, probe.lookup, value, question)
    case 'location':
      return placeOrMissing(sets, probe, classOfLocation(probe.lookup, value))
    case 'schedule':
      return placeOrMissing(sets, probe, classOfSchedule(probe.lookup, value))
  }
}

const placeOrMissing = (sets: RowSets, probe: Probe, rowClass: number): number =>
  placeOf(sets, rowClass === unreadable ? probe.missing : rowClass)

/** Where the set of a class begins, after putting it together if it is not written out. */
function placeOf(sets: RowSets, rowClass: number): number {
  const place = sets.place[rowClass] as number
  return place >= 0 ? place : putTogether(sets, ~place)
}

function putTogether(sets: RowSets, flipped: number): number {
  const { words, flips } = sets
  const at = copied(sets, sets.base[flipped] as number)
  const to = sets.flipTo[flipped] as number
  for (let i = sets.flipFrom[flipped] as number; i < to; i++) flipAt(words, at, sets.head, flips[i] as number)
  return at
}

function copied({ words, head, width }: RowSets, start: number): number {
  const at = free
  free += head + width
  words.copyWithin(at, start, start + head + width)
  return at
}

function flipAt(words: Int32Array, start: number, head: number, bit: number): void {
  const word = bit >>> 5
  const at = start + head + word
  words[at] = (words[at] as number) ^ (1 << (bit & 31))
  if (head === 0) return
  // The word may have become empty; then it is looked at in vain.
  const inHead = start + (word >>> 5)
  words[inHead] = (words[inHead] as number) | (1 << (word & 31))
}

function placeOfEntry(sets: RowSets, probe: Extract<Probe, { kind: 'value' }>, fact: FactValue): number {
  const { key } = probe.lookup
  const value = key === undefined ? fact : entryOf(fact, key)
  return value === undefined ? placeOf(sets, probe.missing) : placeOfAny(sets, probe, value)
}

/** One value, or a list of them. */
function placeOfAny(sets: RowSets, probe: ListProbe, value: FactValue): number {
  if (!Array.isArray(value)) return placeOfOne(sets, probe, value)
  const list = value as readonly string[]
  if (list.length === 0) return placeOf(sets, probe.lookup.other)
  return list.length === 1 ? placeOfOne(sets, probe, list[0] as string) : placeOfList(sets, probe, list)
}

function placeOfOne(sets: RowSets, probe: ListProbe, value: FactValue): number {
  if (probe.kind === 'pattern') return placeOfMatches(sets, probe.lookup, probe.missing, value)
  return placeOrMissing(sets, probe, classOfOne(probe, value))
}

function classOfOne(probe: Exclude<ListProbe, { kind: 'pattern' }>, value: FactValue): number {
  switch (probe.kind) {
    case 'value':
      return classOfValue(probe.lookup, value)
    case 'prefix':
      return classOfPrefix(probe.lookup, value)
    case 'address':
      return classOfAddress(probe.lookup, value)
  }
}

function placeOfMatches(sets: RowSets, lookup: PatternLookup, missing: number, value: FactValue): number {
  const text = textOf(value)
  if (text === undefined) return placeOf(sets, missing)
  const at = copied(sets, placeOf(sets, lookup.other))
  for (const pattern of patternsMatching(lookup, text)) {
    const bits = lookup.bits[pattern] as Int32Array
    for (let i = 0; i < bits.length; i++) flipAt(sets.words, at, sets.head, bits[i] as number)
  }
  return at
}

/** A row that wants one of several values is content with any, one that refuses them must be content with all. */
function placeOfList(sets: RowSets, probe: ListProbe, list: readonly string[]): number {
  const { words, head, width } = sets
  const result = free
  const any = result + head
  const all = any + width
  const behind = all + width
  words.fill(0, any, all)
  words.fill(-1, all, behind)
  for (const value of list) {
    free = behind
    const start = placeOfOne(sets, probe, value) + head
    for (let i = 0; i < width; i++) {
      words[any + i] = (words[any + i] as number) | (words[start + i] as number)
      words[all + i] = (words[all + i] as number) & (words[start + i] as number)
    }
  }
  const anyOf = placeOf(sets, probe.lookup.anyOf) + head
  for (let i = 0; i < width; i++) {
    const content = words[anyOf + i] as number
    words[any + i] = ((words[any + i] as number) & content) | ((words[all + i] as number) & ~content)
  }
  writeHead(words, result, head, width)
  free = all
  return result
}

function placeOfRange(sets: RowSets, probe: Probe, { scale, axis }: RangeLookup, value: FactValue): number {
  if (scale !== 'BIN') {
    const point = pointOf(scale, value)
    return placeOrMissing(sets, probe, point === undefined ? unreadable : classOnAxis(axis, point))
  }
  const span = binSpanOf(value)
  if (!span) return placeOf(sets, probe.missing)
  // Only what is known of a short BIN counts: both ends of what it may be must lie in the range.
  if (span[1] !== span[0]) second = placeOf(sets, classOnAxis(axis, span[1]))
  return placeOf(sets, classOnAxis(axis, span[0]))
}

function pointOf(scale: Exclude<RangeLookup['scale'], 'BIN'>, value: FactValue): number | undefined {
  switch (scale) {
    case 'NUMBER':
      return numberOf(value)
    case 'INSTANT':
      return instantOf(value)
    case 'BIN_PREFIX':
      return binPointOf(value)
  }
}

function classOfMoney({ axes, other }: MoneyLookup, value: FactValue): number {
  if (!isMoney(value)) return unreadable
  const axis = axes.get(value.currency)
  return axis ? classOnAxis(axis, Number(value.minor)) : other
}

function placeOfConverted(
  sets: RowSets,
  probe: Probe,
  lookup: ConvertedMoneyLookup,
  value: FactValue,
  { rates, converted: tell }: Question,
): number {
  if (!isMoney(value)) return placeOf(sets, probe.missing)
  tell?.(value.currency)
  const converted = convertedAxis(lookup, value.currency, rates)
  // Its sets live elsewhere; one of them is put together in its own room and then brought here.
  const from = placeElsewhere(converted.sets, classOnAxis(converted.axis, Number(value.minor)))
  const length = sets.head + sets.width
  const at = free
  free += length
  sets.words.set(converted.sets.words.subarray(from, from + length), at)
  return at
}

function placeElsewhere(sets: RowSets, rowClass: number): number {
  const mine = free
  free = sets.room
  const place = placeOf(sets, rowClass)
  free = mine
  return place
}

function classOfLocation({ sources, agree, differ }: LocationLookup, value: FactValue): number {
  const same = sourcesAgree(value, sources)
  if (same === undefined) return unreadable
  return same ? agree : differ
}

function classOfSchedule({ axis, timeZone }: ScheduleLookup, value: FactValue): number {
  const instantMs = instantOf(value)
  return instantMs === undefined ? unreadable : classOnAxis(axis, minuteOfWeek(instantMs, timeZone))
}
