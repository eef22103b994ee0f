import { counted } from '@signalbox/model/text/counted'
import { Alert, Button, FileButton, Input, NativeSelect, TextInput } from '@mantine/core'
import {
  declineStages,
  type DeclineStage,
  type StatusMapEntry,
} from '@signalbox/model/reference/psp-settings'
import { errorCodes, statusCodeOf, statusCodes } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './psp-parts.module.css'
import { mergeStatusMap, readStatusMap } from './read-status-map.ts'

const statusOptions = [...errorCodes, ...statusCodes.filter((code) => !errorCodes.includes(code))].map(
  ({ no, code }) => ({ value: String(no), label: `${no} ${code}` }),
)
const stageOptions = Object.entries(declineStages).map(([value, label]) => ({ value, label }))
const otherReason = StatusNo.ERR_DECLINED_CONTACT_SUPPORT

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
      title="Unmapped codes in the last 30 days"
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

interface LineProps {
  readonly entry: StatusMapEntry
  readonly name: string
  readonly opened: boolean
  readonly problems: { readonly code?: string; readonly status?: string }
  readonly disabled?: boolean
  readonly onOpen: () => void
  readonly onChange: (change: Partial<StatusMapEntry>) => void
  readonly onRemove: () => void
}

/** Text until somebody wants to change it: hundreds of codes with their lists would be slow to draw. */
function MapLine({ entry, name, opened, problems, disabled, onOpen, onChange, onRemove }: LineProps) {
  const { pspCode, statusNo, stage } = entry
  const remove = <IconButton icon="close" label={`Remove ${name}`} disabled={disabled} onClick={onRemove} />
  if (!opened && problems.code === undefined && problems.status === undefined)
    return (
      <div className={styles.mapLine}>
        <button
          type="button"
          className={styles.mapText}
          disabled={disabled}
          aria-label={`Change ${name}`}
          onClick={onOpen}
        >
          <span className="mono">{pspCode}</span>
          <span>
            {statusNo} {statusCodeOf(statusNo)?.code}
          </span>
          <span className={styles.muted}>{stage === 'ANY' ? '' : declineStages[stage]}</span>
        </button>
        {remove}
      </div>
    )
  return (
    <div className={styles.mapLine}>
      <TextInput
        className={styles.code}
        aria-label={`Code, ${name}`}
        placeholder="Code"
        disabled={disabled}
        error={problems.code}
        value={pspCode}
        onChange={(event) => onChange({ pspCode: event.currentTarget.value })}
        onFocus={onOpen}
      />
      <NativeSelect
        className={styles.meaning}
        aria-label={`Status of ${name}`}
        data={statusOptions}
        disabled={disabled}
        error={problems.status}
        value={String(statusNo)}
        onChange={(event) => onChange({ statusNo: Number(event.currentTarget.value) })}
      />
      <NativeSelect
        className={styles.stage}
        aria-label={`Stage, ${name}`}
        data={stageOptions}
        disabled={disabled}
        value={stage}
        onChange={(event) => onChange({ stage: event.currentTarget.value as DeclineStage })}
      />
      {remove}
    </div>
  )
}

/** Adds the codes of a file to those there are; a file with a problem adds none. */
async function loadFile(
  file: File | null,
  entries: readonly StatusMapEntry[],
  onChange: (entries: readonly StatusMapEntry[]) => void,
): Promise<void> {
  if (!file) return
  const read = readStatusMap(await file.text())
  if (read.problems.length > 0)
    toast.error('The file was not imported.', { detail: read.problems.slice(0, 5).join(' ') })
  else {
    onChange(mergeStatusMap(entries, read.entries))
    toast.success(`${counted(read.entries.length, 'code')} read. Save to apply.`)
  }
}

interface ToolsProps extends Pick<FieldEditProps, 'id' | 'disabled'> {
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly onAdd: () => void
  readonly onFile: (file: File | null) => void
}

function Tools({ id, disabled, search, onSearch, onAdd, onFile }: ToolsProps) {
  return (
    <div className={styles.tools}>
      <TextInput
        id={id}
        aria-label="Search codes"
        placeholder="Search codes"
        leftSection={<Icon name="search" size={16} />}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={14} />}
        disabled={disabled}
        onClick={onAdd}
      >
        Add code
      </Button>
      <FileButton accept=".csv,text/csv" onChange={onFile} disabled={disabled}>
        {(button) => (
          <Button {...button} variant="default" leftSection={<Icon name="upload" size={14} />}>
            Import CSV
          </Button>
        )}
      </FileButton>
    </div>
  )
}

/** What the codes of the PSP mean to us, line by line or from a file. */
export function StatusMapEditor(props: FieldEditProps) {
  const { id, field, value, onChange, error, problems = {}, disabled, record } = props
  const entries = (value ?? []) as readonly StatusMapEntry[]
  const [search, setSearch] = useState('')
  const [opened, setOpened] = useState<number | null>(null)
  const wanted = search.trim().toLowerCase()
  const set = (index: number, change: Partial<StatusMapEntry>) =>
    onChange(entries.map((other, position) => (position === index ? { ...other, ...change } : other)))
  const add = (pspCode: string) =>
    onChange([...entries, { pspCode, statusNo: otherReason, stage: 'ANY', note: '' }])
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      description={counted(entries.length, 'code')}
      error={error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {record ? <Unmapped pspId={String(record.id)} entries={entries} onAdd={add} /> : null}
      <Tools
        id={id}
        disabled={disabled}
        search={search}
        onSearch={setSearch}
        onAdd={() => {
          setSearch('')
          setOpened(entries.length)
          add('')
        }}
        onFile={(file) => void loadFile(file, entries, onChange)}
      />
      <div className={styles.map} role="group" aria-label={field.label}>
        {entries.map((entry, index) => {
          const text = `${entry.pspCode} ${entry.statusNo} ${entry.note}`.toLowerCase()
          if (wanted !== '' && !text.includes(wanted)) return null
          return (
            <MapLine
              key={index}
              entry={entry}
              name={entry.pspCode || `line ${index + 1}`}
              opened={opened === index || entry.pspCode === ''}
              problems={{ code: problems[`${index}.pspCode`], status: problems[`${index}.statusNo`] }}
              disabled={disabled}
              onOpen={() => setOpened(index)}
              onChange={(change) => set(index, change)}
              onRemove={() => {
                onChange(entries.filter((_, position) => position !== index))
                setOpened(null)
              }}
            />
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
