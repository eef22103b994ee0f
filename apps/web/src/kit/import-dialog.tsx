import { Alert, Button, FileButton, Group, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import type { Entity } from '@signalbox/model/entity'
import type { ImportPreview, ImportRow } from '@signalbox/model/resource'
import { texts } from '@signalbox/model/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { toast } from '../ui/toast.tsx'
import { request } from './api.ts'
import { attemptOn, explainFailure, type Explanation } from './failure.ts'
import styles from './import-dialog.module.css'
import { useOperationId } from './operation-id.ts'

type Format = 'csv' | 'json'

const actionBadges = {
  create: { tone: 'positive', word: 'New', icon: 'plus' },
  update: { tone: 'active', word: 'Changed', icon: 'edit' },
  skip: { tone: 'neutral', word: 'Same', icon: 'minus' },
  refuse: { tone: 'negative', word: 'Refused', icon: 'close' },
} as const

/** JSON begins with a bracket; everything else is read as CSV. */
const formatOf = (content: string): Format => (/^\s*[[{]/.test(content) ? 'json' : 'csv')

function PreviewRow({ row }: { readonly row: ImportRow }) {
  const { tone, word, icon } = actionBadges[row.action]
  return (
    <tr data-action={row.action}>
      <td>{row.line}</td>
      <td>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      </td>
      <td>{row.title}</td>
      <td>
        {row.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </td>
    </tr>
  )
}

const shownRows = 500

function Preview({ preview }: { readonly preview: ImportPreview }) {
  const { counts } = preview
  // What needs attention comes first; the order of the file is in the line numbers.
  const rows = preview.rows.toSorted(
    (a, b) => Number(b.action === 'refuse') - Number(a.action === 'refuse') || a.line - b.line,
  )
  return (
    <Stack gap={12}>
      {counts.refuse > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${counts.refuse} of ${rows.length} rows are refused`}
        >
          Nothing is written until every row can be. Correct the file and check it again.
        </Alert>
      ) : null}
      <Text role="status">
        {counts.create} new, {counts.update} changed, {counts.skip} the same, {counts.refuse} refused
      </Text>
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
            {rows.slice(0, shownRows).map((row) => (
              <PreviewRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shownRows ? (
        <Text c="dimmed">
          The first {shownRows} of {rows.length} rows are shown.
        </Text>
      ) : null}
    </Stack>
  )
}

function useImport(entity: Entity, onDone: () => void) {
  const [content, setText] = useState('')
  const [format, setFormat] = useState<Format>('csv')
  const [note, setNote] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [noteProblem, setNoteProblem] = useState<string>()
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const call = async (step: 'preview' | 'commit') => {
    if (busy.current) return null
    busy.current = true
    setRunning(true)
    setFailure(null)
    const body = { format, content, ...(note.trim() === '' ? {} : { note: note.trim() }) }
    try {
      return await request<ImportPreview>('POST', `/${entity.slug}/import/${step}`, {
        body,
        operationId: operationId([step, body]),
      })
    } catch (error) {
      const attempt = { ...attemptOn(entity, 'imported'), label: entity.plural }
      setFailure(explainFailure(error, attempt) ?? { text: texts.somethingWentWrong })
      return null
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return {
    content,
    format,
    note,
    preview,
    failure,
    noteProblem,
    running,
    setFormat,
    setNote: (text: string) => {
      setNote(text)
      setNoteProblem(undefined)
    },
    setContent: (text: string) => {
      setText(text)
      setFormat(formatOf(text))
      setPreview(null)
    },
    back: () => setPreview(null),
    check: async () => setPreview(await call('preview')),
    commit: async () => {
      if (entity.note === 'required' && note.trim().length < 3) {
        setNoteProblem(note.trim() === '' ? texts.required : texts.tooShort)
        return
      }
      const done = await call('commit')
      if (!done) return
      void queryClient.invalidateQueries({ queryKey: [entity.slug] })
      if (done.counts.refuse > 0) {
        setPreview(done)
        return
      }
      toast.success(`Imported: ${done.counts.create} new, ${done.counts.update} changed.`)
      onDone()
    },
  }
}

function importLabel({ counts }: ImportPreview): string {
  const rows = counts.create + counts.update
  return rows === 1 ? 'Import 1 row' : `Import ${rows} rows`
}

/** A file or pasted text, checked row by row before anything is written; then all of it or nothing. */
export function ImportDialog({ entity, onClose }: { readonly entity: Entity; readonly onClose: () => void }) {
  const task = useImport(entity, onClose)
  const { preview, failure } = task
  const writes =
    preview !== null && preview.counts.refuse === 0 && preview.counts.create + preview.counts.update > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={800}
      title={`Import ${entity.plural.toLowerCase()}`}
      footer={
        <>
          <Button variant="default" onClick={preview ? task.back : onClose} disabled={task.running}>
            {preview ? 'Back' : 'Cancel'}
          </Button>
          {preview ? (
            <Button onClick={() => void task.commit()} loading={task.running} disabled={!writes}>
              {importLabel(preview)}
            </Button>
          ) : (
            <Button
              onClick={() => void task.check()}
              loading={task.running}
              disabled={task.content.trim() === ''}
            >
              Check
            </Button>
          )}
        </>
      }
    >
      <Stack gap={14}>
        {preview ? (
          <Preview preview={preview} />
        ) : (
          <>
            <Group gap={12}>
              <FileButton
                accept=".csv,.json,text/csv,application/json"
                onChange={(file) => void file?.text().then(task.setContent)}
              >
                {(button) => (
                  <Button {...button} variant="default" leftSection={<Icon name="upload" size={16} />}>
                    Choose a file
                  </Button>
                )}
              </FileButton>
              <SegmentedControl
                aria-label="Format"
                value={task.format}
                onChange={(value) => task.setFormat(value as Format)}
                data={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'json', label: 'JSON' },
                ]}
              />
            </Group>
            <Textarea
              label="Or paste the content"
              description="The first line of a CSV names the columns, as in an export"
              autosize
              minRows={8}
              maxRows={16}
              spellCheck={false}
              value={task.content}
              styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
              onChange={(event) => task.setContent(event.currentTarget.value)}
            />
          </>
        )}
        {writes ? (
          <Textarea
            label={entity.note === 'required' ? 'Note about the change' : 'Note (optional)'}
            withAsterisk={entity.note === 'required'}
            autosize
            maxLength={500}
            value={task.note}
            error={task.noteProblem}
            onChange={(event) => task.setNote(event.currentTarget.value)}
          />
        ) : null}
        {failure ? (
          <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  )
}
