import { loadGuideIndex, searchGuide, type GuideHit } from '@signalbox/model/guide/guide-index'
import { index, pages } from 'virtual:guide'

export interface LoadedGuide {
  readonly source: (page: string) => string | undefined
  readonly search: (query: string) => GuideHit[]
}

const loaded = loadGuideIndex(index)

/** Loaded apart from the page around it, because it is as large as all pages together. */
export const guide: LoadedGuide = {
  source: (page) => (Object.hasOwn(pages, page) ? pages[page] : undefined),
  search: (query) => searchGuide(loaded, query),
}
