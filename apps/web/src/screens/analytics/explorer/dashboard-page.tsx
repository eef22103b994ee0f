import { Button } from '@mantine/core'
import { fill, texts } from '@signalbox/model/text/texts'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useControls } from '../../../kit/analytics/controls.ts'
import { ApiError } from '../../../kit/api.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonBar } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { contentOf, type DashboardContent } from './content.ts'
import { useDashboard, useDashboardWrites, type DashboardRecord } from './dashboard-calls.ts'
import { DashboardEditor } from './dashboard-editor.tsx'
import { DashboardView } from './dashboard-view.tsx'
import { dashboardPath, listPath } from './explorer-address.ts'

const blank: DashboardContent = { name: '', widgets: [], layout: [] }

/** The same for one that does not exist and for one of somebody else. */
function Missing() {
  const { pathname } = useLocation()
  return (
    <Page title={fill(texts.pageNotFound, pathname)}>
      <EmptyState
        icon="search"
        title="This dashboard does not exist or is not shared with you."
        action={
          <Button component={Link} to={listPath} variant="default">
            All dashboards
          </Button>
        }
      />
    </Page>
  )
}

function NewDashboard() {
  const controls = useControls()
  const navigate = useNavigate()
  const { create } = useDashboardWrites()
  const isSaved = useRef(false)
  const save = (content: DashboardContent) =>
    create.mutate(content, {
      onSuccess: ({ id }) => {
        isSaved.current = true
        toast.success(`${content.name} was created.`)
        void navigate({ to: dashboardPath(id), replace: true })
      },
    })
  return (
    <DashboardEditor
      title="New dashboard"
      content={blank}
      controls={controls}
      isSaving={create.isPending}
      isSaved={() => isSaved.current}
      onSave={save}
      onCancel={() => void navigate({ to: listPath })}
    />
  )
}

function Opened({ record }: { readonly record: DashboardRecord }) {
  const controls = useControls()
  const mayEdit = useMay('os-analytics.edit')
  const { update } = useDashboardWrites()
  /** The record as it was when editing began: somebody else's save must not slip under the draft. */
  const [edited, setEdited] = useState<DashboardRecord | null>(null)
  if (!edited || !mayEdit)
    return <DashboardView record={record} controls={controls} onEdit={() => setEdited(record)} />
  const save = ({ name, widgets, layout }: DashboardContent) =>
    update.mutate(
      { record: edited, patch: { name, widgets, layout } },
      {
        onSuccess: () => {
          toast.success(`${name} was saved.`)
          setEdited(null)
        },
      },
    )
  return (
    <DashboardEditor
      title={`Edit ${edited.name}`}
      content={contentOf(edited)}
      controls={controls}
      isSaving={update.isPending}
      isSaved={() => false}
      onSave={save}
      onCancel={() => setEdited(null)}
    />
  )
}

function KnownDashboard({ id }: { readonly id: string }) {
  const { data, error, isError, refetch } = useDashboard(id)
  if (data) return <Opened record={data} />
  if (isError && error instanceof ApiError && error.status < 500) return <Missing />
  return (
    <Page title="Dashboard">
      {isError ? (
        <ErrorPanel title="The dashboard could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton>
          <SkeletonBar height={320} />
        </Skeleton>
      )}
    </Page>
  )
}

/** One dashboard of the explorer, to read or to build. */
export default function DashboardPage() {
  const id = useLocation().pathname.split('/').at(-1) ?? ''
  const mayEdit = useMay('os-analytics.edit')
  if (id !== 'new') return <KnownDashboard key={id} id={id} />
  return mayEdit ? <NewDashboard /> : <Missing />
}
