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
        <TextInput
          className={styles.grow}
          size="xs"
          type="time"
          aria-label="From"
          value={schedule.from}
          onChange={(event) => change({ from: event.currentTarget.value })}
        />
        <span className={styles.hint}>to</span>
        <TextInput
          className={styles.grow}
          size="xs"
          type="time"
          aria-label="To"
          value={schedule.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
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
