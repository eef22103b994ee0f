// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root, sourceFiles } from './repository.mjs'

/** A PSP shown by its id, where `usePspName` or a field with `names: 'psp'` would show what people call it. */
const bareId =
  />\{(?:\w+\.)*(?:psp|initiatedPsp)\}<|^\s*\{(?:\w+\.)*(?:psp|initiatedPsp)\}$|\['(?:First )?PSP', (?:\w+\.)*psp\]/m

/** The sandbox plays PSPs and speaks of them as requests do; a catalogue shows name and id side by side. */
const sideBySide = [
  'apps/web/src/screens/sandbox/',
  'apps/web/src/screens/admin/maintenance/providers-page.tsx',
]

it.each(['<span>{psp}</span>', '  {psp.psp}\n', "['PSP', sheet.psp]"])('finds %s', (text) => {
  expect(bareId.test(text)).toBe(true)
})

it('the console shows PSPs by the names people gave them', () => {
  const files = sourceFiles(['apps/web/src'], (path) => /(?<!\.test)\.tsx?$/.test(path))
  expect(files.length).toBeGreaterThan(300)
  const found = files.filter((path) => bareId.test(readFileSync(join(root, path), 'utf8')))
  expect(found.filter((path) => !sideBySide.some((place) => path.startsWith(place)))).toEqual([])
})
