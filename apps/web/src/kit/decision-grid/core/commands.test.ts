import { maxRules } from '@signalbox/model/rules/rule'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { idsOf, namesOf, row, section, smallColumns, smallState, testDeps } from '../testing/small-grid.ts'
import * as cells from './cell-commands.ts'
import {
  documentOf,
  gridOf,
  redone,
  selectionOf,
  toggleSection,
  undone,
  withColumns,
  withHidden,
  withSelection,
  type GridDeps,
  type GridState,
} from './grid-state.ts'
import { maxSteps } from './history.ts'
import * as rows from './row-commands.ts'
import { edgeOfData, moveBy, nextCell, selectCell, selectLines, selectedPlaces } from './selection.ts'

// Lines of the small grid: 0 heading, 1 inherited row, 2 heading, 3 a, 4 b, 5 c, 6 the place of the next row.
const at = (state: GridState, line: number, column: number) => withSelection(state, selectCell(line, column))
const range = (state: GridState, line: number, column: number, toLine: number, toColumn: number) =>
  withSelection(state, {
    anchor: { line, column },
    head: { line: toLine, column: toColumn },
    wholeRows: false,
  })

describe('typing', () => {
  it('goes into the cell and on to the next line', () => {
    const deps = testDeps()
    const typed = cells.typeText(cells.beginTyping(at(smallState(), 3, 3)), 'EUR', 'down', deps)
    expect(documentOf(typed).sections[1]?.content.rules[0]?.conditions.currency).toEqual({
      op: 'in',
      values: ['EUR'],
    })
    expect(selectionOf(typed).anchor).toEqual({ line: 4, column: 3 })
    expect(typed.editing).toBeNull()
  })

  it('on the line of the next row makes that row, once there is something in it', () => {
    const deps = testDeps()
    const nothing = cells.typeText(at(smallState(), 6, 1), '', 'stay', deps)
    expect(idsOf(documentOf(nothing))).toEqual(['a', 'b', 'c'])
    const something = cells.typeText(nothing, 'Fourth', 'stay', deps)
    expect(idsOf(documentOf(something))).toEqual(['a', 'b', 'c', 'new-1'])
    expect(something.lines.at(7)?.kind).toBe('new')
  })

  it('does not begin in rows nobody may change', () => {
    expect(cells.beginTyping(at(smallState(), 1, 1)).editing).toBeNull()
    expect(cells.beginTyping(at(smallState(), 0, 1)).editing).toBeNull()
  })

  it('into many rows at once changes one column of them all', () => {
    const deps = testDeps()
    const chosen = range(smallState(), 3, 3, 5, 4)
    const set = cells.typeText(cells.beginBulk(chosen), 'SEK', 'stay', deps)
    const found = documentOf(set).sections[1]?.content.rules.map(({ conditions }) => conditions)
    expect(found?.every((conditions) => conditions.currency?.op === 'in')).toBe(true)
    expect(found?.some((conditions) => conditions.userCountry)).toBe(false)
  })
})

