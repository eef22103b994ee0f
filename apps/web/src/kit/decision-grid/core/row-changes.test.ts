import { describe, expect, it } from 'vitest'
import { changesBetween } from '@signalbox/model/rules/changes-between'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import { columnNamed, row, section } from '../testing/small-grid.ts'
import { plainLanguage } from '../testing/plain-language.ts'
import { withText, withValue } from './cell-language.ts'
import { rowTexts, hiddenRows, textTest } from './row-filter.ts'
import { smallColumns } from '../testing/small-grid.ts'
import { changesOf, contentOf, isChanged, rowChanges, wrongRows } from './row-changes.ts'

const base = contentOf(
  section('own', [row('a', 'NordAcq'), row('b', 'EuroCard'), row('c', 'AcqTwo')]).content,
)
const [a, b, c] = base.rules

describe('what changed since the load', () => {
  it('is nothing when a cell is typed back to what it was', () => {
    if (!a || !b || !c) throw new Error('rows')
    const column = columnNamed('c:currency')
    const there = withText(plainLanguage, column, b, 'EUR')
    const back = withText(plainLanguage, column, there, '')
    expect(isChanged(base, { ...base, rules: [a, there, c] })).toBe(true)
    expect(isChanged(base, { ...base, rules: [a, back, c] })).toBe(false)
    expect(rowChanges(base)(back)).toBeUndefined()
    expect(rowChanges(base)(there)).toBe('changed')
    expect(rowChanges(base)(row('d', 'A'))).toBe('added')
  })

  it('is something when rows change places, settings change, or a text is wrong', () => {
    if (!a || !b || !c) throw new Error('rows')
    expect(isChanged(base, { ...base, rules: [b, a, c] })).toBe(true)
    expect(isChanged(base, { ...base, priority: 20 })).toBe(true)
    expect(isChanged(base, { ...base, preconditions: {} })).toBe(false)
    const wrong = withText(plainLanguage, columnNamed('c:currency'), a, '!')
    expect(isChanged(base, { ...base, rules: [wrong, b, c] })).toBe(true)
    expect(wrongRows({ ...base, rules: [a, wrong, c] })).toEqual([1])
  })

  it('can be sent as changes and gives the same content on the other side', () => {
    if (!a || !b || !c) throw new Error('rows')
    const named = withValue(columnNamed('name'), c, 'Last')
    const next = contentOf({ ...base, rules: [named, row('new', 'X'), a] })
    expect(next.rules.map(({ no }) => no)).toEqual([1, 2, 3])
    expect(applyChanges(base, changesOf(base, next))).toEqual(next)
    expect(changesOf(base, next)).toEqual(changesBetween(base, next))
    expect(changesOf(base, base)).toEqual({})
  })
})

describe('the filter of rows', () => {
  it('wants every word somewhere in the row', () => {
    const document = { sections: [section('own', [row('a', 'NordAcq', 'DEPOSIT'), row('b', 'NordAcq')])] }
    const textOf = rowTexts(plainLanguage, smallColumns)
    expect(hiddenRows(document, textTest('nord deposit', textOf))).toEqual(new Set(['b']))
    expect(hiddenRows(document, textTest('', textOf)).size).toBe(0)
  })
})
