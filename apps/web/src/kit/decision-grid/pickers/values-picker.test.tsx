import { render, screen } from '@testing-library/react'
import { createRef, type KeyboardEvent } from 'react'
import { expect, it, vi } from 'vitest'
import type { PickerKeys } from '../cell-editor.tsx'
import { columnNamed } from '../testing/small-grid.ts'
import { CellSources } from './cell-sources.ts'
import { ValuesPicker } from './values-picker.tsx'

const psps = [
  { value: 'kestrelcard', label: 'Kestrel Card' },
  { value: 'kestrelbank', label: 'Kestrel Card and Bank' },
]

/** What Tab takes when this was typed, and undefined where the text itself is taken. */
function takenBy(typed: string): readonly string[] | undefined {
  const onChange = vi.fn<(values: readonly string[], done: boolean) => void>()
  const keys = createRef<PickerKeys>()
  const { unmount } = render(
    <CellSources value={{ psp: psps }}>
      <ValuesPicker
        column={columnNamed('o:psp')}
        text={typed}
        selected={[]}
        single
        onChange={onChange}
        keys={keys}
      />
    </CellSources>,
  )
  expect(screen.getByRole('listbox')).toBeTruthy()
  keys.current?.({ key: 'Tab', preventDefault: () => undefined } as KeyboardEvent)
  unmount()
  return onChange.mock.calls[0]?.[0]
}

it.each([
  ['the beginning of a name', 'Kestrel Card a', ['kestrelbank']],
  ['a whole name', 'Kestrel Card', ['kestrelcard']],
  ['a name in small letters', 'kestrel card', ['kestrelcard']],
  ['the id itself, which needs no help', 'kestrelcard', undefined],
  ['something nobody knows', 'zebra', undefined],
])('keeps the id when what is typed is %s', (_, typed, taken) => {
  expect(takenBy(typed)).toEqual(taken)
})
