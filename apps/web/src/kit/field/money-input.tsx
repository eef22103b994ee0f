import { Group, Select, TextInput } from '@mantine/core'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { formatNumber, parseNumber, type UserFormats } from '@signalbox/model/text/user-formats'
import { useState } from 'react'
import { inputProps, type FieldEditProps } from './field-input.ts'
import { currencyOptions } from '../filter/filter-options.ts'
import { useFormats } from '../session/session-store.ts'

/** Somebody who writes decimals with the other sign than their own settings say. */
function signProblem(typed: string | null, formats: UserFormats): string | undefined {
  const isPoint = formats.decimalSeparator === '.'
  if (typed === null || !typed.includes(isPoint ? ',' : '.')) return undefined
  if (parseNumber(typed, formats) !== undefined) return undefined
  return `Use a ${isPoint ? 'point' : 'comma'} as the decimal sign`
}

/** An amount as the person writes figures, and its currency. What is half typed stays in the input. */
export function MoneyInput(
  props: FieldEditProps & {
    /** The amount is one of a known currency and can be no other. */
    readonly fixedCurrency?: boolean
  },
) {
  const { field, value, onChange, disabled, fixedCurrency = false } = props
  const formats = useFormats()
  const money = value as WireMoney | null | undefined
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (money ? formatNumber(money.amount, formats) : '')
  const currency = money?.currency ?? ''
  return (
    <Group gap={8} wrap="nowrap" align="start">
      <TextInput
        {...inputProps({ ...props, error: props.error ?? signProblem(typed, formats) })}
        flex={1}
        inputMode="decimal"
        autoComplete="off"
        value={shown}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          onChange(
            text.trim() === '' && !fixedCurrency
              ? null
              : { amount: parseNumber(text, formats) ?? text, currency },
          )
        }}
      />
      <Select
        label="Currency"
        aria-label={`${field.label}: currency`}
        w={150}
        searchable
        disabled={disabled || fixedCurrency}
        data={[...currencyOptions]}
        value={currency === '' ? null : currency}
        onChange={(next) => onChange({ amount: money?.amount ?? '', currency: next ?? '' })}
      />
    </Group>
  )
}
