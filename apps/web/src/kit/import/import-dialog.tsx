import {
  Alert,
  Button,
  Checkbox,
  FileButton,
  Group,
  SegmentedControl,
  Select,
  Stack,
  Text,
  Textarea,
} from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import type { ImportPreview as Preview } from '@signalbox/model/field/resource'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { inSentence } from '../list/listing.ts'
import { ImportPreview } from './import-preview.tsx'
import { useImport, type ImportFormat, type ImportRules, type Separator } from './use-import.ts'

const separators: { value: Separator; label: string }[] = [
  { value: '', label: 'Separator: detect' },
  { value: ',', label: 'Separator: comma' },
  { value: ';', label: 'Separator: semicolon' },
  { value: '\t', label: 'Separator: tab' },
]

function importLabel({ counts }: Preview): string {
  const rows = counts.create + counts.update
  return rows === 1 ? 'Import 1 row' : `Import ${rows} rows`
}

interface TaskProps {
  readonly task: ReturnType<typeof useImport>
}

function Buttons({
  task,
  writes,
  onClose,
}: TaskProps & { readonly writes: boolean; readonly onClose: () => void }) {
  const { preview } = task
  return (
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
  )
}

function ContentFields({ task, rules }: TaskProps & { readonly rules: ImportRules | undefined }) {
  return (
    <>
      <Group gap={12}>
        <FileButton
          accept=".csv,.json,text/csv,application/json"
          onChange={(file) => (file ? void task.setFile(file) : undefined)}
        >
          {(button) => (
            <Button {...button} variant="default" leftSection={<Icon name="upload" size={16} />}>
              Choose a file
            </Button>
          )}
        </FileButton>
        {rules ? null : (
          <SegmentedControl
            aria-label="Format"
            value={task.format}
            onChange={(value) => task.setFormat(value as ImportFormat)}
            data={[
              { value: 'csv', label: 'CSV' },
              { value: 'json', label: 'JSON' },
            ]}
          />
        )}
        {task.format === 'csv' && !rules ? (
          <Select
            aria-label="Separator"
            w={190}
            allowDeselect={false}
            data={separators}
            value={task.separator}
            onChange={(value) => task.setSeparator((value ?? '') as Separator)}
          />
        ) : null}
      </Group>
      {task.fileName === null ? (
        <Textarea
          label="Or paste the content"
          description={
            rules?.hint ?? 'The first line of a CSV file must contain the column names, as in an export.'
          }
          autosize
          minRows={8}
          maxRows={16}
          spellCheck={false}
          value={task.content}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          onChange={(event) => task.setContent(event.currentTarget.value)}
        />
      ) : (
        <Text role="status">
          {task.fileName}, {Math.ceil(task.content.length / 1_000_000)} MB
        </Text>
      )}
    </>
  )
}

/** A file or pasted text, checked row by row before anything is written; then all of it or nothing. */
export function ImportDialog({
  entity,
  rules,
  onClose,
}: {
  readonly entity: Entity
  readonly rules?: ImportRules
  readonly onClose: () => void
}) {
  const task = useImport(entity, rules, onClose)
  const { preview, failure } = task
  const question = (preview && rules?.confirm?.(preview)) ?? null
  const writes =
    preview !== null && preview.counts.refuse === 0 && preview.counts.create + preview.counts.update > 0
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={800}
      title={`Import ${inSentence(entity.plural)}`}
      footer={<Buttons task={task} writes={writes} onClose={onClose} />}
    >
      <Stack gap={14}>
        {preview ? <ImportPreview preview={preview} /> : <ContentFields task={task} rules={rules} />}
        {writes && question !== null ? (
          <Checkbox
            label={question}
            checked={task.confirmed}
            onChange={(event) => task.setConfirmed(event.currentTarget.checked)}
          />
        ) : null}
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
