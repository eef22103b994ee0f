// @ts-check
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const neverSource = new Set(['node_modules', 'dist'])

/**
 * Every file below the given files and folders, as paths from the repository's root with forward slashes.
 * What does not exist is left out.
 * @param {readonly string[]} paths
 * @param {(path: string) => boolean} [keep]
 * @returns {string[]}
 */
export function sourceFiles(paths, keep = () => true) {
  return paths
    .flatMap((path) => filesBelow(join(root, path)))
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter(keep)
    .sort()
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (!stats) return []
  if (!stats.isDirectory()) return [path]
  return readdirSync(path)
    .filter((name) => !neverSource.has(name) && !name.startsWith('.'))
    .flatMap((name) => filesBelow(join(path, name)))
}

/**
 * Changes when any of the files changes, appears or goes.
 * @param {readonly string[]} files
 */
export function contentHash(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    const content = readFileSync(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
