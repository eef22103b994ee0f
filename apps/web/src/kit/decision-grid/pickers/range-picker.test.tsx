import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { UiProvider } from '../../../ui/ui-provider.tsx'
import { signIn } from '../../testing/fake-session.ts'
import { MoneyRangePicker } from './money-picker.tsx'
import { RangePicker } from './range-picker.tsx'

beforeEach(() => signIn(['RULES']))
afterEach(cleanup)

const show = (picker: ReactNode) => render(<UiProvider>{picker}</UiProvider>)
const write = (label: string, text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } })
const isWrong = (label: string): boolean =>
  screen.getByRole('textbox', { name: label }).getAttribute('aria-invalid') === 'true'

const period = factOf('validPeriod')
const shaped = (shape: FactDeclaration['shape']): FactDeclaration => {
  if (!period) throw new Error('No fact validPeriod')
  return { ...period, shape }
}
const from = { value: '2026-03-01T01:00:00Z', inclusive: true }
const to = { value: '2026-04-01T01:00:00Z', inclusive: false }

describe('a range that is picked', () => {
  it('keeps its bounds while a time cannot be read, and says so', () => {
    const changed = vi.fn<(value: unknown) => void>()
    show(
      <RangePicker fact={shaped('INSTANT')} value={{ op: 'range', min: from, max: to }} onChange={changed} />,
    )
    write('To', '2026-05-01 1:00')
    expect(isWrong('To')).toBe(true)
    expect(screen.getByText('Use YYYY-MM-DD HH:MM')).toBeTruthy()
    write('From', '2026-03-02 01:00')
    expect(changed).not.toHaveBeenCalled()
    write('To', '2026-05-01 01:00')
    expect(isWrong('To')).toBe(false)
    expect(changed).toHaveBeenLastCalledWith({
      op: 'range',
      min: { ...from, value: '2026-03-02T01:00:00Z' },
      max: { ...to, value: '2026-05-01T01:00:00Z' },
    })
  })

  it('loses a bound that is emptied, and only then', () => {
    const changed = vi.fn<(value: unknown) => void>()
    show(
      <RangePicker fact={shaped('INSTANT')} value={{ op: 'range', min: from, max: to }} onChange={changed} />,
    )
    write('To', '')
    expect(changed).toHaveBeenLastCalledWith({ op: 'range', min: from })
  })

  it.each([
    [undefined, '1o'],
    ['PERCENT', '12,5%'],
    ['BIN', '4111xx'],
  ] as const)('keeps its bounds while a figure cannot be read: %s', (shape, text) => {
    const changed = vi.fn<(value: unknown) => void>()
    const { shape: _shape, ...plain } = shaped(undefined)
    show(
      <RangePicker
        fact={shape === undefined ? plain : shaped(shape)}
        value={{ op: 'range', min: { value: 5, inclusive: true } }}
        onChange={changed}
      />,
    )
    write('To', text)
    expect(isWrong('To')).toBe(true)
    expect(changed).not.toHaveBeenCalled()
  })

  it('keeps its amounts while one cannot be read', () => {
    const changed = vi.fn<(value: unknown) => void>()
    show(
      <MoneyRangePicker
        value={{
          op: 'moneyRange',
          min: { EUR: '1000' },
          max: { EUR: '5000' },
          minInclusive: true,
          maxInclusive: true,
          onMissing: 'NO_MATCH',
        }}
        onChange={changed}
      />,
    )
    write('To EUR', '5o')
    expect(isWrong('To EUR')).toBe(true)
    expect(changed).not.toHaveBeenCalled()
    write('To EUR', '60')
    expect(isWrong('To EUR')).toBe(false)
    expect(changed).toHaveBeenLastCalledWith(
      expect.objectContaining({ min: { EUR: '1000' }, max: { EUR: '6000' } }),
    )
  })
})
