import { Alert, Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import type { WorkspaceModel } from './use-workspace.ts'
import styles from './workspace.module.css'

interface NoticeProps {
  readonly icon: IconName
  readonly urgent?: boolean
  readonly children: ReactNode
  readonly action?: { readonly label: string; readonly run: () => void }
}

function Notice({ icon, urgent, children, action }: NoticeProps) {
  return (
    <Alert
      color={urgent ? 'orange' : 'indigo'}
      variant="light"
      icon={<Icon name={icon} />}
      className={styles.notice}
    >
      <div className={styles.noticeRow}>
        <span>{children}</span>
        {action ? (
          <Button size="compact-sm" variant="default" onClick={action.run}>
            {action.label}
          </Button>
        ) : null}
      </div>
    </Alert>
  )
}

/** What happened around the open template that its editor should know. */
export function WorkspaceNotices({
  model,
  gone,
}: {
  readonly model: WorkspaceModel
  readonly gone: boolean
}) {
  const { editor, discard } = model
  const { newer } = editor
  return (
    <>
      {gone ? (
        <Notice icon="trash" urgent>
          Someone deleted this template in the meantime. Export it to keep your changes.
        </Notice>
      ) : null}
      {newer ? (
        <Notice icon="warning" urgent action={{ label: 'Compare', run: () => editor.compare(newer) }}>
          {newer.updatedBy} saved version {newer.version} while you were editing.
        </Notice>
      ) : null}
      {editor.restored && editor.dirty ? (
        <Notice icon="history" action={{ label: 'Discard them', run: () => void discard() }}>
          Your unsaved changes were restored.
        </Notice>
      ) : null}
    </>
  )
}
