// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './repository.mjs'

const names = readdirSync(join(root, 'apps/server/migrations')).toSorted()
const numberOf = (/** @type {number} */ place) => String(place).padStart(4, '0')

it('migrations are numbered without gaps, so that two branches that take the same number find out', () => {
  expect(names.map((name) => name.replace(/-[a-z-]+\.sql$/, ''))).toEqual(
    names.map((_, index) => numberOf(index + 1)),
  )
})

it('CONTRIBUTING names the next free number', () => {
  expect(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')).toContain(
    `the next free number is **${numberOf(names.length + 1)}**`,
  )
})
