import type { Field, Kind } from '@signalbox/model/field/field'

export const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The PostgreSQL type each kind is stored as; the drift test holds migrations against it. */
export const columnTypes: Record<Kind, readonly string[]> = {
  string: ['text'],
  text: ['text'],
  number: ['integer', 'smallint', 'bigint', 'numeric'],
  decimal: ['numeric'],
  boolean: ['boolean'],
  choice: ['text'],
  choices: ['ARRAY'],
  strings: ['ARRAY'],
  country: ['text'],
  countries: ['ARRAY'],
  currency: ['text'],
  currencies: ['ARRAY'],
  merchant: ['integer'],
  merchants: ['ARRAY'],
  instant: ['timestamp with time zone'],
  day: ['date'],
  pattern: ['text'],
  json: ['jsonb'],
  money: ['jsonb'],
}

/** jsonb takes text; everything else goes as it is. An empty text in an optional field means "not set". */
export function toColumn(field: Field, value: unknown): unknown {
  if (field.kind === 'json' || field.kind === 'money') return JSON.stringify(value ?? null)
  if (value === '' && !field.required) return null
  return value
}
