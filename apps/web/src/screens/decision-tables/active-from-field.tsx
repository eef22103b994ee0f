import { TextInput } from '@mantine/core'
import { readInstant } from '../../kit/field/local-instant.ts'
import { useFormats } from '../../kit/session/session-store.ts'
import { useNow } from '../../kit/use-now.ts'

/** From when on a version shall count, as somebody types it in their own time zone. */
export function useActiveFrom(date: string): {
  readonly problem: string | null
  readonly instant: string | null
} {
  const { timeZone } = useFormats()
  const now = useNow()
  if (date.trim() === '') return { problem: null, instant: null }
  const instant = readInstant(date, timeZone)
  if (instant === null) return { problem: 'Must be a time like 2026-11-15 02:10', instant }
  return { problem: Date.parse(instant) <= Date.parse(now) ? 'Must be in the future' : null, instant }
}

export interface ActiveFromFieldProps {
  readonly date: string
  readonly onChange: (date: string) => void
  readonly problem: string | null
}

export function ActiveFromField({ date, onChange, problem }: ActiveFromFieldProps) {
  const { timeZone } = useFormats()
  return (
    <TextInput
      label="Becomes active (optional)"
      description={`YYYY-MM-DD HH:MM, ${timeZone}. Blank: on approval.`}
      autoComplete="off"
      value={date}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
