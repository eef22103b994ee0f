import { Alert, Button, FileButton, Group, SegmentedControl, Textarea } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { toast } from '../../ui/toast.tsx'
import type { FileFormat, FileLine, FilePreview } from './desk/desk-messages.ts'
import type { RulesDesk } from './desk/rules-desk.ts'
import styles from './dialogs.module.css'
import { countedRows } from './table-words.ts'
import type { TableWorkspace } from './table-workspace.ts'

export interface ImportDialogProps {
  readonly table: DecisionTable
  readonly workspace: TableWorkspace
  readonly desk: RulesDesk
  /** The ruleset the rows go to. */
  readonly rulesetKey: string
  readonly onClose: () => void
}

/** JSON begins with a bracket; everything else is read as CSV. */
const formatOf = (content: string): FileFormat => (/^\s*[[{]/.test(content) ? 'json' : 'csv')

const effects = {
  new: { tone: 'positive', word: 'New', icon: 'plus' },
  changed: { tone: 'active', word: 'Changed', icon: 'edit' },
  same: { tone: 'neutral', word: 'Same', icon: 'minus' },
  refused: { tone: 'negative', word: 'Refused', icon: 'close' },
} as const

const shownLines = 500

function Line({ line }: { readonly line: FileLine }) {
  const { tone, word, icon } = effects[line.effect]
  return (
    <tr>
      <td>{line.line}</td>
      <td>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      </td>
      <td>{line.name}</td>
      <td>
        {line.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </td>
    </tr>
  )
}

/** What each row of the file would do, refused ones with their reasons first. */
function Preview({ preview: { lines } }: { readonly preview: FilePreview }) {
  const refused = lines.filter(({ effect }) => effect === 'refused').length
  const sorted = lines.toSorted(
    (a, b) => Number(b.effect === 'refused') - Number(a.effect === 'refused') || a.line - b.line,
  )
  const count = (effect: FileLine['effect']) => lines.filter((line) => line.effect === effect).length
  return (
    <>
      {refused > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${refused} of ${lines.length} rows are invalid`}
        >
          Nothing is imported until every row is valid. Correct the file and check it again.
        </Alert>
      ) : null}
      <div role="status">
        {count('new')} new, {count('changed')} changed, {count('same')} the same, {refused} refused
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rows of the file">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Effect</th>
              <th scope="col">Name</th>
              <th scope="col">Reasons</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shownLines).map((line) => (
              <Line key={`${line.line} ${line.name}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > shownLines ? (
        <div className={styles.left}>
          The first {shownLines} of {lines.length} rows are shown.
        </div>
      ) : null}
    </>
  )
}

/** A file or pasted text, read row by row before it comes into the table, where it can be undone and saved. */
export function ImportDialog({ table, workspace, desk, rulesetKey, onClose }: ImportDialogProps) {
  const [file, setFile] = useState('')
  const [format, setFormat] = useState<FileFormat>('csv')
  const [mode, setMode] = useState<'append' | 'replace'>('append')
  const [preview, setPreview] = useState<FilePreview | null>(null)
  const [reading, setReading] = useState(false)
  const content = workspace.contentAt(rulesetKey)
  const take = (text: string) => {
    setFile(text)
    setFormat(formatOf(text))
    setPreview(null)
  }
  const check = async () => {
    if (!content) return
    setReading(true)
    try {
      await desk.tell(rulesetKey, content)
      const question = { kind: 'file', table: table.slug, key: rulesetKey, format, file, mode } as const
      setPreview(await desk.ask({ ...question, newId: crypto.randomUUID().slice(0, 13) }))
    } catch {
      toast.error('The file could not be read.')
    } finally {
      setReading(false)
    }
  }
  const bring = (rules: readonly Rule[]) => {
    if (!content) return
    const count = preview?.lines.length ?? 0
    workspace.changeContent(rulesetKey, { ...content, rules }, `Import ${countedRows(count)}`)
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
        {preview ? (
          <Preview preview={preview} />
        ) : (
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
        )}
      </div>
    </Dialog>
  )
}
