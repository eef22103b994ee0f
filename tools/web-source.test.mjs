import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../apps/web/src')

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** Names that say nothing about the thing; `<Thing>Props`, `<Thing>Input` and `<Thing>Deps` do. */
const vague =
  /^(?:export )?(?:interface|type) (\w*(?:Parts|Given|Asked|Told|Known|Said|Found|Wish|Looked|Held|Desk|Story))\b/gm

/**
 * The lists of screens, whose loaders the router runs in `loadChunk`; a loader that `loadable` is given by name; and what only
 * development loads, where a failure needs no words.
 */
const unguarded = [
  'screens/index.ts:',
  'screens/legacy-pages.ts:',
  'screens/table-screens.ts:',
  'screens/rules-hub/hub-screens.ts:',
  'screens/transactions/for-other-screens.ts:',
  "main.tsx: import('./kit/check-reply.ts')",
]

/** Whether the import that follows is the loader of `loadChunk` or `loadable`. @param {string} before */
const isGuarded = (before) =>
  /\bloadChunk\(\s*(?:async )?\(\) => $/.test(before) ||
  /\bloadable(?:<[^(]*>)?\(\s*async \(\) => \(await $/.test(before)

test('no type of the web has a vague name', () => {
  const found = sources.flatMap(({ path, text }) =>
    [...text.matchAll(vague)].map(([, name]) => `${path}: ${name}`),
  )
  expect(found).toEqual([])
})

test('the splash, of the page and of the program, has its spinner in the middle of the window', () => {
  const places = { 'first-paint.css': 'first-splash', 'ui/splash.module.css': 'splash' }
  for (const [file, name] of Object.entries(places)) {
    const sheet = readFileSync(join(root, file), 'utf8')
    const rules = new RegExp(`^\\.${name} \\{([^}]*)`, 'm').exec(sheet)?.[1]?.match(/[^\s;][^;]*(?=;)/g)
    const centred = [
      'position: fixed',
      'inset: 0',
      'display: flex',
      'align-items: center',
      'justify-content: center',
    ]
    expect(rules, file).toEqual(expect.arrayContaining(centred))
  }
})

test('what a phone of 390 px would cut goes on in the next line', () => {
  const wraps = [
    // Chips of a record that is open: whom to ask at a customer, its merchants.
    ['kit/field/field-view.module.css', ".chips[data-layout='full'] .chip", 'white-space: normal'],
    // The account of a line of an adjustment.
    ['screens/finance/balance/balance.module.css', '.line > :first-child', 'grid-column: 1 / -1'],
  ]
  for (const [file = '', selector = '', rule] of wraps) {
    const sheet = readFileSync(join(root, file), 'utf8')
    const [, after = ''] = sheet.split(`${selector} {`)
    expect(after.slice(0, after.indexOf('}')), `${file} ${selector}`).toContain(rule)
  }
})

// Neither the compiler nor the bundler knows the classes of a stylesheet; a misspelt one simply has no style.
test('every class a component takes from its stylesheet is in the stylesheet', () => {
  const missing = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)].flatMap(([, styles, file]) => {
      const sheet = resolve(root, dirname(path), file ?? '')
      if (!existsSync(sheet)) return [`${path}: ${file}`]
      const classes = new Set(
        [...readFileSync(sheet, 'utf8').matchAll(/\.([a-z_][\w-]*)/gi)].map(([, name]) => name),
      )
      const used = [...text.matchAll(new RegExp(`(?<!/)\\b${styles}\\.(\\w+)`, 'g'))].map(([, name]) => name)
      return used.filter((name) => !classes.has(name)).map((name) => `${path}: ${styles}.${name}`)
    }),
  )
  expect(missing).toEqual([])
})

// What is loaded later may fail or never arrive; `loadChunk` tells of both, and `loadable` calls it.
test('everything the console loads later comes through loadChunk', () => {
  const alone = sources
    .filter(({ path }) => !/\.test\.tsx?$|(?:^|\/)testing\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/(?<!typeof )\bimport\(/g)]
        .filter(({ index }) => !isGuarded(text.slice(0, index)))
        .map(({ index }) => `${path}: ${text.slice(index, text.indexOf('\n', index))}`),
    )
    .filter((place) => !unguarded.some((allowed) => place.startsWith(allowed)))
  expect(alone).toEqual([])
})

// One page imported as others import it would be in the first file everybody loads.
test('the lists of screens import nothing of a screen but when it is opened', () => {
  const lists = sources.filter(({ path }) =>
    unguarded.some((list) => list === `${path}:` && !list.includes('for-other')),
  )
  expect(lists).toHaveLength(4)
  const early = lists.flatMap(({ path, text }) =>
    [...text.matchAll(/^import (?!type\b)[^;]*? from '([^']+)'/gm)]
      .filter(
        ([, from = '']) =>
          !from.startsWith('@signalbox/model/') &&
          !lists.some((list) => join(dirname(path), from) === list.path),
      )
      .map(([statement]) => `${path}: ${statement}`),
  )
  expect(early).toEqual([])
})

test('links of Home are made in one place, which asks who may follow them', () => {
  // The tiles are made of the pages somebody may open.
  const mayLink = ['screens/home/home-link.tsx', 'screens/home/page-tiles.tsx']
  const linking = sources.filter(
    ({ path, text }) =>
      path.startsWith('screens/home/') && /import .*\bLink\b.*@tanstack\/react-router/.test(text),
  )
  expect(linking.map(({ path }) => path).sort()).toEqual(mayLink)
})