describe('the clipboard', () => {
  it('pastes two hundred rows as one step', () => {
    const deps = testDeps()
    const text = Array.from({ length: 200 }, (_, index) => `Row ${index}\tDEPOSIT\tEUR`).join('\n')
    const pasted = cells.paste(at(smallState(), 6, 1), text, deps)
    expect(idsOf(documentOf(pasted))).toHaveLength(203)
    expect(pasted.announcement).toBe('200 rows pasted')
    expect(selectionOf(pasted).head).toEqual({ line: 205, column: 3 })
    expect(documentOf(undone(pasted))).toBe(documentOf(smallStateOf(pasted)))
  })

  const smallStateOf = (state: GridState): GridState => {
    let first = state
    while (first.history.past.length > 0) first = undone(first)
    return first
  }

  it('says what could not be taken', () => {
    const deps = testDeps()
    expect(cells.paste(at(smallState(), 3, 6), 'A\tgood note\textra', deps).announcement).toBe(
      '1 row pasted; 1 column beyond the last one left out',
    )
    expect(cells.paste(at(smallState(), 3, 2), 'wrong!', deps).announcement).toBe(
      '1 row pasted; 1 row overwritten; 1 cell needs correcting',
    )
    expect(cells.paste(at(smallState(), 1, 1), 'x', deps).announcement).toBe(
      'These rows cannot be changed here',
    )
  })

  it('says which rows a paste went over, and inserts them above instead when asked', () => {
    const deps = testDeps()
    const first = smallState()
    const pasted = cells.paste(at(first, 3, 1), 'New one\tDEPOSIT\nNew two\tDEPOSIT', deps)
    expect(pasted.announcement).toBe('2 rows pasted; 2 rows overwritten')
    expect(pasted.overwrote?.rows).toBe(2)
    const inserted = cells.insertInstead(pasted, deps)
    expect(namesOf(documentOf(inserted))).toEqual(['New one', 'New two', 'Row a', 'Row b', 'Row c'])
    expect(inserted.announcement).toBe('2 rows inserted')
    expect(inserted.overwrote).toBeNull()
    expect(selectionOf(inserted)).toMatchObject({
      anchor: { line: 3, column: 1 },
      head: { line: 4, column: 2 },
    })
    expect(documentOf(undone(inserted))).toBe(documentOf(first))
  })

  it('selects what stands where nothing can be inserted for want of room', () => {
    const deps = testDeps()
    const many = Array.from({ length: maxRules + 1 }, (_, index) => row(`r${index}`, 'NordAcq'))
    const full = smallState({ sections: [section('own', many)] })
    const pasted = cells.paste(at(full, 1, 1), 'New one\tDEPOSIT\nNew two\tDEPOSIT', deps)
    const inserted = cells.insertInstead(pasted, deps)
    expect(documentOf(inserted)).toBe(documentOf(full))
    expect(selectionOf(inserted)).toMatchObject({
      anchor: { line: 1, column: 1 },
      head: { line: 1, column: 1 },
    })
    const chosen = withSelection(full, selectLines(1, 2))
    expect(selectionOf(rows.duplicate(chosen, deps))).toEqual(selectionOf(chosen))
  })

  it('says nothing of overwriting where cells were blank, said the same, or rows are new', () => {
    const deps = testDeps()
    expect(cells.paste(at(smallState(), 3, 3), 'EUR', deps).overwrote).toBeNull()
    expect(cells.paste(at(smallState(), 3, 1), 'Row a', deps).overwrote).toBeNull()
    expect(cells.paste(at(smallState(), 6, 1), 'Row d\nRow e', deps).overwrote).toBeNull()
  })

  it('forgets the paste with the next change', () => {
    const deps = testDeps()
    const pasted = cells.paste(at(smallState(), 3, 1), 'Other', deps)
    expect(pasted.overwrote).toEqual({ rows: 1, text: 'Other' })
    expect(cells.clear(pasted, deps).overwrote).toBeNull()
    expect(undone(pasted).overwrote).toBeNull()
  })

  it('fills a selection with one text', () => {
    const pasted = cells.paste(range(smallState(), 3, 3, 5, 3), 'EUR', testDeps())
    expect(
      documentOf(pasted).sections[1]?.content.rules.every(
        ({ conditions }) => conditions.currency !== undefined,
      ),
    ).toBe(true)
  })

  it('copies whole rows as they are shown', () => {
    const copied = cells.copy(withSelection(smallState(), selectLines(3, 4)), testDeps())
    expect(copied).toBe('yes\tRow a\tDEPOSIT\t\t\tNordAcq\t\t\nyes\tRow b\t\t\t\tEuroCard\t\t')
  })
})

describe('commands on rows', () => {
  it('move a row past its neighbours in sight and stop at the ends', () => {
    const deps = testDeps()
    const moved = rows.move(at(smallState(), 3, 1), 'down', deps)
    expect(idsOf(documentOf(moved))).toEqual(['b', 'a', 'c'])
    expect(selectionOf(moved).anchor.line).toBe(4)
    expect(rows.move(at(smallState(), 3, 1), 'up', deps)).toMatchObject({ announcement: '' })
    const filtered = withHidden(at(smallState(), 3, 1), new Set(['b']))
    expect(idsOf(documentOf(rows.move(filtered, 'down', deps)))).toEqual(['b', 'c', 'a'])
  })

  it('count moves in quick succession as one step, later ones as another', () => {
    const deps = testDeps()
    const quick = rows.move(rows.move(at(smallState(), 3, 1), 'down', deps), 'down', deps)
    expect(idsOf(documentOf(undone(quick)))).toEqual(['a', 'b', 'c'])
    const first = rows.move(at(smallState(), 3, 1), 'down', deps)
    deps.wait(5_000)
    expect(idsOf(documentOf(undone(rows.move(first, 'down', deps))))).toEqual(['b', 'a', 'c'])
  })

  it('insert as many rows as are selected and select them', () => {
    const inserted = rows.insert(withSelection(smallState(), selectLines(3, 4)), 'below', testDeps())
    expect(idsOf(documentOf(inserted))).toEqual(['a', 'b', 'new-1', 'new-2', 'c'])
    expect(selectionOf(inserted)).toMatchObject({ anchor: { line: 5 }, head: { line: 6 }, wholeRows: true })
  })

  it('drop rows where they are dragged to', () => {
    const dropped = rows.moveBefore(withSelection(smallState(), selectLines(3, 4)), 6, testDeps())
    expect(idsOf(documentOf(dropped))).toEqual(['c', 'a', 'b'])
    expect(rows.moveBefore(withSelection(smallState(), selectLines(3, 3)), 1, testDeps()).announcement).toBe(
      '',
    )
  })
})

