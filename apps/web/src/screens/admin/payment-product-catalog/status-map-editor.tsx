import { Alert, Button, FileButton, Input, NativeSelect, TextInput } from '@mantine/core'
import { declineStages, type DeclineStage, type StatusMapEntry } from '@signalbox/model/psp-settings'
import { errorCodes, statusCodes } from '@signalbox/model/status-codes'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import type { FieldEditProps } from '../../../kit/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './psp-parts.module.css'
import { mergeStatusMap, readStatusMap } from './read-status-map.ts'

const statusOptions = [...errorCodes, ...statusCodes.filter((code) => !errorCodes.includes(code))].map(
  ({ no, code }) => ({ value: String(no), label: `${no} ${code}` }),
)
const stageOptions = Object.entries(declineStages).map(([value, label]) => ({ value, label }))
const otherReason = 507

/** Codes the PSP sent lately that the map does not know. */
function Unmapped({
  pspId,
  entries,
  onAdd,
}: {
  readonly pspId: string
  readonly entries: readonly StatusMapEntry[]
  readonly onAdd: (pspCode: string) => void
}) {
  const { data } = useQuery({
    queryKey: ['psp', 'use', pspId],
    queryFn: ({ signal }) => api('GET /psp/{id}/use', { params: { id: pspId }, signal, suppressToast: true }),
  })
  const left = (data?.unmapped ?? []).filter(
    ({ pspCode }) => !entries.some((entry) => entry.pspCode === pspCode),
  )
  if (left.length === 0) return null
  return (
    <Alert
      color="orange"
      variant="light"
      mb={8}
      icon={<Icon name="warning" />}
      title="Seen in the last 30 days and not mapped"
    >
      <div className={styles.codes}>
        {left.map(({ pspCode, count, message }) => (
          <Button
            key={pspCode}
            size="compact-sm"
            variant="default"
            title={message ?? undefined}
            onClick={() => onAdd(pspCode)}
          >
            Add {pspCode} ({count}×)
          </Button>
        ))}
      </div>
    </Alert>
  )
}

/** What the codes of the PSP mean to us, line by line or from a file. */
export function StatusMapEditor(props: FieldEditProps) {
  const { id, field, value, onChange, error, problems = {}, disabled, record } = props
  const entries = (value ?? []) as readonly StatusMapEntry[]
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const set = (index: number, change: Partial<StatusMapEntry>) =>
    onChange(entries.map((other, position) => (position === index ? { ...other, ...change } : other)))
  const add = (pspCode: string) =>
    onChange([...entries, { pspCode, statusNo: otherReason, stage: 'ANY', note: '' }])
  const load = async (file: File | null) => {
    if (!file) return
    const read = readStatusMap(await file.text())
    if (read.problems.length > 0)
      toast.error('The file was not taken over.', { detail: read.problems.slice(0, 5).join(' ') })
    else {
      onChange(mergeStatusMap(entries, read.entries))
      toast.success(`${read.entries.length} codes read. Save to put them into effect.`)
    }
  }
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description={`${entries.length} codes`}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {record ? <Unmapped pspId={String(record.id)} entries={entries} onAdd={add} /> : null}
      <div className={styles.tools}>
        <TextInput
          id={id}
          aria-label="Search codes"
          placeholder="Search codes"
          leftSection={<Icon name="search" size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          disabled={disabled}
          onClick={() => {
            setSearch('')
            add('')
          }}
        >
          Add code
        </Button>
        <FileButton accept=".csv,text/csv" onChange={(file) => void load(file)} disabled={disabled}>
          {(button) => (
            <Button {...button} variant="default" leftSection={<Icon name="upload" size={14} />}>
              Import CSV
            </Button>
          )}
        </FileButton>
      </div>
      <div className={styles.map} role="group" aria-label={field.label}>
        {entries.map((entry, index) => {
          const { pspCode, statusNo, stage, note } = entry
          const text = `${pspCode} ${statusNo} ${note}`.toLowerCase()
          if (wanted !== '' && !text.includes(wanted)) return null
          const name = pspCode || `line ${index + 1}`
          return (
            <div key={index} className={styles.mapLine}>
              <TextInput
                className={styles.code}
                aria-label={`Code, ${name}`}
                placeholder="Code"
                disabled={disabled}
                error={problems[`${index}.pspCode`]}
                value={pspCode}
                onChange={(event) => set(index, { pspCode: event.currentTarget.value })}
              />
              <NativeSelect
                className={styles.meaning}
                aria-label={`Status of ${name}`}
                data={statusOptions}
                disabled={disabled}
                error={problems[`${index}.statusNo`]}
                value={String(statusNo)}
                onChange={(event) => set(index, { statusNo: Number(event.currentTarget.value) })}
              />
              <NativeSelect
                className={styles.stage}
                aria-label={`Said by, ${name}`}
                data={stageOptions}
                disabled={disabled}
                value={stage}
                onChange={(event) => set(index, { stage: event.currentTarget.value as DeclineStage })}
              />
              <IconButton
                icon="close"
                label={`Remove ${name}`}
                onClick={() => onChange(entries.filter((_, position) => position !== index))}
              />
            </div>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
