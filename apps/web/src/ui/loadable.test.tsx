import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { loadable, useOnceNeeded, usePrefetch } from './loadable.tsx'

afterEach(cleanup)

const Hello = ({ name }: { readonly name: string }) => <p>Hello {name}</p>

test('what was fetched before is there at once, and is fetched only once', async () => {
  const load = vi.fn<() => Promise<typeof Hello>>(() => Promise.resolve(Hello))
  const Part = loadable(load)
  await Part.preload()
  render(<Part name="Anna" />)
  expect(screen.getByText('Hello Anna')).toBeTruthy()
  expect(load).toHaveBeenCalledOnce()
})

test('what was not fetched comes when it has arrived', async () => {
  const Part = loadable(() => Promise.resolve(Hello))
  render(<Part name="Anna" />)
  expect(screen.queryByText('Hello Anna')).toBeNull()
  expect(await screen.findByText('Hello Anna')).toBeTruthy()
})

test('parts are fetched one after the other once they may be, others are left alone', async () => {
  const order: string[] = []
  const part = (name: string) =>
    loadable(() => {
      order.push(name)
      return Promise.resolve(Hello)
    })
  const parts = [part('first'), Hello, undefined, part('second')]
  function Page({ ready }: { readonly ready: boolean }) {
    usePrefetch(parts, ready)
    return null
  }
  const { rerender } = render(<Page ready={false} />)
  expect(order).toEqual([])
  rerender(<Page ready />)
  await waitFor(() => expect(order).toEqual(['first', 'second']))
})

test('what was needed once stays', () => {
  function Drawer({ opened }: { readonly opened: boolean }) {
    return useOnceNeeded(opened) ? <p>{opened ? 'open' : 'closing'}</p> : null
  }
  const { rerender, container } = render(<Drawer opened={false} />)
  expect(container.textContent).toBe('')
  rerender(<Drawer opened />)
  expect(container.textContent).toBe('open')
  rerender(<Drawer opened={false} />)
  expect(container.textContent).toBe('closing')
})
