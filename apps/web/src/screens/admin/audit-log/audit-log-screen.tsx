import { searchScreen } from '../../../kit/search-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { AnchorLine } from './anchor-line.tsx'
import { ChangeTypeBadge, ObjectCell, ResultBadge, TypeCell } from './audit-badges.tsx'
import { useAuditListing } from './audit-listing.ts'
import { VerifyButton } from './verify-button.tsx'

const AuditDetail = loadable(async () => (await import('./audit-detail.tsx')).AuditDetail)

export default searchScreen({
  title: 'Audit log',
  permission: 'audit-log.view',
  purpose: 'Every action of users and API clients. Entries cannot be changed or deleted.',
  useListing: useAuditListing,
  cells: { changeType: ChangeTypeBadge, result: ResultBadge, entityLabel: ObjectCell, entityType: TypeCell },
  Detail: AuditDetail,
  Tools: VerifyButton,
  Below: AnchorLine,
})
