import { Button, FileButton, Group, SegmentedControl, Textarea } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { toast } from '../../ui/toast.tsx'
import styles from './dialogs.module.css'
import type { EditSession } from './edit-session.ts'
import { FilePreviewTable } from './file-preview-table.tsx'
import type { RulesWorkerClient } from './rules-worker/rules-worker-client.ts'
import type { FileFormat, FilePreview } from './rules-worker/worker-messages.ts'
import { countedRows } from './table-words.ts'

export interface ImportDialogProps {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly rulesWorker: RulesWorkerClient
  /** The ruleset the rows go to. */
  readonly rulesetKey: string
  readonly onClose: () => void
}

/** JSON begins with a bracket; everything else is read as CSV. */
const formatOf = (content: string): FileFormat => (/^\s*[[{]/.test(content) ? 'json' : 'csv')

/** The file, how it is to be read, and what came of reading it. */
function useRowsFile({ table, session, rulesWorker, rulesetKey }: ImportDialogProps) {
  const [file, setFile] = useState('')
  const [format, setFormat] = useState<FileFormat>('csv')
  const [mode, setMode] = useState<'append' | 'replace'>('append')
  const [preview, setPreview] = useState<FilePreview | null>(null)
  const [reading, setReading] = useState(false)
  const content = session.contentAt(rulesetKey)
  const take = (text: string) => {
    setFile(text)
    setFormat(formatOf(text))
    setPreview(null)
  }
  const check = async () => {
    if (!content) return
    setReading(true)
    try {
      await rulesWorker.sync(rulesetKey, content)
      const request = { kind: 'file', table: table.slug, key: rulesetKey, format, file, mode } as const
      setPreview(await rulesWorker.request({ ...request, newId: crypto.randomUUID().slice(0, 13) }))
    } catch {
      toast.error('The file could not be read.')
    } finally {
      setReading(false)
    }
  }
  return { content, file, take, format, setFormat, mode, setMode, preview, setPreview, reading, check }
}

function FileForm({ rowsFile }: { readonly rowsFile: ReturnType<typeof useRowsFile> }) {
  const { file, take, format, setFormat, mode, setMode } = rowsFile
  return (
    <>
      <Group gap={12}>
        <FileButton
          accept=".csv,.json,.tsv,text/csv,application/json"
          onChange={(chosen) => void chosen?.text().then(take)}
        >
          {(button) => (
            <Button {...button} variant="default" leftSection={<Icon name="upload" size={16} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        <SegmentedControl
          aria-label="Format"
          value={format}
          onChange={(value) => setFormat(value as FileFormat)}
          data={[
            { value: 'csv', label: 'CSV' },
            { value: 'json', label: 'JSON' },
          ]}
        />
        <SegmentedControl
          aria-label="Existing rows"
          value={mode}
          onChange={(value) => setMode(value as 'append' | 'replace')}
          data={[
            { value: 'append', label: 'Keep and add below' },
            { value: 'replace', label: 'Replace all' },
          ]}
        />
      </Group>
      <Textarea
        label="Or paste the content"
        description="The first line of a CSV file must contain the column names, as in an export. Names of outcomes start with an arrow."
        autosize
        minRows={8}
        maxRows={16}
        spellCheck={false}
        value={file}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        onChange={(event) => take(event.currentTarget.value)}
      />
    </>
  )
}

/** A file or pasted text, read row by row before it comes into the table, where it can be undone and saved. */
export function ImportDialog(props: ImportDialogProps) {
  const { session, rulesetKey, onClose } = props
  const rowsFile = useRowsFile(props)
  const { content, file, preview, setPreview, reading, check } = rowsFile
  const bring = (rules: readonly Rule[]) => {
    if (!content) return
    const count = preview?.lines.length ?? 0
    session.changeContent(rulesetKey, { ...content, rules }, `Import ${countedRows(count)}`)
    toast.success(`${countedRows(count)} added to the table. They are not saved yet.`)
    onClose()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={840}
      title={`Import rows into ${content?.name || 'the ruleset'}`}
      footer={
        <>
          <Button variant="default" onClick={preview ? () => setPreview(null) : onClose}>
            {preview ? 'Back' : 'Cancel'}
          </Button>
          {preview ? (
            <Button disabled={preview.rules === null} onClick={() => preview.rules && bring(preview.rules)}>
              Add {countedRows(preview.lines.length)} to the table
            </Button>
          ) : (
            <Button loading={reading} disabled={file.trim() === ''} onClick={() => void check()}>
              Check
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {preview ? <FilePreviewTable preview={preview} /> : <FileForm rowsFile={rowsFile} />}
      </div>
    </Dialog>
  )
}
