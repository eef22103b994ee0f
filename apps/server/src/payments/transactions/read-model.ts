/** What other features know of payments, as far as the reader may see them. */
export { maskOfPayment, masksOf, personColumns, type PersonColumns } from '../core/record/person-store.ts'
export { decisionsOf } from './decisions.ts'
export { listApprovals } from './detail-store.ts'
export { openableBy, openTransaction } from './detail.ts'
export { requestOf, viewParts, type ListParts, type ListWork } from './list.ts'
export { listNotes } from './note-store.ts'
export { findRows, wheres, type ListedTransaction, type ListRequest, type WholeTransaction } from './store.ts'
export { detailView, rowView, type ViewParts } from './transaction-view.ts'
