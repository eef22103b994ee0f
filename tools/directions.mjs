// @ts-check
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findWrongDirections } from './directions/check.mjs'
import { withDrawing } from './directions/draw.mjs'
import { readSource } from './directions/read-source.mjs'
import { root, sourceFiles } from './repository.mjs'

/** Checks who imports whom in the whole repository, and prints what goes the wrong way. */
export function checkDirections() {
  const files = sourceFiles(
    ['packages', 'apps'],
    (path) => /\/src\/.*\.tsx?$/.test(path) && !path.endsWith('.d.ts'),
  )
  const findings = findWrongDirections(
    files.map((path) => readSource(path, readFileSync(join(root, path), 'utf8'))),
  )
  for (const { path, line, message } of findings) console.error(`${path}:${line}  ${message}`)
  console.log(`${files.length} files, ${findings.length} wrong directions`)
  return findings.length === 0
}

function drawIntoDocs() {
  const path = join(root, 'docs/architecture.md')
  writeFileSync(path, withDrawing(readFileSync(path, 'utf8')))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (process.argv.includes('--draw')) drawIntoDocs()
  process.exitCode = checkDirections() ? 0 : 1
}
