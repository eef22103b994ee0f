// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './repository.mjs'
import { inTurns, parts, testFile } from './tests-in-turns.mjs'

const page = readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| statement'))
  .map((line) => {
    const [statement = '', count = '', state = '', place = '', shown = ''] = line.slice(2, -2).split(' | ')
    return { statement, count: Number(count), state, place, shown }
  })

/** Titles of a file of tests, as they are written there; what is filled in stays as `%s` or `${…}`. @type {Map<string, string[]>} */
const titlesByFile = new Map()

/** @param {string} path @returns {string[]} */
function titlesOf(path) {
  const known = titlesByFile.get(path)
  if (known) return known
  const text = readFileSync(join(root, path), 'utf8')
  const found = [...text.matchAll(/(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/g)]
    .filter(({ index }) =>
      /(?:\b(?:it|test|describe)(?:\.\w+)*|\))\(\s*$/.test(text.slice(Math.max(0, index - 60), index)),
    )
    .map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
  titlesByFile.set(path, found)
  return found
}

/** Every test the page quotes. */
const quoted = [...page.matchAll(/`([^`]+\.(?:test|spec)\.(?:tsx?|mjs))`,? “([^”]+)”/g)].map(
  ([, path = '', title = '']) => ({
    path,
    title,
  }),
)

it('every file the coverage of the specification names exists', () => {
  const named = [...page.matchAll(/`((?:apps|packages|e2e|tools|docs)\/[^`]+)`/g)].map(
    ([, path = '']) => path,
  )
  expect(named.length).toBeGreaterThan(500)
  expect([...new Set(named)].filter((path) => !existsSync(join(root, path)))).toEqual([])
})

it('every test it quotes is in the file it names', () => {
  expect(quoted.length).toBeGreaterThan(200)
  const missing = quoted.filter(
    ({ path, title }) =>
      !existsSync(join(root, path)) || !titlesOf(path).some((each) => each.includes(title)),
  )
  expect(missing).toEqual([])
})

it('each statement has a state, a place and a test, and the numbers add up', () => {
  const states = ['holds', 'partly', 'missing']
  const isWhole = (/** @type {typeof rows[number]} */ { count, state, place, shown }) =>
    Number.isInteger(count) &&
    count > 0 &&
    states.includes(state) &&
    (state === 'missing'
      ? /issue \d+/.test(shown)
      : /`(?:apps|packages)\//.test(place) && /”|^(?:tour|named|worded)/.test(shown))
  expect(rows.filter((row) => !isWhole(row))).toEqual([])
  const [, ...told] = /(\d+) of them, of which (\d+) hold and (\d+) hold in part/.exec(page) ?? []
  const sumOf = (/** @type {typeof rows} */ some) => some.reduce((sum, { count }) => sum + count, 0)
  const inState = (/** @type {string} */ state) => sumOf(rows.filter((row) => row.state === state))
  expect(told.map(Number)).toEqual([sumOf(rows), inState('holds'), inState('partly')])
})

/** Files of which each run of `npm test` takes some. */
const turns = new Set(inTurns.map(testFile))

/** How often `npm test` makes a test: `full` is never. @param {{ path: string, title: string }} test */
function shownIn({ path, title }) {
  if (!path.startsWith('e2e/')) return turns.has(path) ? 'turn of files' : 'every run'
  const text = readFileSync(join(root, path), 'utf8')
  const [own = ''] = text.slice(text.indexOf(title)).split(/\n *(?:test|test\.describe)\(/)
  if (own.includes('onlyInFull()')) return 'full'
  return own.includes('inTurn(') || /^inTurn\(/m.test(text) ? 'turn of journeys' : 'every run'
}

it('says how many statements not every run shows', () => {
  /** @type {Record<string, number>} */
  const sums = {}
  for (const { count, shown } of rows) {
    const tests = [...shown.matchAll(/`([^`]+)` “([^”]+)”/g)].map(([, path = '', title = '']) =>
      shownIn({ path, title }),
    )
    // What a section names by a word is made every time, except for the tour, of which it says how often.
    if (tests.length === 0 || tests.includes('every run') || /^(?:named|worded)|closed$|tour/.test(shown))
      continue
    const best = /** @type {const} */ (['turn of journeys', 'turn of files', 'full']).find((each) =>
      tests.includes(each),
    )
    if (!best) continue
    sums[best] = (sums[best] ?? 0) + count
  }
  const header = page.slice(0, page.indexOf('\n## ')).replaceAll(/\s+/g, ' ')
  const told = (/** @type {RegExp} */ pattern) => Number(pattern.exec(header)?.[1])
  expect({
    full: told(/(\d+) statements only `npm run test:full` shows/),
    'turn of journeys': told(/(\d+) are shown by one run of `npm test` in 8/),
    'turn of files': told(new RegExp(`(\\d+) by one in ${parts.length}\\b`)),
  }).toEqual(sums)
})

it('a short name of a test is explained where it is used', () => {
  const names = ['tour', 'closed', 'named', 'worded', 'reached', 'opens']
  const sections = page.match(/^## [^]*?(?=^## |(?![^]))/gm) ?? []
  const unexplained = sections.flatMap((section) =>
    names
      .filter((name) => new RegExp(`\\| (?:\\w+, )*${name}(?:, [^|]*)? \\|$`, 'm').test(section))
      .filter((name) => !section.includes(`“${name}”`)),
  )
  expect(sections.length).toBeGreaterThan(5)
  expect(unexplained).toEqual([])
})
