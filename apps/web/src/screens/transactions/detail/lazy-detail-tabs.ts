import { loadable } from '../../../ui/loadable.tsx'
import { recordLoading } from '../../../kit/record/record-loading.tsx'

/** Each side of a payment comes when somebody turns to it, and beforehand in quiet moments. */
export const OverviewTab = loadable(
  async () => (await import('./overview-tab.tsx')).OverviewTab,
  recordLoading,
)
export const TimelineTab = loadable(
  async () => (await import('./timeline-tab.tsx')).TimelineTab,
  recordLoading,
)
export const DecisionsTab = loadable(
  async () => (await import('./decisions-tab.tsx')).DecisionsTab,
  recordLoading,
)
export const RelatedTab = loadable(async () => (await import('./related-tab.tsx')).RelatedTab, recordLoading)
export const CallsTab = loadable(async () => (await import('./calls-tab.tsx')).CallsTab, recordLoading)
export const BooksTab = loadable(async () => (await import('./books-tab.tsx')).BooksTab, recordLoading)
export const NotesTab = loadable(async () => (await import('./notes-tab.tsx')).NotesTab, recordLoading)
export const HistoryTab = loadable(async () => (await import('./history-tab.tsx')).HistoryTab, recordLoading)

export const lazyDetailTabs = [
  OverviewTab,
  TimelineTab,
  NotesTab,
  RelatedTab,
  DecisionsTab,
  CallsTab,
  BooksTab,
  HistoryTab,
]
