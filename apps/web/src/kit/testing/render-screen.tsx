import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  type RouterHistory,
} from '@tanstack/react-router'
import { cleanup, configure, render, waitFor } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeAll } from 'vitest'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { sessionStore } from '../session/session-store.ts'

/** The test environment lays nothing out; without a height no row would count as in sight. */
export function withLayout(): void {
  beforeAll(() => {
    // Working out what is hidden for each query takes longer than everything a test does.
    configure({ defaultHidden: true })
    for (const side of ['clientHeight', 'clientWidth']) {
      Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 240 })
    }
  })
  beforeAll(() => {
    // Inputs that grow with their text listen for fonts, which the test environment does not load.
    Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() })
  })
  afterEach(() => {
    cleanup()
    sessionStorage.clear()
    sessionStore.signOut()
  })
}

const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))
const stringifySearch = (search: Record<string, unknown>): string => {
  const text = new URLSearchParams(search as Record<string, string>).toString()
  return text === '' ? '' : `?${text}`
}

/** The table of a list, once its rows are there. Asking for it by role would look at every cell each time. */
export const findTable = (): Promise<HTMLTableElement> =>
  waitFor(() => {
    const table = document.querySelector<HTMLTableElement>('table[role="grid"]')
    if (!table) throw new Error('There is no table yet')
    return table
  })

export interface Rendered {
  readonly user: UserEvent
  readonly history: RouterHistory
  /** The query string of the address. */
  readonly search: () => string
}

/** Draws one screen under its address, with everything around it that the shell would give. */
export function renderScreen(Screen: ComponentType, address: string): Rendered {
  const history = createMemoryHistory({ initialEntries: [address] })
  const root = createRootRoute()
  const path = address.split('?', 1)[0] ?? '/'
  const route = createRoute({ getParentRoute: () => root, path, component: () => <Screen /> })
  const elsewhere = createRoute({
    getParentRoute: () => root,
    path: '/elsewhere',
    component: () => <p>Elsewhere</p>,
  })
  const router = createRouter({
    routeTree: root.addChildren([route, elsewhere]),
    history,
    parseSearch,
    stringifySearch,
    defaultPendingMinMs: 0,
  })
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <UiProvider>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </UiProvider>,
  )
  return { user: userEvent.setup(), history, search: () => history.location.search }
}
