import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { AnalyticsToolbar } from '../../../kit/analytics/analytics-toolbar.tsx'
import type { ControlsInUse } from '../../../kit/analytics/controls.ts'
import { Freshness } from '../../../kit/analytics/freshness.tsx'
import { copyLink } from '../../../kit/copy-link.ts'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { Page } from '../../../ui/page.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ChartGrid } from './chart-grid.tsx'
import { contentOf } from './content.ts'
import { useDashboardWrites, type DashboardRecord } from './dashboard-calls.ts'
import { listPath } from './explorer-address.ts'

function Actions({ record, onEdit }: { readonly record: DashboardRecord; readonly onEdit: () => void }) {
  const navigate = useNavigate()
  const { metadata } = useSession()
  const { update, remove } = useDashboardWrites()
  const isOwner = record.owner === metadata.user.username
  const { name, shared } = record
  const share = () =>
    update.mutate(
      { record, patch: { shared: !shared } },
      {
        onSuccess: () =>
          toast.success(shared ? `${name} is no longer shared.` : `${name} is shared with your colleagues.`),
      },
    )
  const askRemove = async () => {
    const isSure = await confirm({
      title: `Delete ${name}?`,
      message: shared ? 'It disappears for everybody it is shared with.' : 'This cannot be undone.',
      confirmLabel: 'Delete dashboard',
      destructive: true,
    })
    if (isSure) remove.mutate(record, { onSuccess: () => void navigate({ to: listPath }) })
  }
  return (
    <>
      {isOwner ? (
        <Button variant="default" loading={update.isPending} onClick={share}>
          {shared ? 'Stop sharing' : 'Share'}
        </Button>
      ) : null}
      <Button leftSection={<Icon name="edit" size={16} />} onClick={onEdit}>
        Edit
      </Button>
      <Menu label="More" target={<IconButton icon="more" label="More" />}>
        <MenuItem icon="trash" onSelect={() => void askRemove()}>
          Delete dashboard
        </MenuItem>
      </Menu>
    </>
  )
}

export interface DashboardViewProps {
  readonly record: DashboardRecord
  readonly controls: ControlsInUse
  readonly onEdit: () => void
}

/** A dashboard as its readers see it. */
export function DashboardView({ record, controls, onEdit }: DashboardViewProps) {
  const mayEdit = useMay('os-analytics.edit')
  const content = contentOf(record)
  return (
    <Page
      title={record.name}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<Icon name="link" size={16} />}
            onClick={() => void copyLink(window.location.href)}
          >
            Copy link
          </Button>
          {mayEdit ? <Actions record={record} onEdit={onEdit} /> : null}
        </>
      }
      toolbar={<AnalyticsToolbar controls={controls} hasCompare={false} />}
    >
      <Freshness controls={controls} />
      {content.widgets.length === 0 ? (
        <EmptyState
          icon="chart"
          title="No charts yet"
          {...(mayEdit ? { action: <Button onClick={onEdit}>Add charts</Button> } : {})}
        />
      ) : (
        <ChartGrid content={content} controls={controls} />
      )}
    </Page>
  )
}
