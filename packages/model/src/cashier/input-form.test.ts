import { expect, it } from 'vitest'
import { formOf } from './input-form.ts'

const input = {
  name: 'attributes.club',
  key: 'club',
  labelKey: 'club.label',
  type: 'SELECT',
  required: false,
  pattern: null,
  min: null,
  max: null,
  mask: null,
  options: [{ value: 'A', labelKey: 'club.a' }],
  visibleWhen: null,
  sensitive: false,
  autocomplete: null,
} as const

it('nobody who pays reads a place that a label leaves open', () => {
  const texts: Readonly<Record<string, string>> = { 'club.label': 'Hello {0}', 'club.a': 'From {0} to {1}' }
  const [shown] = formOf([input], (key) => texts[key] ?? key)
  expect(shown).toMatchObject({ label: 'Hello', options: [{ value: 'A', label: 'From to' }] })
})
