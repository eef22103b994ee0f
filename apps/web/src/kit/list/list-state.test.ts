import { entities } from '@signalbox/model/entities/index'
import { filtersOf, type FilterDeclaration } from '@signalbox/model/field/entity'
import { pageSizes } from '@signalbox/model/field/paging'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { datePresets } from '../filter/date-range.ts'
import {
  emptyListState,
  formatListState,
  nextSort,
  parseListState,
  relist,
  reservedKeys,
  startOf,
  viewQuery,
  withFilter,
  type ListShape,
  type ListState,
} from './list-state.ts'

const filters: FilterDeclaration[] = [
  { name: 'keyword', kind: 'KEYWORD', label: 'Search' },
  { name: 'state', kind: 'LIST', label: 'State', options: { A: 'a', B: 'b' } },
  { name: 'enabled', kind: 'TOGGLE', label: 'Enabled' },
  { name: 'level', kind: 'SELECT', label: 'Level' },
  { name: 'created', kind: 'DATE', label: 'Created' },
]
const shape: ListShape = { filters, sortable: ['name', 'created'] }

const text = fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const filterValues = fc.record(
  {
    keyword: text,
    state: fc.constantFrom('A', 'A,B'),
    enabled: fc.constantFrom('true', 'false'),
    level: text,
    created: fc.constantFrom(...Object.keys(datePresets), '2026-01-01..2026-01-02', '..2026-05-05'),
  },
  { requiredKeys: [] },
)
const states: fc.Arbitrary<ListState> = fc.record({
  filters: filterValues as fc.Arbitrary<Record<string, string>>,
  sort: optional(fc.constantFrom('name:asc', 'name:desc', 'created:desc')),
  page: fc.integer({ min: 1, max: 200 }),
  size: optional(fc.constantFrom(...pageSizes)),
  cursor: optional(text),
  view: optional(text),
  id: optional(text),
  dialog: optional(text),
  tab: optional(text),
  mode: optional(text),
})

describe('list state', () => {
  it('survives the address for any state', () => {
    fc.assert(
      fc.property(states, (state) => {
        const { state: read, dropped } = parseListState(`?${formatListState(state)}`, shape)
        expect(read).toEqual(state)
        expect(dropped).toEqual([])
      }),
    )
  })

  it('gives equal states equal addresses', () => {
    const one = formatListState({ ...emptyListState, filters: { state: 'A', keyword: 'x' } })
    const other = formatListState({ ...emptyListState, filters: { keyword: 'x', state: 'A' } })
    expect(one).toBe(other)
  })

  it('reads any text without failing and names what it left out', () => {
    fc.assert(fc.property(fc.string(), (search) => void parseListState(search, shape)))
    const { state, dropped } = parseListState(
      '?gone=1&enabled=maybe&created=someday&sort=secret:asc&page=-4',
      shape,
    )
    expect(state).toEqual(emptyListState)
    expect(dropped).toEqual(['gone', 'enabled', 'created', 'sort'])
  })

  it('goes back to the first page with nothing open when the rows change', () => {
    const deep: ListState = {
      ...emptyListState,
      page: 7,
      id: 'r1',
      dialog: 'edit',
      tab: 'history',
      cursor: 'c',
    }
    expect(withFilter(deep, 'state', 'A')).toEqual({ ...emptyListState, filters: { state: 'A' } })
    expect(relist(deep, { sort: 'name:asc' })).toEqual({ ...emptyListState, sort: 'name:asc' })
  })

  it('removes a filter that is emptied', () => {
    const filtered = withFilter(emptyListState, 'keyword', 'x')
    expect(withFilter(filtered, 'keyword', '').filters).toEqual({})
    expect(withFilter(filtered, 'keyword', null).filters).toEqual({})
  })

  it('keeps only filters and order in a saved view', () => {
    const state: ListState = {
      ...emptyListState,
      filters: { state: 'A' },
      sort: 'name:asc',
      page: 3,
      id: 'r1',
      size: 10,
    }
    expect(viewQuery(state)).toBe('state=A&sort=name%3Aasc')
  })

  it('never skips further than the server allows', () => {
    expect(startOf({ ...emptyListState, page: 3 }, 100)).toBe(200)
    expect(startOf({ ...emptyListState, page: 900 }, 100)).toBe(10_000)
  })

  it('turns a header through ascending, descending and back', () => {
    expect(nextSort(null, 'name')).toBe('name:asc')
    expect(nextSort('name:asc', 'name')).toBe('name:desc')
    expect(nextSort('name:desc', 'name')).toBeNull()
    expect(nextSort('name:desc', 'created')).toBe('created:asc')
  })

  it('leaves its own keys to itself: no entity names a filter like one of them', () => {
    for (const entity of entities) {
      for (const filter of filtersOf(entity))
        expect(reservedKeys, `${entity.slug}.${filter.name}`).not.toContain(filter.name)
    }
  })
})
