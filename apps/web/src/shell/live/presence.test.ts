import { expect, test } from 'vitest'
import { presence } from './presence.ts'

test('a page that nobody touches is alone after half a minute, until somebody touches it again', () => {
  let nowMs = 1_000_000
  const page = new EventTarget()
  presence.watch(page, () => nowMs)
  expect(presence.isAbsent(nowMs)).toBe(false)
  nowMs += 30_001
  expect(presence.isAbsent(nowMs)).toBe(true)
  page.dispatchEvent(new Event('keydown'))
  expect(presence.isAbsent(nowMs)).toBe(false)
})
