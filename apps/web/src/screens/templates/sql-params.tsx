import { Button, Checkbox, Select, Text, TextInput } from '@mantine/core'
import { maxSqlParams, sqlParamTypes, type SqlParam } from '@signalbox/model/template-language/template'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './sql-params.module.css'

export interface SqlParamsProps {
  readonly params: readonly SqlParam[]
  readonly mayEdit: boolean
  readonly problem?: string
  readonly onChange: (params: readonly SqlParam[]) => void
}

const typeNames: Readonly<Record<SqlParam['type'], string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
  date: 'Date',
}
const types = sqlParamTypes.map((value) => ({ value, label: typeNames[value] }))

/** The names a query may use, written `:name` in its text. */
export function SqlParams({ params, mayEdit, problem, onChange }: SqlParamsProps) {
  const change = (at: number, patch: Partial<SqlParam>) =>
    onChange(params.map((param, index) => (index === at ? { ...param, ...patch } : param)))
  return (
    <fieldset className={styles.box} disabled={!mayEdit}>
      <legend className={styles.legend}>Parameters</legend>
      {params.length === 0 ? (
        <Text size="sm" c="dimmed">
          None. Add a parameter to enter a value for each run; in the query, write it as <code>:name</code> in
          the query.
        </Text>
      ) : null}
      {params.map((param, index) => (
        <div key={index} className={styles.row}>
          <TextInput
            aria-label={`Name of parameter ${index + 1}`}
            placeholder="name"
            value={param.name}
            maxLength={63}
            classNames={{ input: 'mono' }}
            leftSection={<span className="mono">:</span>}
            onChange={(event) => change(index, { name: event.currentTarget.value.trim() })}
          />
          <Select
            aria-label={`Type of parameter ${index + 1}`}
            data={types}
            value={param.type}
            allowDeselect={false}
            onChange={(value) => change(index, { type: (value ?? 'text') as SqlParam['type'] })}
          />
          <Checkbox
            label="Required"
            checked={param.required}
            onChange={(event) => change(index, { required: event.currentTarget.checked })}
          />
          <IconButton
            icon="trash"
            label={`Remove parameter ${param.name || index + 1}`}
            onClick={() => onChange(params.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {problem}
        </Text>
      ) : null}
      {mayEdit && params.length < maxSqlParams ? (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange([...params, { name: '', type: 'text', required: false }])}
        >
          Add parameter
        </Button>
      ) : null}
    </fieldset>
  )
}
