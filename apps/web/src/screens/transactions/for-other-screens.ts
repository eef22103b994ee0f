import type { TransactionDrawer } from './detail/transaction-drawer.tsx'

/** What the desks that work on payments show of one: the same parts, wherever a payment is looked at. */
export { BooksTab, CallsTab, lazyDetailTabs, TimelineTab } from './detail/lazy-detail-tabs.ts'
export { FactSection } from './detail/facts.tsx'
export { OutcomeView } from './detail/outcome-view.tsx'
export { RawText } from './detail/raw-text.tsx'
export { useNewNote } from './detail/use-new-note.ts'
export { useOutcomes } from './detail/use-outcomes.ts'
export { Part, usePart } from './detail/use-part.tsx'
export { FlaggedRows } from './operations/flagged-rows.tsx'
export { useOperations } from './operations/use-operations.tsx'
export { StateBadge } from './transaction-state.tsx'

export const loadTransactionDrawer = async (): Promise<typeof TransactionDrawer> =>
  (await import('./detail/transaction-drawer.tsx')).TransactionDrawer
export { callWords } from './detail/call-words.ts'
