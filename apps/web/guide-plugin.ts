import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Plugin } from 'vite'
// By their paths: this runs before anything resolves names of packages, in versions of Node that do not read TypeScript.
import { buildGuideIndex } from '../../packages/model/src/guide/guide-index.ts'
import { sectionsOf } from '../../packages/model/src/guide/guide-section.ts'

const folder = join(import.meta.dirname, '../../docs/guide')
const pictureFolder = join(folder, 'pictures')
const name = 'virtual:guide'
const resolved = `\0${name}`

/** Width and height stand in the first part of a PNG; with them a page keeps the room for it. */
function pictureSize(file: string): { readonly width: number; readonly height: number } {
  const bytes = readFileSync(file)
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** Imports of the pictures, by which they become files of the console, and a table of them by name. */
function picturesModule(): string {
  const names = readdirSync(pictureFolder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => basename(file, '.png'))
  const fileOf = (picture: string) => join(pictureFolder, `${picture}.png`)
  const imports = names.map(
    (picture, at) => `import p${at} from ${JSON.stringify(`${fileOf(picture)}?url`)}\n`,
  )
  const rows = names.map(
    (picture, at) =>
      `${JSON.stringify(picture)}: { url: p${at}, ...${JSON.stringify(pictureSize(fileOf(picture)))} }`,
  )
  return `${imports.join('')}export const pictures = { ${rows.join(', ')} }\n`
}

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
      return `${picturesModule()}export const pages = ${JSON.stringify(pages)}\nexport const index = ${JSON.stringify(index)}\n`
    },
  }
}
