import { Button, Select, TextInput } from '@mantine/core'
import { isCalendarDay, writeLocalTime } from '@signalbox/model/text/local-time'
import { useState } from 'react'
import { Popover, useClosePopup } from '../../ui/menu.tsx'
import type { DateRange } from '../filter/date-range.ts'
import styles from './analytics-toolbar.module.css'
import type { ControlsInUse } from './controls.ts'
import { periodOf, periodPresets, periodText } from './period.ts'

/** Days as people write them everywhere in the console. */
function DayFields({ controls }: { readonly controls: ControlsInUse }) {
  const close = useClosePopup()
  const dayOf = (instant: string, shiftMs = 0) =>
    writeLocalTime('YYYY-MM-DD', Date.parse(instant) + shiftMs, controls.timeZone)
  const [from, setFrom] = useState(dayOf(controls.period.from))
  const [to, setTo] = useState(dayOf(controls.period.to, -1))
  const problem = (day: string) => (isCalendarDay(day) ? null : 'Must be a day such as 2026-11-18')
  const isOrdered = from <= to
  const apply = () => {
    if (problem(from) || problem(to) || !isOrdered) return
    controls.change({ range: { from, to } })
    close()
  }
  return (
    <form
      className={styles.days}
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <TextInput
        label="From"
        value={from}
        error={problem(from)}
        onChange={({ currentTarget }) => setFrom(currentTarget.value.trim())}
      />
      <TextInput
        label="To (inclusive)"
        value={to}
        error={problem(to) ?? (isOrdered ? null : 'Must not be before the first day')}
        onChange={({ currentTarget }) => setTo(currentTarget.value.trim())}
      />
      <Button type="submit">Show</Button>
    </form>
  )
}

const rangeLabel = (range: DateRange): string =>
  'preset' in range ? 'Custom' : `${range.from ?? ''} to ${range.to ?? ''}`

/** A preset, or two days of one's own. */
export function PeriodControl({ controls }: { readonly controls: ControlsInUse }) {
  const isCustom = !('preset' in controls.range)
  return (
    <div className={styles.period}>
      <Select
        aria-label="Period"
        w={148}
        allowDeselect={false}
        placeholder="Custom"
        value={isCustom ? null : periodText(controls.range)}
        data={periodPresets.map(([value, label]) => ({ value, label }))}
        onChange={(value) => value && controls.change({ range: periodOf(value) })}
      />
      <Popover
        label="Days"
        target={<Button variant={isCustom ? 'light' : 'default'}>{rangeLabel(controls.range)}</Button>}
      >
        <DayFields controls={controls} />
      </Popover>
    </div>
  )
}
