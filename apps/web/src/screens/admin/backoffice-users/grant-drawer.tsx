import { Button } from '@mantine/core'
import { roleDescription } from '@signalbox/model/access/effective-access'
import { QueryBoundary, Section } from '../../../kit/record/record-panel.tsx'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { RecordAction } from '../../../kit/record/record-actions.ts'
import { RecordSteps } from '../../../kit/record/record-steps.tsx'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { HeldRoles } from './held-roles.tsx'
import { grantName, roleOfRow, rowOf, useGrantsOf, userIdOf, type Grant } from './role-grants.ts'
import styles from './user-panels.module.css'

interface GrantActions {
  readonly actions: readonly RecordAction[]
  readonly onAction: (action: RecordAction, row: Row) => void
}

function Decisions({ grant, actions, onAction }: GrantActions & { readonly grant: Row }) {
  const reason = actions.map((action) => action.refusal(grant)).find((refusal) => refusal !== null)
  if (actions.length === 0) return null
  return (
    <div className={styles.line}>
      {actions.map((action) => (
        <Button
          key={action.name}
          variant={action.danger ? 'default' : 'filled'}
          c={action.danger ? 'var(--tone-negative)' : undefined}
          disabled={action.refusal(grant) !== null}
          onClick={() => onAction(action, grant)}
        >
          {action.label}
        </Button>
      ))}
      {reason === undefined ? null : <span className={styles.muted}>{reason}</span>}
    </div>
  )
}

function Content({
  grant,
  all,
  list,
  ...actions
}: GrantActions & { readonly grant: Grant; readonly all: readonly Grant[]; readonly list: ListPageModel }) {
  const row = rowOf(grant)
  const role = roleOfRow(row)
  const others = all.filter(({ id }) => id !== grant.id)
  return (
    <div className={styles.panel}>
      <Decisions grant={row} {...actions} />
      <div>
        {role === undefined ? null : <p className={styles.muted}>{roleDescription(role)}</p>}
        <HeldRoles grants={[grant]} />
      </div>
      <Section
        title={`Other roles of ${grant.name}`}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="user" size={14} />}
            onClick={() => list.change({ ...emptyListState, id: grant.userId, tab: 'access' })}
          >
            Open user
          </Button>
        }
      >
        {others.length === 0 ? <p className={styles.muted}>None.</p> : <HeldRoles grants={others} />}
      </Section>
    </div>
  )
}

/** One grant beside everything else the person holds, with its own address. */
export function GrantDrawer({ list, ...actions }: GrantActions & { readonly list: ListPageModel }) {
  const { id } = list.state
  const query = useGrantsOf(id === null ? null : userIdOf(id), 0)
  const all = query.data?.items ?? []
  const grant = all.find((item) => item.id === id)
  const shown = grant ? rowOf(grant) : list.openedRow
  return (
    <Drawer
      opened={id !== null}
      onClose={list.close}
      title={shown ? grantName(shown) : 'Role grant'}
      headerExtra={id === null ? null : <RecordSteps list={list} />}
    >
      <div tabIndex={-1} data-autofocus>
        <QueryBoundary query={query}>
          {grant ? (
            <Content grant={grant} all={all} list={list} {...actions} />
          ) : (
            <EmptyState icon="check" title="This role grant no longer exists">
              The role was removed, or the user belongs to another merchant.
            </EmptyState>
          )}
        </QueryBoundary>
      </div>
    </Drawer>
  )
}
