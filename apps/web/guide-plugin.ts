import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
// By their paths: this runs before anything resolves names of packages, in versions of Node that do not read TypeScript.
import { buildGuideIndex } from '../../packages/model/src/guide/guide-index.ts'
import { sectionsOf } from '../../packages/model/src/guide/guide-section.ts'

const folder = join(import.meta.dirname, '../../docs/guide')
const name = 'virtual:guide'
const resolved = `\0${name}`

/** The pages of the guide and the index for searching them, made when the console is built. */
export function guidePlugin(): Plugin {
  return {
    name: 'guide',
    resolveId: (id) => (id === name ? resolved : null),
    load(id) {
      if (id !== resolved) return null
      const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
      for (const file of files) this.addWatchFile(join(folder, file))
      const pages = Object.fromEntries(
        files.map((file) => [basename(file, '.md'), readFileSync(join(folder, file), 'utf8')]),
      )
      const sections = Object.entries(pages).flatMap(([page, source]) => sectionsOf(page, source))
      const index = JSON.stringify(buildGuideIndex(sections))
      return `export const pages = ${JSON.stringify(pages)}\nexport const index = ${JSON.stringify(index)}\n`
    },
  }
}
