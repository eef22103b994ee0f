import { TextInput } from '@mantine/core'

export interface ActiveFromFieldProps {
  /** As the browser has it: local, without a zone. */
  readonly date: string
  readonly onChange: (date: string) => void
  readonly problem: string | null
}

export const activeFromProblem = (date: string, nowIso: string): string | null =>
  date !== '' && Date.parse(date) <= Date.parse(nowIso) ? 'Must be in the future' : null

export const activeFromInstant = (date: string): string | null =>
  date === '' ? null : new Date(date).toISOString()

/** From when on a version shall count. */
export function ActiveFromField({ date, onChange, problem }: ActiveFromFieldProps) {
  return (
    <TextInput
      type="datetime-local"
      label="Becomes active (optional)"
      description="Your time zone. Blank: on approval."
      value={date}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
