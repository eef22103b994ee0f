import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { wrongRows } from '../../kit/decision-grid/core/row-changes.ts'
import { useMerchant } from '../../kit/session/session-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ActiveFromField, useActiveFrom } from './active-from-field.tsx'
import styles from './dialogs.module.css'
import type { EditSession } from './edit-session.ts'
import { NoteField, noteProblem, reasonProblem } from './note-field.tsx'
import { RulesetChangesView } from './ruleset-changes.tsx'
import { Failure, Problems } from './save-problems.tsx'
import { countedRows } from './table-words.ts'
import type { PlacedFinding } from './use-checks.ts'
import type { SaveFailure, SaveRequest } from './use-saving.ts'

export interface SaveDialogProps {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly findings: readonly PlacedFinding[]
  readonly saving: boolean
  readonly failure: SaveFailure | null
  readonly initialNote?: string
  readonly onSave: (request: SaveRequest) => void
  readonly onClose: () => void
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
}
type Form = ReturnType<typeof useSaveForm>

/** Note and date while they are typed, and what keeps the changes from being saved. */
function useSaveForm({ session, findings, initialNote = '', onSave }: SaveDialogProps) {
  const [note, setNote] = useState(initialNote)
  const [date, setDate] = useState('')
  const [tried, setTried] = useState<'save' | 'submit' | null>(null)
  const keys = session.dirtyKeys()
  const own = findings.filter(({ key }) => keys.includes(key))
  const hasErrors = own.some(({ severity }) => severity === 'error')
  const unreadable = keys.reduce((sum, key) => {
    const content = session.contentAt(key)
    return sum + (content ? wrongRows(content).length : 0)
  }, 0)
  const { problem: dateProblem, instant: effectiveFrom } = useActiveFrom(date)
  const save = (submit: boolean) => {
    setTried(submit ? 'submit' : 'save')
    const problemOf = submit ? reasonProblem : noteProblem
    if (problemOf(note) !== null || unreadable > 0 || (submit && dateProblem !== null)) return
    onSave({ note: note.trim(), submit, effectiveFrom: submit ? effectiveFrom : null })
  }
  return { note, setNote, date, setDate, tried, dateProblem, keys, own, hasErrors, unreadable, save }
}

function Buttons({
  form,
  saving,
  onClose,
}: Pick<SaveDialogProps, 'saving' | 'onClose'> & { readonly form: Form }) {
  const { unreadable, hasErrors, save } = form
  return (
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
  )
}

interface ChangesProps extends Pick<SaveDialogProps, 'table' | 'session'> {
  readonly rulesetKey: string
}

function Changes({ table, session, rulesetKey }: ChangesProps) {
  const info = session.infos().get(rulesetKey)
  const content = session.contentToSave(rulesetKey)
  if (!info || !content) return null
  return (
    <section aria-label={content.name}>
      <h3 className={styles.heading}>
        {content.name || 'Ruleset without a name'}
        {info.base === null ? (
          <span className={styles.aside}>new, {countedRows(content.rules.length)}</span>
        ) : null}
      </h3>
      {info.base === null ? null : <RulesetChangesView table={table} from={info.base} to={content} />}
    </section>
  )
}

/** The last look before rules are saved: what changes, what the checks say, and why. */
export function SaveDialog(props: SaveDialogProps) {
  const { table, session, saving, failure, onClose } = props
  const merchant = useMerchant()
  const form = useSaveForm(props)
  const { note, setNote, date, setDate, tried, dateProblem, hasErrors, unreadable, save } = form
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={820}
      title={`Save ${table.title} of ${merchant.name}`}
      footer={<Buttons form={form} saving={saving} onClose={onClose} />}
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
        <Problems findings={form.own} onGoTo={props.onGoTo} />
        <NoteField
          note={note}
          onChange={setNote}
          required
          problemOf={tried === 'submit' ? reasonProblem : noteProblem}
          tried={tried !== null}
          onSubmit={() => save(!hasErrors)}
        />
        <ActiveFromField date={date} onChange={setDate} problem={tried ? dateProblem : null} />
        {form.keys.map((key) => (
          <Changes key={key} table={table} session={session} rulesetKey={key} />
        ))}
      </div>
    </Dialog>
  )
}
