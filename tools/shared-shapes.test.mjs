// @ts-check
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import postcss from 'postcss'
import { expect, it } from 'vitest'
import { root as repository } from './repository.mjs'

const root = join(repository, 'apps/web/src')
const modules = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.module.css'))
  .toSorted()

/** @typedef {{ selector: string, property: string, value: string }} Declared */
/** @typedef {{ local: string, name: string, from: string }} Taken */

const rulesOf = (/** @type {string} */ file) => {
  /** @type {import('postcss').Rule[]} */
  const rules = []
  postcss.parse(readFileSync(join(root, file), 'utf8')).walkRules((rule) => void rules.push(rule))
  return rules
}

/** @returns {Declared[]} */
const declarationsOf = (/** @type {import('postcss').Rule} */ rule) =>
  rule.nodes.flatMap((node) =>
    node.type === 'decl'
      ? rule.selectors.map((selector) => ({ selector, property: node.prop, value: node.value }))
      : [],
  )

/** Fewer are said as quickly as a shape is named. */
const worthSharing = 5

it('no two modules say the same: what they share is a shape', () => {
  /** @type {Map<string, Set<string>>} */
  const said = new Map()
  for (const file of modules)
    for (const rule of rulesOf(file)) {
      const own = declarationsOf(rule).filter(({ property }) => property !== 'composes')
      const lines = [...new Set(own.map(({ property, value }) => `${property}: ${value}`))].toSorted()
      if (lines.length < worthSharing) continue
      const text = lines.join('; ')
      said.set(text, (said.get(text) ?? new Set()).add(`${file} ${rule.selector}`))
    }
  const twice = [...said.values()].filter(
    (places) => new Set([...places].map((place) => place.split(' ')[0])).size > 1,
  )
  expect(twice.map((places) => [...places])).toEqual([])
})

const shorthands = ['margin', 'padding', 'border', 'background', 'font', 'overflow', 'outline', 'inset']
const longhand = (/** @type {string} */ whole, /** @type {string} */ part) =>
  shorthands.includes(whole) && part.startsWith(`${whole}-`) && part !== 'overflow-wrap'
const isSame = (/** @type {string} */ a, /** @type {string} */ b) =>
  a === b || longhand(a, b) || longhand(b, a)

/** @returns {Taken[]} */
const takenBy = (/** @type {string} */ file) =>
  rulesOf(file).flatMap((rule) =>
    declarationsOf(rule).flatMap(({ selector, property, value }) => {
      const [, name = '', path] = (property === 'composes' && /^(\w+)(?: from '(.+)')?$/.exec(value)) || []
      return name === ''
        ? []
        : [{ local: selector, name, from: path ? relative(root, join(root, dirname(file), path)) : file }]
    }),
  )

/**
 * What a class of a shape sets, itself and by what it takes in, as if it stood where it is taken in.
 * @returns {Declared[]}
 */
function setBy(/** @type {Taken} */ { local, name, from }) {
  const start = new RegExp(String.raw`^\.${name}(?![\w-])`)
  const own = rulesOf(from)
    .flatMap(declarationsOf)
    .filter(({ selector, property }) => start.test(selector) && property !== 'composes')
    .map((declared) => ({ ...declared, selector: declared.selector.replace(start, local) }))
  const further = takenBy(from).filter((taken) => taken.local === `.${name}`)
  return [...own, ...further.flatMap((taken) => setBy({ ...taken, local }))]
}

it('nobody sets again what its shape sets: which of two stylesheets comes last is not for us to say', () => {
  const again = modules.flatMap((file) =>
    takenBy(file).flatMap((taken) => {
      const shape = setBy(taken)
      return rulesOf(file)
        .flatMap(declarationsOf)
        .filter(({ selector, property }) =>
          shape.some(
            (set) => taken.from !== file && set.selector === selector && isSame(set.property, property),
          ),
        )
        .map(({ selector, property }) => `${file} ${selector} ${property}`)
    }),
  )
  expect(again).toEqual([])
})
