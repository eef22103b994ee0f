import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plainLanguage } from '../testing/plain-language.ts'
import { columnNamed, idsOf, row, section, smallColumns, smallDocument } from '../testing/small-grid.ts'
import { textAt, withText } from './cell-language.ts'
import { rowAt, type GridDocument } from './grid-document.ts'
import { clearBlock, copyBlock, fillDown, pasteRows, repeated, setBlock } from './range-operations.ts'
import {
  duplicateRows,
  enableRows,
  insertRows,
  moveRows,
  placeAfterMove,
  removeRows,
} from './row-operations.ts'
import { readTabSeparated } from './tab-separated.ts'

const ids = () => {
  let count = 0
  return () => `new-${(count += 1)}`
}

const own = (...rows: number[]) => rows.map((place) => ({ section: 1, row: place }))
const inherited = [{ section: 0, row: 0 }]
const textIn = (document: GridDocument, place: number, id: string) => {
  const found = rowAt(document, { section: 1, row: place })
  return found && textAt(plainLanguage, columnNamed(id), found)
}

describe('operations on rows', () => {
  const document = smallDocument()

  it('insert, duplicate and delete where they are told to', () => {
    expect(idsOf(insertRows(document, { section: 1, row: 1 }, 2, ids()))).toEqual([
      'a',
      'new-1',
      'new-2',
      'b',
      'c',
    ])
    const doubled = duplicateRows(document, own(0, 2), ids())
    expect(idsOf(doubled)).toEqual(['a', 'b', 'c', 'new-1', 'new-2'])
    expect(rowAt(doubled, { section: 1, row: 3 })?.outputs).toEqual({ psp: 'NordAcq' })
    expect(idsOf(removeRows(document, own(0, 2)))).toEqual(['b'])
  })

  it('leave inherited rows alone', () => {
    expect(removeRows(document, inherited)).toBe(document)
    expect(insertRows(document, { section: 0, row: 0 }, 1, ids())).toBe(document)
    expect(enableRows(document, inherited, false)).toBe(document)
    expect(moveRows(document, 0, [0], 1)).toBe(document)
    expect(clearBlock(document, { places: inherited, columns: smallColumns })).toBe(document)
  })

  it('never make a ruleset longer than it may be', () => {
    const full = {
      sections: [
        section(
          'full',
          Array.from({ length: 9_999 }, (_, at) => row(`r${at}`, 'A')),
        ),
      ],
    }
    const inserted = insertRows(full, { section: 0, row: 0 }, 5, ids())
    expect(inserted.sections[0]?.content.rules).toHaveLength(10_000)
    expect(duplicateRows(inserted, [{ section: 0, row: 3 }], ids())).toBe(inserted)
    const texts = Array.from({ length: 3 }, () => ['Pasted'])
    const block = { places: [{ section: 0, row: 9_999 }], columns: [columnNamed('name')] }
    const pasted = pasteRows(full, block, texts, plainLanguage, ids())
    expect(pasted.document.sections[0]?.content.rules).toHaveLength(10_000)
    expect(pasted.leftOutRows).toBe(2)
  })

  it('move rows without making any of them another row', () => {
    const place = fc.nat(5)
    const long = {
      sections: [
        section('first', []),
        section(
          'own',
          ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => row(id, 'A')),
        ),
      ],
    }
    fc.assert(
      fc.property(fc.uniqueArray(place, { minLength: 1 }), fc.nat(6), (rows, before) => {
        const moved = moveRows(long, 1, rows, before)
        const order = idsOf(moved)
        expect(order.toSorted()).toEqual(idsOf(long))
        const picked = rows.toSorted().map((index) => idsOf(long)[index])
        const first = placeAfterMove(rows, before)
        expect(order.slice(first, first + rows.length)).toEqual(picked)
        const stay = (list: string[]) => list.filter((id) => !picked.includes(id))
        expect(stay(order)).toEqual(stay(idsOf(long)))
        for (const found of moved.sections[1]?.content.rules ?? [])
          expect(long.sections[1]?.content.rules).toContain(found)
      }),
    )
  })
})

