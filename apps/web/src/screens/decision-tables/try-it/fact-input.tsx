import { Select, TextInput } from '@mantine/core'
import { countries } from '@signalbox/model/reference/countries'
import { currencies } from '@signalbox/model/reference/currencies'
import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { use, useState } from 'react'
import { CellSources } from '../../../kit/decision-grid/pickers/cell-sources.ts'
import styles from './try-it.module.css'

export interface FactInputProps {
  readonly fact: FactDeclaration
  readonly value: unknown
  readonly problem: string | undefined
  readonly onChange: (value: unknown) => void
}

interface Option {
  readonly value: string
  readonly label: string
}

const countryOptions: Option[] = countries.map(({ code, name }) => ({
  value: code,
  label: `${name} (${code})`,
}))
const currencyOptions: Option[] = currencies.map(({ code, name }) => ({
  value: code,
  label: `${code} ${name}`,
}))

function useOptions(fact: FactDeclaration): Option[] | null {
  const catalogues = use(CellSources)
  if (fact.type === 'COUNTRY') return countryOptions
  if (fact.type === 'CURRENCY') return currencyOptions
  if (fact.shape === 'LOCATION') return null
  if (fact.options) return Object.entries(fact.options).map(([value, label]) => ({ value, label }))
  const items = fact.catalogue ? (catalogues[fact.catalogue] ?? []) : []
  return items.length > 0 ? items.map(({ value, label }) => ({ value, label })) : null
}

/** `vip = gold; source = web` to and from a record. */
const writeMap = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([key, member]) => `${key} = ${String(member)}`)
        .join('; ')
    : ''

function readMap(text: string): Record<string, string> | undefined {
  const entries = text.split(';').flatMap((part) => {
    const [key = '', ...rest] = part.split('=')
    return key.trim() === '' || rest.length === 0 ? [] : [[key.trim(), rest.join('=').trim()]]
  })
  return entries.length === 0 ? undefined : (Object.fromEntries(entries) as Record<string, string>)
}

const writeMoney = (value: unknown): string => {
  if (typeof value !== 'object' || value === null || !('amount' in value) || !('currency' in value)) return ''
  return `${String(value.amount)} ${String(value.currency)}`
}

function readMoney(text: string): unknown {
  const [, amount, currency] = /^\s*([\d.,\s]+?)\s*([A-Za-z]{3})\s*$/.exec(text) ?? []
  if (amount === undefined || currency === undefined) return text.trim() === '' ? undefined : text
  return { amount: amount.replaceAll(/[\s,]/g, ''), currency: currency.toUpperCase() }
}

/** How a fact that has no list stands in its box, and what the box means. */
function textForm({ type, shape }: FactDeclaration) {
  if (type === 'STRING_NUMBER_MAP') return { write: writeMoney, read: readMoney, example: '100.00 EUR' }
  if (type.endsWith('_MAP') || shape === 'LOCATION')
    return {
      write: writeMap,
      read: readMap,
      example: shape === 'LOCATION' ? 'ip = SWE; bin = NOR' : 'vip = gold',
    }
  if (type === 'NUMBER') {
    return {
      write: (value: unknown) => (typeof value === 'number' ? String(value) : ''),
      read: (text: string) =>
        text.trim() === '' ? undefined : Number.isFinite(Number(text)) ? Number(text) : text,
      example: '',
    }
  }
  return {
    write: (value: unknown) =>
      Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : '',
    read: (text: string) => {
      const items = text.split(',').map((item) => item.trim())
      return text.trim() === '' ? undefined : type === 'LIST' && items.length > 1 ? items : text.trim()
    },
    example: '',
  }
}

function TextFact({ fact, value, problem, onChange }: FactInputProps) {
  const { write, read, example } = textForm(fact)
  const [typed, setTyped] = useState({ for: value, text: write(value) })
  // A sample may have put another value here since the last letter.
  const text = typed.for === value ? typed.text : write(value)
  return (
    <TextInput
      size="xs"
      label={fact.label}
      placeholder={example}
      value={text}
      error={problem}
      onChange={(event) => {
        const next = read(event.currentTarget.value)
        setTyped({ for: next, text: event.currentTarget.value })
        onChange(next)
      }}
    />
  )
}

const answers = [
  { value: undefined, label: '–', name: 'not known' },
  { value: true, label: 'Yes', name: 'yes' },
  { value: false, label: 'No', name: 'no' },
] as const

/** One fact of the payment to try, in the input of its kind. Empty means it is not known. */
export function FactInput(props: FactInputProps) {
  const { fact, value, problem, onChange } = props
  const options = useOptions(fact)
  if (fact.type === 'BOOLEAN') {
    return (
      <fieldset className={styles.answers}>
        <legend className={styles.legend}>{fact.label}</legend>
        {answers.map((answer) => (
          <button
            key={answer.name}
            type="button"
            className={styles.answer}
            aria-pressed={value === answer.value}
            aria-label={`${fact.label}: ${answer.name}`}
            onClick={() => onChange(answer.value)}
          >
            {answer.label}
          </button>
        ))}
      </fieldset>
    )
  }
  if (!options) return <TextFact {...props} />
  const chosen = typeof value === 'string' ? value : Array.isArray(value) ? String(value[0]) : null
  const listed = chosen === null || options.some((option) => option.value === chosen)
  return (
    <Select
      size="xs"
      label={fact.label}
      placeholder="Not known"
      searchable
      clearable
      limit={80}
      data={listed ? options : [...options, { value: chosen, label: chosen }]}
      value={chosen}
      error={problem}
      onChange={(next) => onChange(next ?? undefined)}
    />
  )
}
