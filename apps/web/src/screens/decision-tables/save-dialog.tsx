import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { useMerchant } from '../../kit/session/session-store.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { wrongRows } from '../../kit/decision-grid/core/row-changes.ts'
import { ActiveFromField, useActiveFrom } from './active-from-field.tsx'
import { NoteField, noteProblem } from './note-field.tsx'
import { RulesetChangesView } from './ruleset-changes.tsx'
import styles from './dialogs.module.css'
import { countedRows } from './table-words.ts'
import type { TableWorkspace } from './table-workspace.ts'
import type { PlacedFinding } from './use-checks.ts'
import type { SaveFailure, SaveRequest } from './use-saving.ts'

export interface SaveDialogProps {
  readonly table: DecisionTable
  readonly workspace: TableWorkspace
  readonly findings: readonly PlacedFinding[]
  readonly saving: boolean
  readonly failure: SaveFailure | null
  readonly initialNote?: string
  readonly onSave: (request: SaveRequest) => void
  readonly onClose: () => void
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
}

function Failure({ failure }: { readonly failure: SaveFailure }) {
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
function Problems({ findings, onGoTo }: Pick<SaveDialogProps, 'findings' | 'onGoTo'>) {
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
          ? `${errors.length === 1 ? '1 problem has' : `${errors.length} problems have`} to be solved before it can be approved`
          : `${warnings.length === 1 ? '1 remark' : `${warnings.length} remarks`} of the checks`
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

/** The last look before rules are saved: what changes, what the checks say, and why. */
export function SaveDialog(props: SaveDialogProps) {
  const { table, workspace, findings, saving, failure, initialNote = '', onSave, onClose } = props
  const merchant = useMerchant()
  const [note, setNote] = useState(initialNote)
  const [date, setDate] = useState('')
  const [tried, setTried] = useState(false)
  const keys = workspace.dirtyKeys()
  const own = findings.filter(({ key }) => keys.includes(key))
  const hasErrors = own.some(({ severity }) => severity === 'error')
  const unreadable = keys.reduce((sum, key) => {
    const content = workspace.contentAt(key)
    return sum + (content ? wrongRows(content).length : 0)
  }, 0)
  const { problem: dateProblem, instant: effectiveFrom } = useActiveFrom(date)
  const save = (submit: boolean) => {
    setTried(true)
    if (noteProblem(note) !== null || unreadable > 0 || (submit && dateProblem !== null)) return
    onSave({ note: note.trim(), submit, effectiveFrom: submit ? effectiveFrom : null })
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={820}
      title={`Save ${table.title} of ${merchant.name}`}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={saving}>
            Keep editing
          </Button>
          <Button variant="default" loading={saving} disabled={unreadable > 0} onClick={() => save(false)}>
            Save draft
          </Button>
          <Button
            loading={saving}
            disabled={unreadable > 0 || hasErrors}
            leftSection={<Icon name="send" size={16} />}
            onClick={() => save(true)}
          >
            Save and submit
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {unreadable > 0 ? (
          <Alert
            color="red"
            variant="light"
            icon={<Icon name="warning" />}
            title={texts.formHasErrors}
            role="alert"
          >
            {countedRows(unreadable)} {unreadable === 1 ? 'contains' : 'contain'} invalid values. They are
            marked in the table.
          </Alert>
        ) : null}
        {failure ? <Failure failure={failure} /> : null}
        <Problems findings={own} onGoTo={props.onGoTo} />
        <NoteField note={note} onChange={setNote} required tried={tried} onSubmit={() => save(!hasErrors)} />
        <ActiveFromField date={date} onChange={setDate} problem={tried ? dateProblem : null} />
        {keys.map((key) => {
          const info = workspace.infos().get(key)
          const content = workspace.contentToSave(key)
          if (!info || !content) return null
          return (
            <section key={key} aria-label={content.name}>
              <h3 className={styles.heading}>
                {content.name || 'Ruleset without a name'}
                {info.base === null ? (
                  <span className={styles.aside}>new, {countedRows(content.rules.length)}</span>
                ) : null}
              </h3>
              {info.base === null ? null : <RulesetChangesView table={table} from={info.base} to={content} />}
            </section>
          )
        })}
      </div>
    </Dialog>
  )
}
