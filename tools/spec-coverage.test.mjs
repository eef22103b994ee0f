// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './repository.mjs'

const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
const rows = page.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))

it('every file the coverage of the specification names exists', () => {
  const named = [...page.matchAll(/`((?:apps|packages|e2e|tools|docs)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(50)
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('whatever is missing names the issue that owns it, and everything else a file', () => {
  const isOwned = (/** @type {string} */ row) => /MISSING \(issue \d+\)/.test(row)
  const isPlaced = (/** @type {string} */ row) => /`(?:apps|packages)\//.test(row)
  expect(rows.filter((row) => (row.includes('MISSING') ? !isOwned(row) : !isPlaced(row)))).toEqual([])
})
