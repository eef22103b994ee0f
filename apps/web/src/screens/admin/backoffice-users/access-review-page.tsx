import { roleGrant } from '@signalbox/model/entities/role-grant'
import { ListPage } from '../../../kit/list/list-page.tsx'
import { listingOf, type Listing } from '../../../kit/list/listing.ts'
import { useRecordActions, type OperationRules } from '../../../kit/record/record-actions.ts'
import { ActionDialog } from '../../../kit/record/lazy-record-components.ts'
import { useBulk } from '../../../kit/list/use-bulk.tsx'
import { useListPage } from '../../../kit/list/use-list-page.ts'
import { useRowMenu } from '../../../kit/list/use-row-menu.tsx'
import { loadable, useOnceNeeded, usePrefetch } from '../../../ui/loadable.tsx'
import { GrantReview } from './grant-review.tsx'
import { GrantRole } from './grant-role.tsx'
import { PageSwitch } from './page-switch.tsx'
import { ReviewProgress } from './review-progress.tsx'
import { grantName } from './role-grants.ts'
import { grantRefusal } from './user-rules.ts'
import { UserState } from './user-state.tsx'

const GrantDrawer = loadable(async () => (await import('./grant-drawer.tsx')).GrantDrawer)
const parts = [GrantDrawer, ActionDialog]

const listing: Listing = { ...listingOf(roleGrant), part: 'review', nameOf: grantName }

const rules: OperationRules = { refusal: (_name, row) => grantRefusal(row), without: ['delete'] }

/** What is asked comes before how it came about. */
const columns = [
  'username',
  'name',
  'role',
  'reviewedAt',
  'grantedAt',
  'lastUsedAt',
  'grantedBy',
  'state',
  'reviewedBy',
  'reviewNote',
]

const cells = { role: GrantRole, reviewedAt: GrantReview, state: UserState }

/** Every role somebody holds, to be confirmed or taken away once a quarter. */
export function AccessReviewPage() {
  const list = useListPage(listing, columns)
  const actions = useRecordActions(roleGrant, rules)
  const { runner, bar, selection } = useBulk(roleGrant, list, actions)
  const drawerNeeded = useOnceNeeded(list.state.id !== null)
  usePrefetch(parts, list.query.isSuccess)
  const rowMenu = useRowMenu(list, actions, { mayEdit: false, action: runner.start })
  return (
    <ListPage
      list={list}
      title="Access review"
      permission={roleGrant.access.view}
      purpose="Every granted role is reviewed once a quarter."
      tools={<PageSwitch list={list} />}
      below={
        <>
          {bar}
          <ReviewProgress />
        </>
      }
      cells={cells}
      selection={selection}
      actions={rowMenu}
    >
      {drawerNeeded ? <GrantDrawer list={list} actions={actions} onAction={runner.start} /> : null}
      {runner.dialog}
    </ListPage>
  )
}
