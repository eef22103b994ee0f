import { useState } from 'react'
import { TextField } from './fields.tsx'

/** `vip = gold; source = web` */
const written = (value: Readonly<Record<string, string>> | undefined): string =>
  Object.entries(value ?? {})
    .map(([key, text]) => `${key} = ${text}`)
    .join('; ')

export function AttributesField({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: Record<string, string> | undefined
  readonly onChange: (value: Record<string, string> | undefined) => void
}) {
  const [typing, setTyping] = useState<string | null>(null)
  return (
    <TextField
      label={label}
      placeholder="vip = gold; source = web"
      value={typing ?? written(value)}
      onBlur={() => setTyping(null)}
      onChange={(typed) => {
        setTyping(typed ?? '')
        const entries = (typed ?? '').split(';').flatMap((part) => {
          const [key = '', ...rest] = part.split('=')
          return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), rest.join('=').trim()] as const]
        })
        onChange(entries.length === 0 ? undefined : Object.fromEntries(entries))
      }}
    />
  )
}
