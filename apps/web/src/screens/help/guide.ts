import { loadGuideIndex, searchGuide, type GuideHit } from '@signalbox/model/guide/guide-index'
import { index, pages, pictures } from 'virtual:guide'
import type { Picture } from '../../kit/markdown/markdown-view.tsx'

export interface LoadedGuide {
  readonly source: (page: string) => string | undefined
  readonly picture: (name: string) => Picture | undefined
  readonly search: (query: string) => GuideHit[]
}

const loaded = loadGuideIndex(index)

/** Loaded apart from the page around it, because it is as large as all pages together. */
export const guide: LoadedGuide = {
  source: (page) => (Object.hasOwn(pages, page) ? pages[page] : undefined),
  picture: (name) => (Object.hasOwn(pictures, name) ? pictures[name] : undefined),
  search: (query) => searchGuide(loaded, query),
}
