import { kinds, type Field, type Kind } from '@signalbox/model/field/field'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { displayText } from './display-text.ts'
import { FieldEdit } from './field-edit.tsx'
import { FieldView } from './field-view.tsx'
import { merchantNameIn } from '../merchant-names.ts'
import { pspNameIn, withPspNamesIn } from '../psp-names.ts'
import { metadataFor, signIn } from '../testing/fake-session.ts'
import { withLayout } from '../testing/render-screen.tsx'
import { sessionStore } from '../session/session-store.ts'

withLayout()

const examples: Record<Kind, { value: unknown; shown: string }> = {
  string: { value: 'Nordea', shown: 'Nordea' },
  text: { value: 'first\nsecond', shown: 'first' },
  number: { value: 12345, shown: '12,345' },
  decimal: { value: '11.06250000', shown: '11.06250000' },
  day: { value: '2026-02-03', shown: '2026-02-03' },
  boolean: { value: true, shown: 'Yes' },
  choice: { value: 'A', shown: 'Alpha' },
  choices: { value: ['A', 'B'], shown: 'Beta' },
  strings: { value: ['one', 'two', 'three'], shown: '+1' },
  country: { value: 'SWE', shown: 'Sweden' },
  countries: { value: ['SWE', 'FIN'], shown: 'Finland' },
  currency: { value: 'SEK', shown: 'SEK' },
  currencies: { value: ['SEK'], shown: 'SEK' },
  merchant: { value: 100010000, shown: 'Northlight Gaming' },
  merchants: { value: [1000], shown: 'Platform' },
  instant: { value: '2026-11-15T01:10:00.000Z', shown: '2026-11-15 02:10' },
  pattern: { value: '^NDEA', shown: '^NDEA' },
  money: { value: { amount: '-1234.50', currency: 'EUR' }, shown: '-1,234.50 EUR' },
  json: { value: { a: 1 }, shown: '{"a":1}' },
}

const fieldOf = (kind: Kind): Field => ({ kind, label: 'Thing', options: { A: 'Alpha', B: 'Beta' } })
const settings = { formats: { ...sessionDefaults().formats, timeZone: 'Europe/Stockholm' } }

function sessionDefaults() {
  signIn([])
  const session = sessionStore.get()
  if (!session) throw new Error('nobody is signed in')
  return session.userData.settings
}

describe('field kinds', () => {
  it('typing a currency and Enter chooses it, and not one that merely contains the letters', async () => {
    signIn([], settings)
    const onChange = vi.fn<(value: unknown) => void>()
    render(
      <UiProvider>
        <FieldEdit id="thing" field={fieldOf('currency')} value={null} onChange={onChange} />
      </UiProvider>,
    )
    await userEvent.type(screen.getByRole('combobox', { name: /Thing/ }), 'EUR{Enter}')
    expect(onChange.mock.lastCall?.[0]).toBe('EUR')
  })

  it.each([
    ['currency', 'EUR', '{Enter}'],
    ['currency', 'EUR', 'x{Backspace}{Enter}'],
    ['currency', 'EUR', '{Control>}a{/Control}{Backspace}{Enter}'],
    ['currencies', ['EUR'], '{Enter}'],
    ['currencies', ['EUR'], 'x{Backspace}{Enter}'],
  ] as const)('%s keeps %o when %s is pressed', async (kind, value, keys) => {
    signIn([], settings)
    const onChange = vi.fn<(value: unknown) => void>()
    render(
      <UiProvider>
        <FieldEdit id="thing" field={fieldOf(kind)} value={value} onChange={onChange} />
      </UiProvider>,
    )
    await userEvent.click(screen.getByRole('combobox', { name: /Thing/ }))
    await userEvent.keyboard(keys)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('several are chosen by typing and Enter, and Enter alone adds none', async () => {
    signIn([], settings)
    const onChange = vi.fn<(value: unknown) => void>()
    render(
      <UiProvider>
        <FieldEdit id="thing" field={fieldOf('currencies')} value={[]} onChange={onChange} />
      </UiProvider>,
    )
    await userEvent.type(screen.getByRole('combobox', { name: /Thing/ }), 'SEK{Enter}{Enter}')
    expect(onChange.mock.calls).toEqual([[['SEK']]])
  })

  it.each(kinds)('%s is shown as people read it, and nothing as a dash', (kind) => {
    signIn([], settings)
    const { value, shown } = examples[kind]
    const { container } = render(
      <UiProvider>
        <FieldView field={fieldOf(kind)} value={value} />
        <p data-testid="none">
          <FieldView field={fieldOf(kind)} value={null} />
        </p>
      </UiProvider>,
    )
    expect(container.textContent).toContain(shown)
    expect(screen.getByTestId('none').textContent).toBe('–')
  })

  it.each(kinds)('%s has an input with its label', (kind) => {
    signIn([], settings)
    render(
      <UiProvider>
        <FieldEdit
          id="thing"
          field={fieldOf(kind)}
          value={examples[kind].value}
          onChange={() => undefined}
          error="Wrong"
        />
      </UiProvider>,
    )
    expect(screen.getAllByText('Thing').length).toBeGreaterThan(0)
    expect(screen.getByText('Wrong')).toBeTruthy()
  })

  it('a PSP has the name people gave it, in a field and in a sentence of the platform', () => {
    signIn([])
    const field = (names: Field['names']): Field => ({ kind: 'string', label: 'PSP', names })
    render(
      <UiProvider>
        <FieldView field={field('psp')} value="acmecards" />
        <FieldView field={field('psp')} value="gone-psp" />
        <FieldView field={field('psps in text')} value="acmecards did not answer; acmecards2 did." />
      </UiProvider>,
    )
    expect(screen.getByText('Acme Cards')).toBeTruthy()
    expect(screen.getByText('gone-psp')).toBeTruthy()
    expect(screen.getByText('Acme Cards did not answer; acmecards2 did.')).toBeTruthy()
  })

  it('gives every kind one plain text', () => {
    const { merchants, enums } = metadataFor([])
    const context = {
      formats: settings.formats,
      merchantName: merchantNameIn(merchants),
      pspName: pspNameIn(enums.psps),
      withPspNames: withPspNamesIn(enums.psps),
    }
    const texts = kinds.map((kind) => displayText(fieldOf(kind), examples[kind].value, context))
    expect(texts.every((text) => text.length > 0 && text !== '–')).toBe(true)
    expect(displayText(fieldOf('merchants'), [1000, 5], context)).toBe('Platform, 5')
  })
})
