// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { partOf } from '../apps/server/src/testing/one-in.ts'
import { root } from './repository.mjs'
import { inTurns, parts, testFile } from './tests-in-turns.mjs'

/** What keeps the platform safe, line by line with the tests that prove it. */
const threats = readFileSync(join(root, 'docs/threats.md'), 'utf8')

it('a file that takes its turn is there', () => {
  expect(inTurns.filter((name) => !existsSync(join(root, testFile(name))))).toEqual([])
})

it('a file that takes its turn comes by all parts of its lists in time', () => {
  const turns = Array.from({ length: 1000 }, (_, index) => 4 + parts.length * index * 101)
  for (const share of [2, 3, 4, 5, 7, 12])
    expect(new Set(turns.map((turn) => partOf(turn, share))).size, `one in ${share}`).toBe(share)
})

it('what a promise about safety rests on is run every time', () => {
  expect(inTurns.filter((name) => threats.includes(testFile(name).replace('apps/server/src/', '')))).toEqual(
    [],
  )
})

it('so is every journey it names', () => {
  const journeys = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  const inTurn = journeys.filter((name) =>
    /^\s*inTurn\(/m.test(readFileSync(join(root, 'e2e', name), 'utf8')),
  )
  expect(inTurn.length).toBeGreaterThan(0)
  expect(inTurn.filter((name) => threats.includes(name))).toEqual([])
})
