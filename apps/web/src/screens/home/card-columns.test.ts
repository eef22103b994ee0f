import type { WidgetId } from '@signalbox/model/calls/home'
import { expect, test } from 'vitest'
import { columnsIn, inColumns } from './card-columns.ts'

const cards = (...ids: WidgetId[]) => ids.map((id) => ({ id }))
const ids = (columns: readonly (readonly { id: WidgetId }[])[]) =>
  columns.map((column) => column.map(({ id }) => id))

test('as many columns as fit, and one on a phone', () => {
  expect([358, 815, 816, 1137, 1248].map(columnsIn)).toEqual([1, 1, 2, 2, 3])
})

test('one column keeps the order', () => {
  expect(ids(inColumns(cards('inbox', 'approvals', 'cases'), 1))).toEqual([['inbox', 'approvals', 'cases']])
})

test('low cards stand beside a high one', () => {
  expect(ids(inColumns(cards('inbox', 'approvals', 'cases', 'volume', 'users'), 2))).toEqual([
    ['inbox', 'users'],
    ['approvals', 'cases', 'volume'],
  ])
})

test('who has no work in an inbox has cards in both columns', () => {
  expect(ids(inColumns(cards('inbox', 'search', 'account', 'incidents', 'news'), 2))).toEqual([
    ['inbox', 'account', 'news'],
    ['search', 'incidents'],
  ])
})
