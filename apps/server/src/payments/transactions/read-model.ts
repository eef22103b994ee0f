/** What other features know of payments, as far as the reader may see them. */
export { maskOfPayment, masksOf, personColumns, type PersonColumns } from '../core/record/person-store.ts'
export { decisionsOf } from './decisions.ts'
export { listApprovals, listAttempts } from './detail-store.ts'
export { isOpenTo, openableBy, openTransaction, wasOpenTo } from './detail.ts'
export { notAfter } from './filter-store.ts'
export { recordedDecisions } from './recorded-decisions.ts'
export { requestOf, viewContext, type ListDeps, type ListWork } from './list.ts'
export { listNotes } from './note-store.ts'
export {
  findRows,
  whereClause,
  type ListedTransaction,
  type ListRequest,
  type WholeTransaction,
} from './store.ts'
export { detailView, lineView } from './transaction-view.ts'
export type { ViewContext } from './view-context.ts'
