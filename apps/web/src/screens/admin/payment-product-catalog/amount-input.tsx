import { TextInput } from '@mantine/core'
import { decimalText, parseMoney } from '@signalbox/model/money/money-text'
import { texts } from '@signalbox/model/text/texts'
import { useState } from 'react'

/** An amount in its usual form; what is passed on are the digits of its smallest unit, or null when there is none. */
export function AmountInput({
  label,
  currency,
  minor,
  disabled,
  onChange,
}: {
  readonly label: string
  readonly currency: string
  readonly minor: string | null
  readonly disabled?: boolean
  readonly onChange: (minor: string | null) => void
}) {
  const [typed, setTyped] = useState<string | null>(null)
  const shown = typed ?? (minor === null ? '' : decimalText({ minor: BigInt(minor), currency }))
  const isWrong = typed !== null && typed.trim() !== '' && !parseMoney(typed.trim(), currency)
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      disabled={disabled}
      error={isWrong ? texts.invalidAmount : undefined}
      value={shown}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        const money = parseMoney(text.trim(), currency)
        if (text.trim() === '') onChange(null)
        else if (money) onChange(String(money.minor))
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null)
      }}
    />
  )
}
