import { SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { readInstant, writeInstant } from '../../../kit/field/local-instant.ts'
import { useFormats } from '../../../kit/session/session-store.ts'
import styles from './performance.module.css'
import { usePerformanceAddress, windows } from './performance-address.ts'

interface EdgeProps {
  readonly label: string
  readonly value: string | undefined
  readonly onChange: (iso: string | undefined) => void
}

/** A half typed time stays in the input; the address changes once it can be read. */
function Edge({ label, value, onChange }: EdgeProps) {
  const { timeZone } = useFormats()
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (value === undefined ? '' : writeInstant(value, timeZone))
  const isReadable = shown.trim() === '' || readInstant(shown, timeZone) !== null
  return (
    <TextInput
      aria-label={`${label} (${timeZone})`}
      placeholder="YYYY-MM-DD HH:MM"
      autoComplete="off"
      value={shown}
      error={typed === null || isReadable ? undefined : 'YYYY-MM-DD HH:MM'}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        const iso = readInstant(next, timeZone)
        if (iso !== null || next.trim() === '') onChange(iso ?? undefined)
      }}
      onBlur={() => isReadable && setTyped(null)}
    />
  )
}

export function WindowChoice() {
  const { search, window, go } = usePerformanceAddress()
  return (
    <div className={styles.window}>
      <SegmentedControl
        aria-label="Window"
        value={window}
        onChange={(next) =>
          go({ window: next, ...(next !== 'custom' && { from: undefined, to: undefined }) })
        }
        data={Object.entries(windows).map(([value, label]) => ({ value, label }))}
      />
      {window === 'custom' ? (
        <>
          <Edge label="From" value={search.from} onChange={(from) => go({ from })} />
          <Edge label="To" value={search.to} onChange={(to) => go({ to })} />
        </>
      ) : null}
    </div>
  )
}
