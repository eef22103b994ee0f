import { SegmentedControl, TextInput } from '@mantine/core'
import type { Bound, Cell } from '@signalbox/model/rules/cell'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { useState } from 'react'
import { readInstant } from '../../field/local-instant.ts'
import styles from './pickers.module.css'

type Range = Extract<Cell, { op: 'range' }>

export interface RangePickerProps {
  readonly fact: FactDeclaration
  readonly value: Range | undefined
  readonly onChange: (value: Range | undefined) => void
}

/** `2026-11-15 02:10` in UTC, to the minute as cells have it. */
function instantIn(text: string): string | null {
  const iso = readInstant(text, 'UTC')
  return iso === null ? null : `${iso.slice(0, 16)}:00Z`
}

const digits = /^\d+$/
const timeForm = 'YYYY-MM-DD HH:MM'

const problemOf = ({ shape }: FactDeclaration): string => {
  if (shape === 'INSTANT') return `Use ${timeForm}`
  return shape === 'BIN' ? 'Use digits only' : 'Invalid number'
}

/** How a bound stands in its box, and what a box stands for. */
function useBoxes({ shape }: FactDeclaration) {
  const write = (bound: Bound | undefined): string => {
    if (bound === undefined) return ''
    if (shape === 'INSTANT') return String(bound.value).slice(0, 16).replace('T', ' ')
    return shape === 'PERCENT' ? String(Number(bound.value) / 10_000) : String(bound.value)
  }
  /** Undefined where nothing is written, null where it means nothing. */
  const read = (text: string): Bound['value'] | undefined | null => {
    if (text.trim() === '') return undefined
    if (shape === 'INSTANT') return instantIn(text)
    if (shape === 'BIN') {
      const bare = text.replaceAll(/[\s-]/g, '')
      return digits.test(bare) ? bare : null
    }
    const figure = Number(text)
    if (!Number.isFinite(figure)) return null
    return shape === 'PERCENT' ? Math.round(figure * 10_000) : figure
  }
  return { write, read }
}

interface EndProps {
  readonly label: string
  readonly signs: readonly [inclusive: string, exclusive: string]
  readonly isTime: boolean
  readonly suffix: string | undefined
  readonly text: string
  readonly inclusive: boolean
  readonly problem: string | undefined
  readonly onChange: (text: string, inclusive: boolean) => void
}

function End({ label, signs, isTime, suffix, text, inclusive, problem, onChange }: EndProps) {
  return (
    <div className={styles.end}>
      <SegmentedControl
        size="xs"
        aria-label={`${label}: with or without the value itself`}
        value={inclusive ? 'with' : 'without'}
        onChange={(next) => onChange(text, next === 'with')}
        data={[
          { value: 'with', label: signs[0] },
          { value: 'without', label: signs[1] },
        ]}
      />
      <TextInput
        className={styles.grow}
        size="xs"
        aria-label={label}
        placeholder={isTime ? timeForm : label}
        inputMode={isTime ? undefined : 'decimal'}
        rightSection={suffix ? <span className={styles.hint}>{suffix}</span> : undefined}
        value={text}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value, inclusive)}
      />
    </div>
  )
}

/** From and to, each with or without the value itself. While one cannot be read, the cell stays as it was. */
export function RangePicker({ fact, value, onChange }: RangePickerProps) {
  const { write, read } = useBoxes(fact)
  const [min, setMin] = useState({ text: write(value?.min), inclusive: value?.min?.inclusive ?? true })
  const [max, setMax] = useState({ text: write(value?.max), inclusive: value?.max?.inclusive ?? true })
  const change = (from: typeof min, to: typeof max) => {
    setMin(from)
    setMax(to)
    const [least, most] = [read(from.text), read(to.text)]
    if (least === null || most === null) return
    onChange(
      least === undefined && most === undefined
        ? undefined
        : {
            op: 'range',
            ...(least === undefined ? {} : { min: { value: least, inclusive: from.inclusive } }),
            ...(most === undefined ? {} : { max: { value: most, inclusive: to.inclusive } }),
          },
    )
  }
  const problemIn = (text: string) => (read(text) === null ? problemOf(fact) : undefined)
  const isTime = fact.shape === 'INSTANT'
  const suffix = fact.shape === 'PERCENT' ? '%' : undefined
  return (
    <div className={styles.form}>
      <End
        label="From"
        signs={['≥', '>']}
        isTime={isTime}
        suffix={suffix}
        {...min}
        problem={problemIn(min.text)}
        onChange={(text, inclusive) => change({ text, inclusive }, max)}
      />
      <End
        label="To"
        signs={['≤', '<']}
        isTime={isTime}
        suffix={suffix}
        {...max}
        problem={problemIn(max.text)}
        onChange={(text, inclusive) => change(min, { text, inclusive })}
      />
      {isTime ? <p className={styles.hint}>Times are in UTC.</p> : null}
      {fact.min !== undefined && fact.max !== undefined && fact.shape !== 'PERCENT' ? (
        <p className={styles.hint}>
          {fact.min} to {fact.max}
        </p>
      ) : null}
    </div>
  )
}
