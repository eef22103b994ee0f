// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/**
 * What the server keeps on the disk holds names, payments and secrets, and is for its own user alone. A file or folder
 * is as open as the process allows unless whoever makes it says otherwise, so everybody says it.
 */
const making = /(?<![.\w])(?:writeFile|writeFileSync|appendFile|appendFileSync|mkdir|mkdirSync|openSync)\(/g

/**
 * The whole call that begins here.
 * @param {string} text
 * @param {number} from
 */
function callAt(text, from) {
  let depth = 0
  for (let at = text.indexOf('(', from); at < text.length; at++) {
    if (text[at] === '(') depth += 1
    if (text[at] === ')') depth -= 1
    if (depth === 0) return text.slice(from, at + 1)
  }
  return text.slice(from)
}

/** @param {string} text */
const openToAll = (text) =>
  [...text.matchAll(making)]
    .map(({ index }) => callAt(text, index))
    .filter((call) => !/\b0o[0-7]{3}\b/.test(call) && !/openSync\([^)]*'r'\)/.test(call))

/** Made before anything is in them, or given their modes right after. */
const exceptions = ['apps/server/src/data-dir.ts']

it('finds a file that everybody could read', () => {
  expect(
    openToAll("await mkdir(folder, { recursive: true })\nopenSync(path, 'a')\nopenSync(path, 'r')"),
  ).toEqual(['mkdir(folder, { recursive: true })', "openSync(path, 'a')"])
  expect(openToAll('writeFileSync(path, text(), { mode: 0o600 })')).toEqual([])
})

it('the server makes no file that everybody could read', () => {
  const files = sourceFiles(
    ['apps/server/src'],
    (path) => /(?<!\.test)\.ts$/.test(path) && !path.includes('/testing/') && !exceptions.includes(path),
  )
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((path) =>
    openToAll(readFileSync(join(root, path), 'utf8')).map((call) => `${path}: ${call}`),
  )
  expect(found).toEqual([])
})
