import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { expect, it } from 'vitest'
import { displayOf } from './cell-display.ts'
import { columnsOf } from './core/grid-column.ts'

const words = {
  ...defaultSettings.formats,
  pspName: (id: string) => (id === 'acmecards' ? 'Acme Cards' : id),
}

const columnOf = (slug: string, id: string) => {
  const table = tableOfSlug(slug)
  const column = table && columnsOf(table).find((each) => each.id === id)
  if (!column) throw new Error(`${slug} has no column ${id}`)
  return column
}

it('shows the PSPs of a condition by their names, and one nobody knows by its id', () => {
  const cell = { op: 'in', values: ['acmecards', 'gone'] } as const
  expect(displayOf(columnOf('provider-fee', 'c:psp'), cell, words)).toEqual({
    negated: false,
    chips: ['Acme Cards', 'gone'],
  })
})

it('shows the PSP of an outcome by its name', () => {
  expect(displayOf(columnOf('psp-routing', 'o:psp'), 'acmecards', words)).toEqual({ text: 'Acme Cards' })
})
