// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

const page = readFileSync(join(root, 'docs/threats.md'), 'utf8')
const tests = sourceFiles(['apps', 'packages', 'e2e', 'tools'], (path) =>
  /\.(?:test|spec)\.(?:tsx?|mjs)$/.test(path),
)
const begins = /^(?:apps|packages|e2e|tools)\//

/** The page leaves out where most of its files are, and the folder where the row has named one of it. @param {string} name */
const filesNamed = (name) =>
  tests.filter(
    (path) => path === (begins.test(name) ? name : `apps/server/src/${name}`) || path.endsWith(`/${name}`),
  )

/**
 * Every title the page quotes, with the files it may stand in: the one named before it, or by "same file" the last one
 * of the rows above.
 */
function quotes() {
  /** @type {string[]} */
  let files = []
  const found = []
  for (const [, name, same, title] of page.matchAll(
    /`([^`]+\.(?:test|spec)\.(?:tsx?|mjs))`|(same file)|(?<=(?:\.(?:tsx?|mjs)`(?: there)?,?|same file,|"(?: \([^)]*\))?,) )"([^"|\n]+)"/g,
  )) {
    if (name !== undefined) files = filesNamed(name)
    if (name !== undefined && files.length === 0) found.push({ title: `no file ${name}`, files })
    if (same === undefined && title !== undefined) found.push({ title, files })
  }
  return found
}

it('every test the page of threats names is there, with the title it quotes', () => {
  const found = quotes()
  expect(found.length).toBeGreaterThan(190)
  const isThere = (/** @type {{ title: string, files: string[] }} */ { title, files }) =>
    files.some((path) =>
      readFileSync(join(root, path), 'utf8')
        .replaceAll(String.raw`\'`, "'")
        .includes(title),
    )
  expect(found.filter((quote) => !isThere(quote))).toEqual([])
})

it('every file of the product it names is there', () => {
  const named = [...page.matchAll(/`([\w./-]+\/[\w.-]+\.(?:tsx?|mjs|md|yml))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(150)
  const isThere = (/** @type {string} */ name) =>
    ['', 'apps/server/src/'].some((folder) => existsSync(join(root, folder, name)))
  expect([...new Set(named)].filter((name) => !isThere(name))).toEqual([])
})
