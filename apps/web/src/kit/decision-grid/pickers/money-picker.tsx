import { Button, Select, TextInput } from '@mantine/core'
import type { MoneyMap } from '@signalbox/model/money/money'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { currencies, currencyOf } from '@signalbox/model/reference/currencies'
import type { Cell } from '@signalbox/model/rules/cell'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useSession } from '../../session/session-store.ts'
import styles from './pickers.module.css'

interface Line {
  readonly currency: string
  readonly amounts: readonly string[]
}

const amountIn = (map: MoneyMap | undefined, currency: string): string => {
  const minor = map?.[currency]
  if (minor === undefined || !/^-?\d+$/.test(minor) || !currencyOf(currency)) return ''
  return decimalText({ minor: BigInt(minor), currency }).replace(/\.0+$/, '')
}

const linesOf = (maps: readonly (MoneyMap | undefined)[], fallback: string): Line[] => {
  const named = [...new Set(maps.flatMap((map) => Object.keys(map ?? {})))]
  return (named.length > 0 ? named : [fallback]).map((currency) => ({
    currency,
    amounts: maps.map((map) => amountIn(map, currency)),
  }))
}

const isUnreadable = (text: string, currency: string): boolean =>
  text.trim() !== '' && !parseMoney(text.trim(), currency)

/** One amount map per column of boxes; an empty box is left out. */
const mapsOf = (lines: readonly Line[], count: number): MoneyMap[] =>
  Array.from({ length: count }, (_, column) =>
    Object.fromEntries(
      lines.flatMap(({ currency, amounts }) => {
        const money = parseMoney((amounts[column] ?? '').trim(), currency)
        return money ? [[currency, String(money.minor)]] : []
      }),
    ),
  )

const currencyData = currencies.map(({ code }) => code)

export interface AmountsProps {
  /** What each column of boxes is called. */
  readonly labels: readonly string[]
  readonly maps: readonly (MoneyMap | undefined)[]
  readonly onChange: (maps: readonly MoneyMap[]) => void
}

interface AmountLineProps {
  readonly labels: readonly string[]
  readonly line: Line
  readonly onChange: (line: Line) => void
  readonly onRemove: () => void
}

function AmountLine({ labels, line, onChange, onRemove }: AmountLineProps) {
  return (
    <div className={styles.end}>
      <Select
        className={styles.currency}
        size="xs"
        aria-label="Currency"
        searchable
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={currencyData}
        value={line.currency}
        onChange={(currency) => {
          if (currency) onChange({ ...line, currency })
        }}
      />
      {labels.map((label, column) => (
        <TextInput
          key={label}
          className={styles.grow}
          size="xs"
          inputMode="decimal"
          aria-label={`${label} ${line.currency}`}
          placeholder={label}
          value={line.amounts[column] ?? ''}
          error={isUnreadable(line.amounts[column] ?? '', line.currency) ? texts.invalidAmount : undefined}
          onChange={(event) =>
            onChange({ ...line, amounts: line.amounts.with(column, event.currentTarget.value) })
          }
        />
      ))}
      <IconButton icon="close" label={`Remove ${line.currency}`} sizePx={24} onClick={onRemove} />
    </div>
  )
}

/** Amounts per currency, one line each. While one cannot be read, the cell stays as it was. */
export function Amounts({ labels, maps, onChange }: AmountsProps) {
  const merchant = useSession().metadata.merchant
  const usual = merchant?.currencies ?? ['EUR', 'SEK', 'NOK', 'USD']
  const [lines, setLines] = useState(() => linesOf(maps, merchant?.baseCurrency ?? 'EUR'))
  const change = (next: readonly Line[]) => {
    setLines([...next])
    const isReadable = next.every(({ currency, amounts }) =>
      amounts.every((text) => !isUnreadable(text, currency)),
    )
    if (isReadable) onChange(mapsOf(next, labels.length))
  }
  const unused = [...usual, ...currencyData].find((code) => !lines.some(({ currency }) => currency === code))
  return (
    <div className={styles.form}>
      {lines.map((line, index) => (
        <AmountLine
          key={index}
          labels={labels}
          line={line}
          onChange={(next) => change(lines.with(index, next))}
          onRemove={() => change(lines.filter((_, other) => other !== index))}
        />
      ))}
      {unused ? (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<Icon name="plus" size={12} />}
          onClick={() => setLines([...lines, { currency: unused, amounts: labels.map(() => '') }])}
        >
          Add a currency
        </Button>
      ) : null}
    </div>
  )
}

type MoneyRange = Extract<Cell, { op: 'moneyRange' }>

const blankRange: MoneyRange = {
  op: 'moneyRange',
  minInclusive: true,
  maxInclusive: true,
  onMissing: 'NO_MATCH',
}

const orNothing = (map: MoneyMap | undefined): MoneyMap | undefined =>
  map && Object.keys(map).length > 0 ? map : undefined

export interface MoneyRangePickerProps {
  readonly value: MoneyRange | undefined
  readonly onChange: (value: MoneyRange | undefined) => void
}

/** From and to in each currency, and what happens to currencies that are not named. */
export function MoneyRangePicker({ value, onChange }: MoneyRangePickerProps) {
  const range = value ?? blankRange
  const change = (next: MoneyRange) => onChange(next.min || next.max ? next : undefined)
  const flag = (label: string, checked: boolean, onFlag: (checked: boolean) => void) => (
    <label className={styles.flag}>
      <input type="checkbox" checked={checked} onChange={(event) => onFlag(event.currentTarget.checked)} />
      {label}
    </label>
  )
  return (
    <div className={styles.form}>
      <Amounts
        labels={['From', 'To']}
        maps={[range.min, range.max]}
        onChange={([min, max]) => {
          const { min: _min, max: _max, ...rest } = range
          const [least, most] = [orNothing(min), orNothing(max)]
          change({ ...rest, ...(least && { min: least }), ...(most && { max: most }) })
        }}
      />
      {flag('Exclude the lower amount', !range.minInclusive, (without) =>
        change({ ...range, minInclusive: !without }),
      )}
      {flag('Exclude the upper amount', !range.maxInclusive, (without) =>
        change({ ...range, maxInclusive: !without }),
      )}
      {flag('Convert other currencies', range.onMissing === 'CONVERT', (converts) =>
        change({ ...range, onMissing: converts ? 'CONVERT' : 'NO_MATCH' }),
      )}
    </div>
  )
}