describe('operations on cells', () => {
  const document = smallDocument()
  const columns = [columnNamed('name'), columnNamed('c:method'), columnNamed('o:psp')]

  it('change only the rows they touch', () => {
    const changed = setBlock(
      document,
      { places: own(1), columns: [columnNamed('c:currency')] },
      'EUR',
      plainLanguage,
    )
    expect(textIn(changed, 1, 'c:currency')).toBe('EUR')
    expect(changed.sections[0]).toBe(document.sections[0])
    expect(rowAt(changed, { section: 1, row: 0 })).toBe(rowAt(document, { section: 1, row: 0 }))
    expect(
      setBlock(changed, { places: own(1), columns: [columnNamed('c:currency')] }, 'EUR', plainLanguage),
    ).toBe(changed)
  })

  it('clear what cells say but never switch a row off', () => {
    const cleared = clearBlock(document, { places: own(0), columns: smallColumns })
    expect(rowAt(cleared, { section: 1, row: 0 })).toMatchObject({
      enabled: true,
      name: '',
      conditions: {},
      outputs: {},
    })
  })

  it('fill the cells below with the first, blanks and wrong texts included', () => {
    const marked = setBlock(
      document,
      { places: own(0), columns: [columnNamed('o:pspAccount')] },
      'a!',
      plainLanguage,
    )
    const filled = fillDown(marked, {
      places: own(0, 1, 2),
      columns: [...columns, columnNamed('o:pspAccount')],
    })
    expect(textIn(filled, 2, 'c:method')).toBe('DEPOSIT')
    expect(textIn(filled, 1, 'o:pspAccount')).toBe('a!')
    expect(rowAt(filled, { section: 1, row: 1 })?.wrong?.['o:pspAccount']?.message).toBe(
      'No exclamation marks',
    )
    expect(textIn(fillDown(document, { places: own(1, 2), columns }), 2, 'c:method')).toBe('')
  })

  it('keep a text that means nothing, and forget it when the cell is put right', () => {
    const wrong = setBlock(
      document,
      { places: own(0), columns: [columnNamed('o:psp')] },
      'what!',
      plainLanguage,
    )
    expect(textIn(wrong, 0, 'o:psp')).toBe('what!')
    expect(rowAt(wrong, { section: 1, row: 0 })?.outputs).toEqual({})
    const right = setBlock(
      wrong,
      { places: own(0), columns: [columnNamed('o:psp')] },
      'NordAcq',
      plainLanguage,
    )
    expect(rowAt(right, { section: 1, row: 0 })).toEqual(rowAt(document, { section: 1, row: 0 }))
  })

  it('paste over rows and on into new ones', () => {
    const texts = readTabSeparated('One\tDEPOSIT\tNordAcq\tmore\nTwo\t\tEuroCard\tmore\nThree\tx!\t\tmore\n')
    const pasted = pasteRows(document, { places: own(2, 3), columns }, texts, plainLanguage, ids())
    expect(idsOf(pasted.document)).toEqual(['a', 'b', 'c', 'new-1', 'new-2'])
    expect(pasted).toMatchObject({ rows: 3, columns: 3, leftOutColumns: 1, leftOutRows: 0 })
    expect(textIn(pasted.document, 2, 'c:method')).toBe('DEPOSIT')
    expect(textIn(pasted.document, 3, 'o:psp')).toBe('EuroCard')
    expect(rowAt(pasted.document, { section: 1, row: 4 })?.wrong).toHaveProperty('c:method')
  })

  it('repeat a small block over a larger one only when it fits in whole', () => {
    expect(repeated([['a']], 2, 2)).toEqual([
      ['a', 'a'],
      ['a', 'a'],
    ])
    expect(repeated([['a'], ['b']], 3, 1)).toEqual([['a'], ['b']])
  })

  it('a block that was copied and pasted at its place changes nothing', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,6}!?$/)
    const cells = fc.record({ name: word, method: fc.option(word), psp: fc.option(word) })
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 6 }), (contents) => {
        const rules = contents.map(({ name, method, psp }, at) =>
          [
            ['name', name],
            ['c:method', method ?? ''],
            ['o:psp', psp ?? ''],
          ].reduce(
            (made, [id = '', text = '']) => withText(plainLanguage, columnNamed(id), made, text),
            row(`r${at}`, ''),
          ),
        )
        const made = { sections: [section('first', []), section('own', rules)] }
        const block = { places: rules.map((_, at) => ({ section: 1, row: at })), columns: smallColumns }
        const text = copyBlock(made, block, plainLanguage)
        const pasted = pasteRows(made, block, readTabSeparated(text), plainLanguage, ids())
        expect(pasted.document).toBe(made)
      }),
    )
  })
})
