import { Button } from '@mantine/core'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { ChunkLoadError } from '../../ui/chunk-load.ts'

/** What stands in the place of a page that could not be shown; the frame around it keeps working. */
export function RouteProblem({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (error instanceof ChunkLoadError) {
    return (
      <Page title="A new version is available">
        <EmptyState
          icon="refresh"
          title="This part of Signalbox could not be loaded."
          action={
            <Button onClick={() => window.location.reload()} leftSection={<Icon name="refresh" size={16} />}>
              Reload
            </Button>
          }
        >
          A new version was probably released while you were working. Reload to get it; you will return to
          this page.
        </EmptyState>
      </Page>
    )
  }
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title="Something went wrong">
      <ErrorPanel
        title="This page could not be shown."
        detail={error instanceof Error ? error.message : String(error)}
        onRetry={retry}
      />
    </Page>
  )
}
