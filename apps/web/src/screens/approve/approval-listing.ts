import {
  approvalDefaultSort,
  approvalFields,
  approvalFilters,
  approvalSorts,
} from '@signalbox/model/entities/approval'
import { asText } from '../../kit/field/display-text.ts'
import type { Listing } from '../../kit/list/listing.ts'
import { keywordOf } from '@signalbox/model/transaction-search/search-term'

/** What waits for a decision, as a list. */
export const approvalListing: Listing = {
  slug: 'approval',
  label: 'Payment',
  plural: 'Payments',
  titleField: 'id',
  fields: approvalFields,
  filters: approvalFilters,
  sortable: approvalSorts,
  defaultSort: approvalDefaultSort,
  keyOf: (row) => asText(row.id),
  // The tabs show it.
  fixed: ['queue'],
  readKeyword: keywordOf,
  exportAccess: 'transactions.export',
}
