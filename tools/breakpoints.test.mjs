// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { breakpointsPx } from '../apps/web/src/ui/breakpoints.ts'
import { root } from './repository.mjs'

const source = join(root, 'apps/web/src')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter(
    (path) =>
      /\.(?:css|tsx?)$/.test(path) && !path.includes('.test.') && path !== join('ui', 'breakpoints.ts'),
  )
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }))

/** Below a breakpoint, or from it on: a window of exactly that width belongs to the wider side everywhere. */
const allowed = new Set(
  Object.values(breakpointsPx).flatMap((px) => [`(max-width: ${px - 0.02}px)`, `(min-width: ${px}px)`]),
)

/** The conditions of a stylesheet's media queries that ask for a width and are none of ours. @param {string} css */
function oddWidths(css) {
  return [...css.matchAll(/@media\b([^{]*)\{/g)]
    .flatMap(([, query = '']) => query.match(/\([^()]*\)/g) ?? [])
    .filter((condition) => /\bwidth\b/.test(condition) && !allowed.has(condition))
}

it('finds every other way to write a width', () => {
  const odd = ['(max-width: 990px)', '(width < 768px)', '(max-width: 48em)', '(min-width: 1100px)']
  for (const condition of odd) expect(oddWidths(`@media screen and ${condition} {`)).toEqual([condition])
  expect(oddWidths('@media (max-width: 989.98px) { a {} } @container (max-width: 700px) {}')).toEqual([])
})

it('media queries of stylesheets ask only for the breakpoints of the specification', () => {
  const sheets = files.filter(({ path }) => path.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(50)
  expect(
    sheets.flatMap(({ path, text }) => oddWidths(text).map((condition) => `${path}: ${condition}`)),
  ).toEqual([])
})

it('each breakpoint of the specification is asked for somewhere', () => {
  const text = files.map((file) => file.text).join('\n')
  const unused = Object.entries(breakpointsPx).filter(
    ([name, px]) =>
      ![`(max-width: ${px - 0.02}px)`, `(min-width: ${px}px)`, `under('${name}')`, `from('${name}')`].some(
        (query) => text.includes(query),
      ),
  )
  expect(unused).toEqual([])
})

it('code asks for a width only through the breakpoints of the theme', () => {
  const asking = files
    .filter(({ path }) => !path.endsWith('.css'))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => /\((?:max|min)-width:|\binnerWidth\s*[<>]/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    )
  expect(asking).toEqual([])
})
