import { expect, test } from 'vitest'
import { inOrder, moved } from './widget-order.ts'

const widgets = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

test('placed widgets come first, the rest as they came', () => {
  expect(inOrder(widgets, ['c', 'gone']).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
})

test('moving stops at both ends', () => {
  expect(moved(['a', 'b', 'c'], 'c', -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 'a', -1)).toEqual(['a', 'b', 'c'])
  expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
})
