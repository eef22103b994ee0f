import { Text, TextInput } from '@mantine/core'
import { amountFields, fileFields, type SplitColumns } from '@signalbox/model/settlements/import-profile'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import styles from './settlements.module.css'

type Splits = Readonly<Record<string, SplitColumns | undefined>>

/** Amounts that stand in two columns, money in and money out. */
export function SplitEditor({ value, onChange, error, disabled }: FieldEditProps) {
  const splits = (value ?? {}) as Splits
  const set = (name: string, side: keyof SplitColumns, header: string) => {
    const { [name]: before = { credit: '', debit: '' }, ...others } = splits
    const changed = { ...before, [side]: header }
    onChange(changed.credit === '' && changed.debit === '' ? others : { ...others, [name]: changed })
  }
  return (
    <div className={styles.words}>
      <Text fw={500} size="sm">
        Debit and credit columns
      </Text>
      <div className={styles.mapping}>
        {amountFields.flatMap((name) =>
          (['credit', 'debit'] as const).map((side) => (
            <TextInput
              key={`${name} ${side}`}
              size="xs"
              label={`${fileFields[name]}, ${side}`}
              value={splits[name]?.[side] ?? ''}
              disabled={disabled ?? false}
              onChange={(event) => set(name, side, event.currentTarget.value)}
            />
          )),
        )}
      </div>
      {error ? (
        <Text size="sm" className={styles.problem} role="alert">
          {error}
        </Text>
      ) : null}
    </div>
  )
}
