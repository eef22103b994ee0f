import { Button, Select, TextInput } from '@mantine/core'
import type { ReportRows, ReportValues } from '@signalbox/model/calls/template'
import { csvRow, type CsvValue } from '@signalbox/model/text/csv'
import type { SqlParam } from '@signalbox/model/template-language/template'
import {
  formatExportInstant,
  formatExportNumber,
  formatInstant,
  formatNumber,
  type UserFormats,
} from '@signalbox/model/text/user-formats'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { explainFailure, type Explanation } from '../../kit/failure.ts'
import { useFormats } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useShortcuts } from '../../ui/shortcuts.ts'
import styles from './run-tab.module.css'
import type { TemplateEditor } from './use-template-editor.ts'

type Column = ReportRows['columns'][number]

/** Enough to look at; the file has them all. */
const shownRows = 500

function cellText(value: unknown, { type }: Column, formats: UserFormats): string {
  if (value === null || value === undefined) return '–'
  if (type === 'time' && typeof value === 'string') return formatInstant(value, formats)
  if (type === 'number' && (typeof value === 'number' || typeof value === 'string'))
    return formatNumber(value, formats)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function fileCell(value: unknown, { type }: Column, formats: UserFormats): CsvValue {
  if (value === null || value === undefined) return null
  if (type === 'time' && typeof value === 'string') return formatExportInstant(value, formats)
  if (type === 'number' && (typeof value === 'number' || typeof value === 'string'))
    return formatExportNumber(value, formats)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The rows as a file in the person's own formats. */
export function reportFile({ columns, rows }: ReportRows, formats: UserFormats): string {
  const header = csvRow(
    columns.map(({ name }) => name),
    formats.csvSeparator,
  )
  const lines = rows.map((row) =>
    csvRow(
      columns.map((column, index) => fileCell(row[index], column, formats)),
      formats.csvSeparator,
    ),
  )
  return `\uFEFF${header}${lines.join('')}`
}

function ValueInput({
  param,
  value,
  onChange,
}: {
  readonly param: SqlParam
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  if (param.type === 'boolean') {
    return (
      <Select
        label={param.name}
        required={param.required}
        data={[
          { value: 'true', label: 'Yes' },
          { value: 'false', label: 'No' },
        ]}
        value={value === '' ? null : value}
        clearable={!param.required}
        onChange={(next) => onChange(next ?? '')}
      />
    )
  }
  return (
    <TextInput
      label={param.name}
      required={param.required}
      type={param.type === 'date' ? 'date' : 'text'}
      inputMode={param.type === 'number' ? 'decimal' : undefined}
      value={value}
      maxLength={1000}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function Rows({ result }: { readonly result: ReportRows }) {
  const formats = useFormats()
  if (result.rows.length === 0) return <EmptyState title="The query returned no rows." />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wide rows must be scrollable by keyboard
    <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rows">
      <table className={styles.table}>
        <thead>
          <tr>
            {result.columns.map((column, index) => (
              <th
                key={index}
                scope="col"
                className={styles.head}
                data-number={column.type === 'number' || undefined}
              >
                {column.name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {result.rows.slice(0, shownRows).map((row, index) => (
            <tr key={index}>
              {result.columns.map((column, at) => (
                <td key={at} data-number={column.type === 'number' || undefined}>
                  {cellText(row[at], column, formats)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function useReport({ base, draft, dirty }: TemplateEditor, mayEdit: boolean) {
  const [result, setResult] = useState<ReportRows | null>(null)
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [running, setRunning] = useState(false)
  const run = async (params: ReportValues) => {
    if (running) return
    setRunning(true)
    setFailure(null)
    try {
      // What is being written runs as it stands; those who may only look run what is stored.
      setResult(
        base && (!dirty || !mayEdit)
          ? await api('POST /template/{id}/run', { params: { id: base.id }, body: { params } })
          : await api('POST /template/run', { body: { template: draft, params } }),
      )
    } catch (error) {
      setFailure(explainFailure(error, { label: 'The query', done: 'run' }))
    }
    setRunning(false)
  }
  return { result, failure, running, run }
}

/** Asks for the parameters, runs the query and shows what it finds. */
export function RunTab({ editor, mayEdit }: { readonly editor: TemplateEditor; readonly mayEdit: boolean }) {
  const formats = useFormats()
  const params = (editor.draft.params ?? []) as readonly SqlParam[]
  const [values, setValues] = useState<Readonly<Record<string, string>>>({})
  const { result, failure, running, run } = useReport(editor, mayEdit)
  const start = () =>
    void run(Object.fromEntries(params.map(({ name }) => [name, values[name] || null] as const)))
  useShortcuts('SQL templates', [{ keys: 'mod+ENTER', label: 'Run the query', run: start }])
  return (
    <div className={styles.tab}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          start()
        }}
      >
        {params.map((param) => (
          <ValueInput
            key={param.name}
            param={param}
            value={values[param.name] ?? ''}
            onChange={(value) => setValues((last) => ({ ...last, [param.name]: value }))}
          />
        ))}
        <Button type="submit" loading={running} leftSection={<Icon name="play" size={16} />}>
          Run
        </Button>
      </form>
      {failure ? (
        <ErrorPanel title={failure.text} detail={failure.detail} requestId={failure.requestId} />
      ) : null}
      {result && !failure ? (
        <div className={styles.result}>
          <div className={styles.summary} role="status">
            <span>
              {formatNumber(result.rows.length, formats)} {result.rows.length === 1 ? 'row' : 'rows'} in{' '}
              {formatNumber(result.durationMs, formats)} ms
              {result.truncated ? ', more were left out' : ''}
              {result.rows.length > shownRows ? `, the first ${shownRows} shown` : ''}
            </span>
            <Button
              variant="default"
              size="compact-sm"
              leftSection={<Icon name="download" size={14} />}
              onClick={() =>
                saveFile(
                  `${editor.draft.templateType || 'report'}.csv`,
                  new Blob([reportFile(result, formats)], { type: 'text/csv;charset=utf-8' }),
                )
              }
            >
              CSV
            </Button>
          </div>
          <Rows result={result} />
        </div>
      ) : null}
    </div>
  )
}
