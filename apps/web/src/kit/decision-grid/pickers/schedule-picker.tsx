import { Select, TextInput } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import { useState } from 'react'
import { useSession } from '../../session/session-store.ts'
import styles from './pickers.module.css'

type Schedule = Extract<Cell, { op: 'schedule' }>

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

const timeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

export interface SchedulePickerProps {
  readonly value: Schedule | undefined
  readonly onChange: (value: Schedule | undefined) => void
}

const timeOfDay = /^([01]\d|2[0-3]):[0-5]\d$/

interface TimeOfDayProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Of the day in 24 hours, whatever the browser's country writes. */
function TimeOfDay({ label, value, onChange }: TimeOfDayProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <TextInput
      className={styles.grow}
      size="xs"
      aria-label={label}
      placeholder="HH:MM"
      autoComplete="off"
      value={typed ?? value}
      error={typed !== null && !timeOfDay.test(typed)}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        if (timeOfDay.test(next)) onChange(next)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}

/** Days of the week, a time of day and the zone it is meant in. */
export function SchedulePicker({ value, onChange }: SchedulePickerProps) {
  const zone = useSession().metadata.merchant?.timeZone ?? 'UTC'
  const [schedule, setSchedule] = useState<Schedule>(
    value ?? { op: 'schedule', timeZone: zone, days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
  )
  const change = (patch: Partial<Schedule>) => {
    const next = { ...schedule, ...patch }
    setSchedule(next)
    onChange(next.days.length === 0 ? undefined : next)
  }
  const toggle = (day: number) =>
    change({
      days: schedule.days.includes(day)
        ? schedule.days.filter((other) => other !== day)
        : [...schedule.days, day].sort((a, b) => a - b),
    })
  return (
    <div className={styles.form}>
      <div className={styles.days} role="group" aria-label="Days">
        {days.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.day}
            aria-pressed={schedule.days.includes(index + 1)}
            onClick={() => toggle(index + 1)}
          >
            {name}
          </button>
        ))}
      </div>
      <div className={styles.end}>
        <TimeOfDay label="From" value={schedule.from} onChange={(from) => change({ from })} />
        <span className={styles.hint}>to</span>
        <TimeOfDay label="To" value={schedule.to} onChange={(to) => change({ to })} />
      </div>
      {schedule.to <= schedule.from ? (
        <p className={styles.hint}>Runs past midnight; counts as the day it starts.</p>
      ) : null}
      <Select
        size="xs"
        aria-label="Time zone"
        searchable
        allowDeselect={false}
        limit={50}
        comboboxProps={{ withinPortal: false }}
        data={timeZones()}
        value={schedule.timeZone}
        onChange={(timeZone) => {
          if (timeZone) change({ timeZone })
        }}
      />
    </div>
  )
}
