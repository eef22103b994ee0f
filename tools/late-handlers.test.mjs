// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/**
 * What React runs in `useEffect` comes some time after the painting, on a busy machine long after. A handler that is
 * renewed there answers a key with what was on the screen before; `useLayoutEffect` or `useStable` renew it in time.
 */
const renewedLate = /\buseEffect\(\(\) => \{\s*\w+\.current = [^\n]+\n\s*\}(?:, \[\w*\])?\)/g

it('finds a handler that is renewed after the painting', () => {
  const late = (/** @type {string} */ hook, /** @type {string} */ inputs) =>
    `  ${hook}(() => {\n    newest.current = shortcuts\n  }${inputs})\n`.match(renewedLate)?.length ?? 0
  expect([late('useEffect', ''), late('useEffect', ', [shortcuts]'), late('useLayoutEffect', '')]).toEqual([
    1, 1, 0,
  ])
})

it('no handler of the console is renewed after the painting', () => {
  const files = sourceFiles(['apps/web/src'], (path) => /(?<!\.test)\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((path) => readFileSync(join(root, path), 'utf8').match(renewedLate))
  expect(found).toEqual([])
})
