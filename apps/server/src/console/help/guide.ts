import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { guideContents } from '@signalbox/model/guide/contents'
import { buildGuideIndex, searchGuide, type GuideHit } from '@signalbox/model/guide/guide-index'
import { sectionsOf, type GuideSection } from '@signalbox/model/guide/guide-section'

/** The guide as it is searched for an answer. */
export interface Guide {
  readonly search: (query: string, most?: number) => GuideHit[]
  readonly section: (id: string) => GuideSection | undefined
}

const levels = 7

/** Works from the sources and from the bundle alike: the folder stands above both. */
async function guideFolder(): Promise<string> {
  let dir = dirname(fileURLToPath(import.meta.url))
  for (let up = 0; up < levels; up++, dir = dirname(dir)) {
    const candidate = join(dir, 'docs', 'guide')
    const names = await readdir(candidate).catch(() => [])
    if (names.length > 0) return candidate
  }
  throw new Error('The folder docs/guide is missing')
}

export async function loadGuide(): Promise<Guide> {
  const folder = await guideFolder()
  const pages = await Promise.all(
    guideContents.map(async ({ page }) =>
      sectionsOf(page, await readFile(join(folder, `${page}.md`), 'utf8')),
    ),
  )
  const sections = pages.flat()
  const byId = new Map(sections.map((section) => [section.id, section]))
  const index = buildGuideIndex(sections)
  return { search: (query, most) => searchGuide(index, query, most), section: (id) => byId.get(id) }
}
