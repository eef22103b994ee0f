// @ts-check
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './repository.mjs'
import { inTurns, testFile } from './tests-in-turns.mjs'

/** What keeps the platform safe, line by line with the tests that prove it. */
const threats = readFileSync(join(root, 'docs/threats.md'), 'utf8')

it('a file that takes its turn is there', () => {
  expect(inTurns.filter((name) => !existsSync(join(root, testFile(name))))).toEqual([])
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
