import { Button, TextInput } from '@mantine/core'
import type { TemplateHistoryEntry } from '@signalbox/model/calls/template'
import type { TemplateDraft, TemplateType } from '@signalbox/model/template-language/template'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './deleted-dialog.module.css'
import { draftOf } from './editor-state.ts'

export interface DeletedDialogProps {
  readonly type: TemplateType
  readonly onClose: () => void
  /** Puts it into the editor as a new template; saving brings it back. */
  readonly onRestore: (draft: TemplateDraft, version: number) => void
}

interface FoundProps extends Pick<DeletedDialogProps, 'onRestore'> {
  readonly entries: readonly TemplateHistoryEntry[]
}

function FoundTemplates({ entries, onRestore }: FoundProps) {
  const merchantName = useMerchantName()
  return (
    <ul className={styles.list}>
      {entries.map(({ template, version, by, at, note }) => (
        <li key={`${template.id}-${version}`} className={styles.item}>
          <div className={styles.what}>
            <div>
              {merchantName(template.merchantId)} · {template.locale} · version {version}
            </div>
            <div className={styles.who}>
              Deleted by {by}, <InstantView iso={at} />
              {note ? `: ${note}` : ''}
            </div>
          </div>
          <Button variant="default" size="compact-sm" onClick={() => onRestore(draftOf(template), version)}>
            Restore…
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** The history of a name knows templates that are gone. */
export function DeletedDialog({ type, onClose, onRestore }: DeletedDialogProps) {
  const [name, setName] = useState('')
  const [found, setFound] = useState<readonly TemplateHistoryEntry[] | null>(null)
  const [searching, setSearching] = useState(false)
  const search = async () => {
    if (name.trim() === '') return
    setSearching(true)
    try {
      const { items } = await api('GET /template/html/history/{templateType}', {
        params: { templateType: name.trim() },
        query: { type, limit: 100 },
      })
      setFound(items.filter(({ changeType }) => changeType === 'DELETE'))
    } catch (error) {
      reportFailure(error, { label: 'The history', done: 'searched' })
    }
    setSearching(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Find a deleted template"
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          void search()
        }}
      >
        <TextInput
          className={styles.name}
          label="Name"
          description="The exact name used in rules and settings"
          value={name}
          maxLength={80}
          classNames={{ input: 'mono' }}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <Button type="submit" loading={searching} leftSection={<Icon name="search" size={16} />}>
          Search
        </Button>
      </form>
      <div role="status">
        {found?.length === 0 ? <p className={styles.none}>No deleted template has this name.</p> : null}
      </div>
      {found && found.length > 0 ? <FoundTemplates entries={found} onRestore={onRestore} /> : null}
    </Dialog>
  )
}