describe('selection', () => {
  it('goes through cells like a page is read, past headings', () => {
    const grid = gridOf(smallState())
    const last = smallColumns.length - 1
    expect(nextCell(grid, selectCell(1, last), false)).toEqual(selectCell(3, 0))
    expect(nextCell(grid, selectCell(3, 0), true)).toEqual(selectCell(1, last))
    expect(nextCell(grid, selectCell(6, last), false)).toEqual(selectCell(6, last))
  })

  it('stretches from where it began and holds no headings', () => {
    const state = smallState()
    const stretched = moveBy(gridOf(state), selectCell(1, 1), { lines: 3 }, true)
    expect(selectedPlaces(gridOf(state), stretched)).toEqual([
      { section: 0, row: 0 },
      { section: 1, row: 0 },
      { section: 1, row: 1 },
    ])
  })

  it('jumps to where filled cells end or begin', () => {
    const grid = gridOf(smallState())
    expect(edgeOfData(grid, { line: 3, column: 5 }, { lines: 1, columns: 0 })).toEqual({ line: 5, column: 5 })
    expect(edgeOfData(grid, { line: 3, column: 2 }, { lines: 1, columns: 0 })).toEqual({ line: 5, column: 2 })
    expect(edgeOfData(grid, { line: 3, column: 2 }, { lines: 0, columns: 1 })).toEqual({ line: 3, column: 5 })
  })

  it('stays on its row when others are filtered out, and on its column when others are hidden', () => {
    const state = at(smallState(), 5, 5)
    const filtered = withHidden(state, new Set(['a', 'b']))
    expect(filtered.lines.at(selectionOf(filtered).anchor.line)).toMatchObject({ row: 2 })
    const narrow = withColumns(state, smallColumns.slice(3))
    expect(narrow.columns[selectionOf(narrow).anchor.column]?.id).toBe('o:psp')
    const closed = toggleSection(state, 'own')
    expect(closed.lines.count).toBe(3)
    expect(selectionOf(closed).anchor.line).toBe(2)
  })
})

describe('undo', () => {
  const steps: readonly ((state: GridState, deps: GridDeps, number: number) => GridState)[] = [
    (state, deps, number) => cells.typeText(state, `T${number}`, 'right', deps),
    (state, deps) => cells.typeText(state, 'wrong!', 'down', deps),
    (state, deps) => cells.paste(state, 'a\tb\nc\td', deps),
    (state, deps) => cells.clear(state, deps),
    (state, deps) => cells.fill(state, deps),
    (state, deps) => rows.insert(state, 'above', deps),
    (state, deps) => rows.duplicate(state, deps),
    (state, deps) => rows.remove(state, deps),
    (state, deps) => rows.move(state, 'up', deps),
    (state, deps) => rows.enable(state, false, deps),
    (state, _deps, number) => withSelection(state, selectCell(number % state.lines.count, number % 8)),
    (state, _deps, number) => withSelection(state, selectLines(1, number % state.lines.count)),
  ]

  it('brings back exactly what was there, and redo what came after', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(steps.length - 1), fc.nat(60)), { minLength: 1, maxLength: 30 }),
        (chosen) => {
          const deps = testDeps()
          const first = smallState()
          const last = chosen.reduce((state, [step, number]) => {
            deps.wait(10_000)
            return steps[step]?.(state, deps, number) ?? state
          }, first)
          let back = last
          const passed = [documentOf(back)]
          while (back.history.past.length > 0) {
            back = undone(back)
            passed.unshift(documentOf(back))
          }
          expect(documentOf(back)).toBe(documentOf(first))
          let forth = back
          passed.slice(1).forEach((expected) => {
            forth = redone(forth)
            expect(documentOf(forth)).toBe(expected)
          })
          expect(documentOf(forth)).toBe(documentOf(last))
        },
      ),
    )
  })

  it('reaches back a bounded number of steps', () => {
    const deps = testDeps()
    let state = at(smallState(), 3, 1)
    for (let number = 0; number < maxSteps + 20; number++) {
      deps.wait(10_000)
      state = cells.typeText(state, `Name ${number}`, 'stay', deps)
    }
    expect(state.history.past).toHaveLength(maxSteps)
  })

  it('keeps nothing of what was undone once something else is done', () => {
    const deps = testDeps()
    const typed = cells.typeText(at(smallState(), 3, 1), 'One', 'stay', deps)
    const other = cells.typeText(undone(typed), 'Two', 'stay', deps)
    expect(redone(other)).toBe(other)
  })
})

describe('a table of ten thousand rows', () => {
  it('shares all rows but the one that was typed into', () => {
    const long = {
      sections: [
        section(
          'long',
          Array.from({ length: 10_000 }, (_, index) => row(`r${index}`, 'A')),
        ),
      ],
    }
    const deps = testDeps()
    const state = at(smallState(long), 5_001, 1)
    const typed = cells.typeText(state, 'Changed', 'down', deps)
    const before = long.sections[0]?.content.rules ?? []
    const changed = (documentOf(typed).sections[0]?.content.rules ?? []).filter(
      (found, at) => found !== before[at],
    )
    expect(changed).toEqual([{ ...before[5_000], name: 'Changed' }])
  })
})
