// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/**
 * People read dates as `2026-11-15 02:10`, in the zone they chose: `InstantView` and `writeInstant` write them,
 * `readInstant` reads them. The browser's own formatters and inputs write them as its country does.
 */
const otherFormats = new RegExp(
  [
    String.raw`\bIntl\.DateTimeFormat\b`,
    String.raw`\.toLocale(?:Date|Time)String\(`,
    String.raw`\.to(?:UTC|Date|Time)String\(`,
    String.raw`["']datetime-local["']`,
    String.raw`type=["'](?:date|time|month|week)["']`,
  ].join('|'),
)

it.each([
  "new Intl.DateTimeFormat('sv-SE')",
  'date.toLocaleDateString()',
  '<TextInput type="date" />',
  '<TextInput type="month" />',
  "const type = isTime ? 'datetime-local' : 'text'",
])('finds %s', (text) => {
  expect(otherFormats.test(text)).toBe(true)
})

it('every date of the console has the same format', () => {
  const files = sourceFiles(['apps/web/src'], (path) => /(?<!\.test)\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(300)
  expect(files.filter((path) => otherFormats.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
})
