// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/** Where what a row says gets the type its table declares. Everybody else sees declared names only. */
const boundary = 'apps/server/src/payments/core/flow/rule-answer.ts'

const isProduct = (/** @type {string} */ path) =>
  /\.tsx?$/.test(path) && !/\.(?:test|spec)\.tsx?$|\/testing\//.test(path) && path !== boundary

/** A misspelt name in quotation marks would mean that the row says nothing: "no limit". */
const byName = /outputs\??\.?\[\s*['"`]|\b(?:text|flag|list|number|money)\(\s*[\w.?[\]]*outputs\s*,/i
/** The engine's own rows carry their outputs without a type. */
const untyped =
  /from '@signalbox\/engine\/evaluate'|import [^;]*\b(?:Hit|Outputs)\b[^;]*from '@signalbox\/engine\/compile-ruleset'/

it('everybody reads what rules say by declared names, never by a text', () => {
  const read = sourceFiles(['apps', 'packages', 'chaos', 'e2e'], isProduct).filter((path) =>
    byName.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(read).toEqual([])
})

it('payments and the demo ask rules through the one place that types the answer', () => {
  const asked = sourceFiles(['apps/server/src/payments', 'apps/sandbox/src/demo'], isProduct).filter((path) =>
    untyped.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(asked).toEqual([])
})

it('finds what it looks for', () => {
  expect("const max = hit.outputs['maxSum']").toMatch(byName)
  expect("const max = text(hit.outputs, 'maxSum')").toMatch(byName)
  expect("const max = number(outputs, 'maxTx')").toMatch(byName)
  expect('const map = hit.outputs[key]').not.toMatch(byName)
  expect("import type { Hit } from '@signalbox/engine/compile-ruleset'").toMatch(untyped)
})
