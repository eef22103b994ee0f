import { searchScreen } from '../../../kit/search-screen.tsx'
import { AnchorLine } from './anchor-line.tsx'
import { AuditDetail } from './audit-detail.tsx'
import { ChangeTypeBadge, ResultBadge } from './audit-badges.tsx'
import { useAuditListing } from './audit-listing.ts'
import { VerifyButton } from './verify-chains.tsx'

export default searchScreen({
  title: 'Audit log',
  permission: 'audit-log.view',
  purpose: 'Everything people and API clients do is written here, once and for good.',
  useListing: useAuditListing,
  cells: { changeType: ChangeTypeBadge, result: ResultBadge },
  Detail: AuditDetail,
  Tools: VerifyButton,
  Below: AnchorLine,
})
