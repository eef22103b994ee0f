import { expect, test } from 'vitest'
import { idleState } from './idle-state.ts'

const minute = 60_000
const limits = { idleMs: 15 * minute, absoluteEndsMs: 720 * minute, warnMs: 2 * minute }

test('somebody at work is left alone', () => {
  expect(idleState(limits, 100 * minute, 112 * minute)).toEqual({ kind: 'active' })
})

test('the warning comes thirteen minutes after the last activity', () => {
  expect(idleState(limits, 100 * minute, 113 * minute)).toEqual({
    kind: 'warning',
    leftMs: 2 * minute,
    canStay: true,
  })
})

test('after fifteen minutes the session is over', () => {
  expect(idleState(limits, 100 * minute, 115 * minute)).toEqual({ kind: 'over' })
})

test('the end of the day cannot be put off by activity', () => {
  expect(idleState(limits, 719 * minute, 719 * minute)).toEqual({
    kind: 'warning',
    leftMs: minute,
    canStay: false,
  })
})
