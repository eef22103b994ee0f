import { Textarea } from '@mantine/core'
import { useState } from 'react'

export interface ListBoxProps {
  readonly label: string
  readonly placeholder?: string
  readonly values: readonly string[]
  readonly onChange: (values: readonly string[]) => void
}

const read = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((item) => item.trim())
    .filter(Boolean)

/** Many values, one on each line, as they are pasted from elsewhere. */
export function ListBox({ label, placeholder, values, onChange }: ListBoxProps) {
  const [text, setText] = useState(values.join('\n'))
  return (
    <Textarea
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      autosize
      minRows={3}
      maxRows={10}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        onChange(read(event.currentTarget.value))
      }}
    />
  )
}
