import { Button, Select, TextInput } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CopyPartCard } from './copy-part.tsx'
import styles from './copy.module.css'
import { useCopy, type Copy } from './use-copy.ts'

const shownMerchants = 100
const shortestNote = 3

const counted = (count: number): string => `${count} ${count === 1 ? 'setting' : 'settings'}`

function SourceCard({ copy }: { readonly copy: Copy }) {
  const { metadata } = useSession()
  const here = metadata.merchants.find(({ id }) => id === copy.merchantId)
  const merchants = metadata.merchants
    .filter(({ id }) => id !== copy.merchantId)
    .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` }))
  return (
    <Card
      title={`Copy to ${here?.name ?? copy.merchantId}`}
      description="Compares all settings in effect. Nothing is written until you copy. Secrets are never copied."
    >
      <Select
        className={styles.source}
        label="Copy from"
        placeholder="Choose a merchant"
        searchable
        limit={shownMerchants}
        data={merchants}
        value={copy.from === null ? null : String(copy.from)}
        onChange={(id) => copy.choose(id === null ? null : Number(id))}
        nothingFoundMessage="No merchant in your scope has this name or id."
      />
    </Card>
  )
}

function CopyBar({ copy }: { readonly copy: Copy }) {
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const settings = copy.chosen.reduce((sum, part) => sum + part.settings.length, 0)
  const isRefused = copy.shown.some(({ refused }) => refused.length > 0)
  const send = async () => {
    const length = note.trim().length
    const found = length === 0 ? texts.required : length < shortestNote ? texts.tooShort : undefined
    setProblem(found)
    if (found === undefined && (await copy.copy(note.trim()))) setNote('')
  }
  return (
    <form
      className={styles.bar}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <TextInput
        className={styles.note}
        label="Reason (shown in the history)"
        required
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        error={problem}
      />
      <Button type="submit" loading={copy.busy} disabled={settings === 0 || isRefused}>
        Copy {counted(settings)}
      </Button>
      {isRefused ? <p className={styles.hint}>Deselect what cannot be copied.</p> : null}
    </form>
  )
}

/** Settings of another merchant beside those of the selected one; what is chosen is copied at once. */
export function CopyPage() {
  const copy = useCopy()
  return (
    <div className={styles.page}>
      <SourceCard key={copy.merchantId} copy={copy} />
      {copy.from === null ? null : (
        <QueryBoundary query={copy.compared}>
          {copy.shown.length === 0 ? (
            <EmptyState icon="check-circle" title="No differences">
              Both merchants have the same settings.
            </EmptyState>
          ) : (
            <>
              {copy.shown.map((part) => (
                <CopyPartCard key={`${part.type} ${part.provider}`} part={part} copy={copy} />
              ))}
              <CopyBar copy={copy} />
            </>
          )}
        </QueryBoundary>
      )}
    </div>
  )
}
