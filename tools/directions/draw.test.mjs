// @ts-check
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../repository.mjs'
import { withDrawing } from './draw.mjs'

it('docs/architecture.md shows the floors as they are checked', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  expect(text, 'run node tools/directions.mjs --draw').toBe(withDrawing(text))
})
