import { Alert, Button, Textarea } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useMerchant } from '../../kit/session/session-store.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isSubmitKey } from '../../ui/submit-key.ts'
import { FieldChanges } from './field-changes.tsx'
import styles from './save-dialog.module.css'
import type { TemplateEditor } from './use-template-editor.ts'

const shortest = 3

export function noteProblem(note: string): string | null {
  const length = note.trim().length
  if (length === 0) return texts.required
  return length < shortest ? texts.tooShort : null
}

export interface SaveDialogProps {
  readonly editor: TemplateEditor
  readonly onClose: () => void
}

/** What there is to know before saving: who owns it, and what was refused. */
function Notices({ editor }: Pick<SaveDialogProps, 'editor'>) {
  const { base, problems, failure, labelOf } = editor
  const merchantName = useMerchantName()
  const merchant = useMerchant()
  const others = Object.entries(problems).filter(([name, message]) => name !== 'note' && message)
  return (
    <>
      {base?.inherited ? (
        <Alert color="indigo" variant="light" icon={<Icon name="inherit" />}>
          This template belongs to {merchantName(base.merchantId)}. Saving makes a template of {merchant.name}{' '}
          that overrides it here; the original does not change.
        </Alert>
      ) : null}
      {others.length > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title={texts.formHasErrors}
          role="alert"
        >
          <ul className={styles.problems}>
            {others.map(([name, message]) => (
              <li key={name}>
                {labelOf(name)}: {message}
              </li>
            ))}
          </ul>
        </Alert>
      ) : null}
      {failure ? (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} title={failure.text} role="alert">
          {failure.detail}
          {failure.requestId ? (
            <div>
              Request id <CopyText value={failure.requestId} label="Copy request id" />
            </div>
          ) : null}
        </Alert>
      ) : null}
    </>
  )
}

/** The last look before a template goes live: what changes, and why. */
export function SaveDialog({ editor, onClose }: SaveDialogProps) {
  const { base, before, draft, changes, note, setNote, problems, saving, save } = editor
  const [tried, setTried] = useState(false)
  const missing = noteProblem(note)
  const submit = () => {
    setTried(true)
    if (missing === null) void save()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={760}
      title={
        base === null ? 'Create template' : base.inherited ? 'Save as a separate template' : 'Save changes'
      }
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          <Button loading={saving} onClick={submit} leftSection={<Icon name="save" size={16} />}>
            {base === null ? 'Create' : 'Save'}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Notices editor={editor} />
        <Textarea
          label="Note"
          description="Reason (shown in the history)"
          required
          autosize
          minRows={2}
          maxRows={5}
          maxLength={500}
          value={note}
          error={problems.note ?? (tried ? missing : null)}
          onChange={(event) => setNote(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSubmitKey(event)) return
            event.preventDefault()
            submit()
          }}
          data-autofocus
        />
        {base === null ? null : (
          <section aria-label="Changes">
            <h3 className={styles.heading}>Changes</h3>
            <FieldChanges names={changes} from={before} to={draft} />
          </section>
        )}
      </form>
    </Dialog>
  )
}
