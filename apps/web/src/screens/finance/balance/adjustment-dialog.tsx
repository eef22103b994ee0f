import { Button, FileButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { caseFileKinds } from '@signalbox/model/investigation/case-file'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError, newOperationId } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { useFormats, useMerchant } from '../../../kit/session/session-store.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import { emptyLine, equalText, offBy, toSend, type DraftLine } from './adjustment-lines.ts'
import { LinesEditor } from './lines-editor.tsx'
import styles from './balance.module.css'

const accepted = Object.keys(caseFileKinds)
  .map((kind) => `.${kind}`)
  .join(',')

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve((reader.result as string).replace(/^[^,]*,/, '')))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

const firstLines = [emptyLine(1, 'DEBIT', 'EUR'), emptyLine(2, 'CREDIT', 'EUR')]

function useAdjustment(onClose: () => void) {
  const queryClient = useQueryClient()
  const [operationId, setOperationId] = useState(newOperationId)
  const [lines, setLines] = useState<readonly DraftLine[]>(firstLines)
  const [valueDate, setValueDate] = useState('')
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({})
  const [busy, setBusy] = useState(false)
  const send = async () => {
    setBusy(true)
    try {
      const attached = file && { name: file.name.slice(-120), content: await base64Of(file) }
      const body = { valueDate, reason, lines: toSend(lines), ...(attached && { file: attached }) }
      await api('POST /ledger-request/adjustment', { body, operationId })
      toast.success('The adjustment waits for another person.')
      void queryClient.invalidateQueries({ queryKey: ['ledger-request'] })
      onClose()
    } catch (error) {
      const fields = error instanceof ApiError ? (error.body.fields ?? []) : []
      setProblems(Object.fromEntries(fields.map(({ field, message }) => [field, message])))
      if (fields.length === 0) reportFailure(error, { label: 'Adjustment', done: 'requested' })
      // What is sent next is another request.
      setOperationId(newOperationId())
      setBusy(false)
    }
  }
  return { lines, setLines, valueDate, setValueDate, reason, setReason, file, setFile, problems, busy, send }
}

type Adjustment = ReturnType<typeof useAdjustment>

function AttachmentInput({ file, setFile, problems }: Adjustment) {
  return (
    <Group gap={8}>
      <FileButton accept={accepted} onChange={setFile}>
        {(props) => (
          <Button {...props} variant="default" leftSection={<Icon name="upload" size={16} />}>
            {file ? 'Choose another file' : 'Attach a file'}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed">
        {file ? file.name : 'PDF, PNG or CSV, at most 10 MB'}
      </Text>
      {problems.file ? <p className={styles.warning}>{problems.file}</p> : null}
    </Group>
  )
}

/** An entry made by hand. Another person approves it before it counts. */
export function AdjustmentDialog({ onClose }: { readonly onClose: () => void }) {
  const { name } = useMerchant()
  const adjustment = useAdjustment(onClose)
  const { lines, setLines, problems, busy } = adjustment
  const formats = useFormats()
  const off = offBy(lines)
  return (
    <Dialog
      opened
      onClose={onClose}
      title="New adjustment"
      widthPx={960}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={off !== null} onClick={() => void adjustment.send()}>
            Request adjustment
          </Button>
        </>
      }
    >
      <Stack gap={16}>
        <Text size="sm">Books of {name}. Someone else with the role Minibank admin must approve it.</Text>
        <TextInput
          label="Value date"
          placeholder="2026-11-30"
          withAsterisk
          maw={220}
          value={adjustment.valueDate}
          error={problems.valueDate}
          onChange={(event) => adjustment.setValueDate(event.currentTarget.value)}
        />
        <LinesEditor lines={lines} problems={problems} onChange={setLines} />
        <p role="status" className={off === null ? styles.balanced : styles.warning}>
          {problems.lines ?? off ?? equalText(lines, formats)}
        </p>
        <Textarea
          label="Reason"
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          value={adjustment.reason}
          error={problems.reason}
          onChange={(event) => adjustment.setReason(event.currentTarget.value)}
        />
        <AttachmentInput {...adjustment} />
      </Stack>
    </Dialog>
  )
}
