import { Stack } from '@mantine/core'
import type { Fields } from '@signalbox/model/field/entity'
import { texts } from '@signalbox/model/text/texts'
import { useEffect, useId, useRef } from 'react'
import { FieldEdit } from './field-edit.tsx'

export interface OperationInputsProps {
  readonly fields: Fields
  readonly values: Readonly<Record<string, unknown>>
  /** Names of required ones that were left empty. */
  readonly missing: readonly string[]
  readonly onSet: (name: string, value: unknown) => void
}

/** What an action has to be told, in the order it is declared; the first one takes the focus. */
export function OperationInputs({ fields, values, missing, onSet }: OperationInputsProps) {
  const prefix = useId()
  const element = useRef<HTMLDivElement>(null)
  // They come after the dialog has looked for something to focus.
  useEffect(() => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), [])
  const inputs = Object.entries(fields).map(([name, field], position) => (
    <FieldEdit
      key={name}
      id={`${prefix}-${name}`}
      field={field}
      value={values[name]}
      error={missing.includes(name) ? texts.required : undefined}
      first={position === 0}
      onChange={(value) => onSet(name, value)}
    />
  ))
  return (
    <Stack gap={14} ref={element}>
      {inputs}
    </Stack>
  )
}
