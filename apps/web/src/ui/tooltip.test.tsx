import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Tooltip, TooltipHost } from './tooltip.tsx'
import { popupDelaysMs, tooltipStore } from './tooltip-store.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  act(() => tooltipStore.close())
  cleanup()
  vi.useRealTimers()
})

function renderButton(hoverable = true) {
  render(
    <>
      <Tooltip content="More about it" hoverable={hoverable}>
        <button type="button">Button</button>
      </Tooltip>
      <TooltipHost />
    </>,
  )
  return screen.getByRole('button')
}

const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms)
  })
const tooltip = () => screen.queryByRole('tooltip')

test('the delays are those of the specification', () => {
  expect(popupDelaysMs).toEqual({ open: 50, leave: 70, hoverableClose: 300 })
})

test('opens 50 ms after the pointer came, and describes the control', () => {
  const button = renderButton()
  fireEvent.pointerEnter(button)
  pass(49)
  expect(tooltip()).toBeNull()
  pass(1)
  expect(tooltip()?.textContent).toBe('More about it')
  expect(button.getAttribute('aria-describedby')).toBe(tooltip()?.id)
})

test('a hoverable one closes 300 ms after the pointer left', () => {
  const button = renderButton()
  fireEvent.pointerEnter(button)
  pass(50)
  fireEvent.pointerLeave(button)
  pass(299)
  expect(tooltip()).not.toBeNull()
  pass(1)
  expect(tooltip()).toBeNull()
})

test('the pointer may rest on it', () => {
  const button = renderButton()
  fireEvent.pointerEnter(button)
  pass(50)
  fireEvent.pointerLeave(button)
  pass(100)
  fireEvent.pointerEnter(tooltip() as HTMLElement)
  pass(5000)
  expect(tooltip()).not.toBeNull()
})

test('one that is not hoverable closes after 70 ms', () => {
  const button = renderButton(false)
  fireEvent.pointerEnter(button)
  pass(50)
  fireEvent.pointerLeave(button)
  pass(69)
  expect(tooltip()).not.toBeNull()
  pass(1)
  expect(tooltip()).toBeNull()
})

test('Escape closes it and goes no further', () => {
  const button = renderButton()
  const heard = vi.fn<() => void>()
  document.addEventListener('keydown', heard)
  fireEvent.pointerEnter(button)
  pass(50)
  fireEvent.keyDown(button, { key: 'Escape' })
  document.removeEventListener('keydown', heard)
  expect(tooltip()).toBeNull()
  expect(heard).not.toHaveBeenCalled()
})

test('passing over a control opens nothing', () => {
  const button = renderButton()
  fireEvent.pointerEnter(button)
  pass(30)
  fireEvent.pointerLeave(button)
  pass(1000)
  expect(tooltip()).toBeNull()
})
