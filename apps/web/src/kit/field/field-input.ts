import type { Field } from '@signalbox/model/field/field'

export interface FieldEditProps {
  readonly id: string
  readonly field: Field
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly error?: string
  /** What is wrong inside the value, by the path within it, for editors of values with parts. */
  readonly problems?: Readonly<Record<string, string>>
  readonly disabled?: boolean
  /** The other inputs of the form, for editors that look at more than their own. */
  readonly values?: Readonly<Record<string, unknown>>
  /** Fills in other inputs, for editors that stand for several. */
  readonly onSet?: (name: string, value: unknown) => void
  readonly mode?: 'create' | 'update'
  /** The record being edited, for editors that need more of it than its inputs; null for a new one. */
  readonly record?: Readonly<Record<string, unknown>> | null
  /** Takes the focus when the form opens. */
  readonly first?: boolean
}

/** What every input says about itself. */
export const inputProps = ({ id, field, error, disabled, first }: FieldEditProps) => ({
  id,
  label: field.label,
  description: field.help,
  withAsterisk: field.required === true,
  'aria-required': field.required === true || undefined,
  error,
  disabled,
  'data-autofocus': first || undefined,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
})
