// @ts-check
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'

/**
 * Properties try the same inputs in every run of the tests, so that a run tells about the change and not about luck.
 * Other inputs are tried by `npm run test:properties`, which says the seed of what it finds.
 */
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_116)

// Most files have no properties; they do not have to wait until the library is loaded.
const { testPath } = expect.getState()
if (testPath && readFileSync(testPath, 'utf8').includes("from 'fast-check'")) {
  const { configureGlobal } = await import('fast-check')
  configureGlobal({ seed })
}
