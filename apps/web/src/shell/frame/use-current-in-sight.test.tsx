import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useCurrentInSight } from './use-current-in-sight.ts'

const [menuTop, menuPx, entryPx] = [64, 600, 32]
const names = Array.from({ length: 60 }, (_, at) => `Page ${at}`)

function Menu({ current }: { readonly current: string }) {
  const menu = useCurrentInSight(current)
  return (
    <div ref={menu} aria-label="Menu">
      {names.map((name) => (
        <a key={name} href={name} aria-current={name === current ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </div>
  )
}

/** Entries stand below each other, and the menu is as high as its window leaves it. */
function withPlaces() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function place(this: Element) {
    const menu = this.closest('[aria-label="Menu"]')
    if (this === menu) return new DOMRect(0, menuTop, 255, menuPx)
    const at = names.indexOf(this.textContent ?? '')
    return new DOMRect(0, menuTop + at * entryPx - (menu?.scrollTop ?? 0), 240, entryPx)
  })
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const isInSight = (name: string): boolean => {
  const { top, bottom } = screen.getByText(name).getBoundingClientRect()
  return top >= menuTop && bottom <= menuTop + menuPx
}

test('the page one is on is in sight when the menu comes up, and after going to another', () => {
  withPlaces()
  const { rerender } = render(<Menu current="Page 50" />)
  expect(isInSight('Page 50')).toBe(true)
  rerender(<Menu current="Page 2" />)
  expect(isInSight('Page 2')).toBe(true)
})

test('a menu that shows the page already stays where it is', () => {
  withPlaces()
  const { rerender } = render(<Menu current="Page 50" />)
  const { scrollTop } = screen.getByLabelText('Menu')
  rerender(<Menu current="Page 52" />)
  expect(isInSight('Page 52')).toBe(true)
  expect(screen.getByLabelText('Menu').scrollTop).toBe(scrollTop)
})
