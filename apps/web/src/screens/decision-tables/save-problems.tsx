import { Alert } from '@mantine/core'
import { CopyText } from '../../ui/copy-text.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './dialogs.module.css'
import type { SaveDialogProps } from './save-dialog.tsx'
import type { SaveFailure } from './use-saving.ts'

export function Failure({ failure }: { readonly failure: SaveFailure }) {
  return (
    <Alert color="red" variant="light" icon={<Icon name="warning" />} title={failure.text} role="alert">
      {failure.fields.length > 0 ? (
        <ul className={styles.list}>
          {failure.fields.slice(0, 20).map(({ field, message }) => (
            <li key={field}>{message}</li>
          ))}
        </ul>
      ) : (
        failure.detail
      )}
      {failure.requestId ? (
        <div>
          Request id <CopyText value={failure.requestId} label="Copy request id" />
        </div>
      ) : null}
    </Alert>
  )
}

/** What keeps the changes from being saved, or from being sent for approval. */
export function Problems({ findings, onGoTo }: Pick<SaveDialogProps, 'findings' | 'onGoTo'>) {
  const errors = findings.filter(({ severity }) => severity === 'error')
  const warnings = findings.filter(({ severity }) => severity === 'warning')
  if (findings.length === 0) return null
  return (
    <Alert
      color={errors.length > 0 ? 'red' : 'orange'}
      variant="light"
      icon={<Icon name="warning" />}
      title={
        errors.length > 0
          ? `${errors.length === 1 ? '1 problem has' : `${errors.length} problems have`} to be fixed before it can be approved`
          : `${warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`} from the checks`
      }
    >
      <ul className={styles.list}>
        {[...errors, ...warnings].slice(0, 8).map((finding, position) => (
          <li key={position}>
            <button
              type="button"
              className={styles.link}
              onClick={() => onGoTo(finding.key, finding.ruleId, finding.columnId)}
            >
              Row {finding.number}: {finding.message}
            </button>
          </li>
        ))}
        {findings.length > 8 ? <li>and {findings.length - 8} more</li> : null}
      </ul>
    </Alert>
  )
}
