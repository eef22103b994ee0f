import { Button, Select, Text, TextInput } from '@mantine/core'
import { lineTypes, totalRow } from '@signalbox/model/settlements/settlement-words'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './settlements.module.css'

const types = [
  ...Object.entries(lineTypes).map(([value, label]) => ({ value, label })),
  { value: totalRow, label: 'Total of the file' },
]

/** What the PSP calls each type. */
export function TypeWordsEditor({ value, onChange, error, disabled }: FieldEditProps) {
  const words = Object.entries((value ?? {}) as Readonly<Record<string, string>>)
  const [word, setWord] = useState('')
  const set = (entries: readonly (readonly [string, string])[]) => onChange(Object.fromEntries(entries))
  const add = () => {
    if (word.trim() !== '') set([...words, [word.trim(), 'SETTLED']])
    setWord('')
  }
  return (
    <div className={styles.words}>
      <Text fw={500} size="sm">
        Words for types
      </Text>
      {words.map(([name, type]) => (
        <div key={name} className={styles.word}>
          <TextInput size="xs" label="In the file" value={name} readOnly />
          <Select
            size="xs"
            label={`Means, for ${name}`}
            data={types}
            value={type}
            allowDeselect={false}
            disabled={disabled ?? false}
            onChange={(next) => next && set(words.map((each) => (each[0] === name ? [name, next] : each)))}
          />
          <IconButton
            icon="close"
            label={`Remove ${name}`}
            onClick={() => set(words.filter((each) => each[0] !== name))}
          />
        </div>
      ))}
      <div className={styles.word}>
        <TextInput
          size="xs"
          label="Another word"
          value={word}
          disabled={disabled ?? false}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
        <Button size="xs" variant="default" leftSection={<Icon name="plus" size={14} />} onClick={add}>
          Add word
        </Button>
      </div>
      {error ? (
        <Text size="sm" className={styles.problem} role="alert">
          {error}
        </Text>
      ) : null}
    </div>
  )
}
