import { Alert, FileButton, Button, Select, Text } from '@mantine/core'
import { longestSample } from '@signalbox/model/settlements/file-limits'
import { fileFields, fileFieldNames, type ImportProfile } from '@signalbox/model/settlements/import-profile'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { explainFailure } from '../../../kit/failure.ts'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { Icon } from '../../../ui/icon.tsx'
import { SampleTable } from './sample-table.tsx'
import styles from './settlements.module.css'

type Sample = ReplyOf<'POST /settlement/import/sample'>

/** What the form says now. */
const profileOf = (values: FieldEditProps['values'], columns: unknown): ImportProfile =>
  ({
    separator: values?.separator ?? ';',
    decimalSign: values?.decimalSign ?? '.',
    dateFormat: values?.dateFormat ?? 'ISO',
    columns: columns ?? {},
    splitColumns: values?.splitColumns ?? {},
    typeWords: values?.typeWords ?? {},
    unsignedAmounts: values?.unsignedAmounts === true,
  }) as ImportProfile

/** The first rows of the chosen file as the form would read them. */
function useSample(content: string | null, profile: ImportProfile) {
  return useQuery({
    queryKey: ['settlement-sample', content, profile],
    queryFn: () => api('POST /settlement/import/sample', { body: { content: content ?? '', profile } }),
    enabled: content !== null,
    placeholderData: (before) => before,
  })
}

function useGuess({ onChange, onSet }: Pick<FieldEditProps, 'onChange' | 'onSet'>) {
  const [content, setContent] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const take = async (file: File | null) => {
    if (!file) return
    setFailure(null)
    try {
      const text = (await file.text()).slice(0, longestSample)
      const { profile }: Sample = await api('POST /settlement/import/sample', { body: { content: text } })
      const { columns, ...others } = profile
      onChange(columns)
      for (const [name, value] of Object.entries(others)) onSet?.(name, value)
      setContent(text)
    } catch (error) {
      setFailure(explainFailure(error, { label: 'File', done: 'read' })?.text ?? null)
    }
  }
  return { content, failure, take }
}

const columnChoice = {
  size: 'xs',
  placeholder: 'None',
  clearable: true,
  searchable: true,
  nothingFoundMessage: 'Choose a file first',
} as const

/** Which column of the file each field is in. A file of the PSP fills it in, and shows how it would be read. */
export function ColumnsEditor({ value, onChange, onSet, values, error, disabled }: FieldEditProps) {
  const columns = (value ?? {}) as Readonly<Record<string, string | undefined>>
  const { content, failure, take } = useGuess({ onChange, onSet })
  const sample = useSample(content, profileOf(values, value)).data
  const headers = [...new Set([...(sample?.header ?? []), ...Object.values(columns)])].filter(
    (name) => name !== undefined,
  )
  const choose = (name: string, header: string | null) => {
    const { [name]: _before, ...others } = columns
    onChange(header === null ? others : { ...others, [name]: header })
  }
  return (
    <div className={styles.preview}>
      <div className={styles.tools}>
        <Text fw={500} size="sm">
          Columns
        </Text>
        <FileButton
          accept=".csv,.txt,text/csv"
          onChange={(file) => void take(file)}
          disabled={disabled ?? false}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="upload" size={14} />}
            >
              Guess from a file
            </Button>
          )}
        </FileButton>
      </div>
      {failure ? (
        <Alert color="red" variant="light" role="alert">
          {failure}
        </Alert>
      ) : null}
      <div className={styles.mapping}>
        {fileFieldNames.map((name) => (
          <Select
            key={name}
            {...columnChoice}
            label={fileFields[name]}
            data={headers}
            value={columns[name] ?? null}
            clearButtonProps={{ 'aria-label': `Clear ${fileFields[name]}` }}
            disabled={disabled ?? false}
            onChange={(header) => choose(name, header)}
          />
        ))}
      </div>
      {error ? (
        <Text size="sm" className={styles.problem} role="alert">
          {error}
        </Text>
      ) : null}
      {sample && sample.missing.length > 0 ? (
        <Text size="sm" className={styles.problem}>
          Choose a column for: {sample.missing.join(', ')}
        </Text>
      ) : null}
      {sample ? <SampleTable rows={sample.rows} /> : null}
    </div>
  )
}
