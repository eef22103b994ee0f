import { NumberInput, Textarea, TextInput } from '@mantine/core'
import type { Format } from '@signalbox/model/field/field'
import { formatNumber, parseNumber } from '@signalbox/model/text/user-formats'
import { useState } from 'react'
import { asText, isNothing } from './display-text.ts'
import { inputProps, type FieldEditProps } from './field-input.ts'
import { readInstant, writeInstant } from './local-instant.ts'
import { useFormats } from '../session/session-store.ts'

const text = (value: unknown): string => (isNothing(value) ? '' : asText(value))

const inputTypes: Record<Format, string> = {
  NONE: 'text',
  URL: 'url',
  UUID: 'text',
  EMAIL: 'email',
  PHONE: 'tel',
  DAY: 'text',
}
const monoStyles = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } }

export function OneLine(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <TextInput
      {...inputProps(props)}
      type={inputTypes[field.format ?? 'NONE']}
      autoComplete="off"
      spellCheck={field.mono ? false : undefined}
      styles={field.mono ? monoStyles : undefined}
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function ManyLines(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={3}
      maxRows={18}
      styles={field.language ? monoStyles : undefined}
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

export function Figure(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <NumberInput
      {...inputProps(props)}
      allowDecimal={field.integer === false}
      hideControls
      value={typeof value === 'number' ? value : text(value)}
      onChange={(next) => onChange(next === '' ? null : next)}
    />
  )
}

/** Every digit stays as it was typed; what is no figure is refused by the form and not changed on the way. */
export function Decimal(props: FieldEditProps) {
  const { value, onChange } = props
  const formats = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      {...inputProps(props)}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? formatNumber(text(value), formats)}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(next.trim() === '' ? null : (parseNumber(next.trim(), formats) ?? next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

export function Day(props: FieldEditProps) {
  const { field, value, onChange } = props
  return (
    <TextInput
      {...inputProps(props)}
      description={field.help ?? 'YYYY-MM-DD'}
      autoComplete="off"
      value={text(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** Half typed texts stay in the input; the form gets an instant, or the text so that it can be refused. */
export function Instant(props: FieldEditProps) {
  const { field, value, onChange } = props
  const { timeZone } = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const shown =
    typed ?? (Number.isNaN(Date.parse(text(value))) ? text(value) : writeInstant(text(value), timeZone))
  return (
    <TextInput
      {...inputProps(props)}
      description={field.help ?? `YYYY-MM-DD HH:MM, ${timeZone}`}
      autoComplete="off"
      value={shown}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(next.trim() === '' ? null : (readInstant(next, timeZone) ?? next))
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** As JSON in the input, as a value in the form once it can be read. */
export function Json(props: FieldEditProps) {
  const { value, onChange } = props
  const [typed, setTyped] = useState(() => (isNothing(value) ? '' : JSON.stringify(value, null, 2)))
  const [broken, setBroken] = useState(false)
  return (
    <Textarea
      {...inputProps(props)}
      error={broken ? 'Not valid JSON' : props.error}
      autosize
      minRows={4}
      maxRows={18}
      styles={monoStyles}
      spellCheck={false}
      value={typed}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        try {
          onChange(next.trim() === '' ? null : JSON.parse(next))
          setBroken(false)
        } catch {
          setBroken(true)
        }
      }}
    />
  )
}
