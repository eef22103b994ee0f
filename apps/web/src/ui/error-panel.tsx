import { Button } from '@mantine/core'
import { CopyText } from './copy-text.tsx'
import { Icon } from './icon.tsx'
import styles from './message-panel.module.css'

export interface ErrorPanelProps {
  /** What happened, in one sentence. */
  readonly title: string
  readonly detail?: string
  /** What support asks for. */
  readonly requestId?: string
  readonly onRetry?: () => void
  readonly retrying?: boolean
  /** Small, for one part of a page among others. */
  readonly compact?: boolean
}

export function ErrorPanel({
  title,
  detail,
  requestId,
  onRetry,
  retrying = false,
  compact = false,
}: ErrorPanelProps) {
  return (
    <div className={styles.panel} data-compact={compact || undefined} role="alert">
      <span className={styles.icon} data-tone="negative">
        <Icon name="warning" size={compact ? 22 : 28} />
      </span>
      <p className={styles.title}>{title}</p>
      {detail === undefined ? null : <div className={styles.text}>{detail}</div>}
      {requestId ? (
        <div className={styles.reference}>
          Request id <CopyText value={requestId} label="Copy request id" />
        </div>
      ) : null}
      {onRetry === undefined ? null : (
        <div className={styles.action}>
          <Button
            variant="default"
            onClick={onRetry}
            loading={retrying}
            leftSection={<Icon name="refresh" size={16} />}
          >
            Retry
          </Button>
        </div>
      )}
    </div>
  )
}
