import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'
import { useEffect, type FunctionComponent } from 'react'
import { api } from '../../kit/api.ts'
import { useMay } from '../../kit/session/session-store.ts'
import { screens as allScreens } from '../../screens/index.ts'
import type { Screen } from '../../screens/screen.ts'
import { redirects } from '../../screens/table-screens.ts'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { loadChunk } from '../../ui/chunk-load.ts'
import { Frame } from './frame.tsx'
import { NotFound } from './not-found.tsx'
import { RouteProblem } from './route-problem.tsx'

function RouteDenied({ path }: { readonly path: string }) {
  useEffect(() => {
    // The page is the same as for an unknown path; only the audit log can tell them apart.
    void api('POST /route-denied', { body: { path }, suppressToast: true }).catch(() => undefined)
  }, [path])
  return <NotFound />
}

/** The router asks for a page on every visit and every hover of a link. The answer must be the same component, or what is on the screen is built anew. */
function loadedOnce(load: Screen['load']): Screen['load'] {
  let page: ReturnType<Screen['load']> | undefined
  return () => {
    page ??= loadChunk(load).catch((error: unknown) => {
      page = undefined
      throw error
    })
    return page
  }
}

function routeOf(screen: Screen, root: AnyRoute): AnyRoute {
  const load = loadedOnce(screen.load)
  const Content = lazyRouteComponent(async () => {
    const page = await load()
    return { default: page.default as FunctionComponent }
  })
  function Guarded() {
    return useMay(screen.access) ? <Content /> : <RouteDenied path={screen.path} />
  }
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    beforeLoad: ({ location }) => {
      // Menu and legacy view go by the address, so a page has one, however it was typed.
      const { pathname, search } = location
      if (pathname !== screen.path && pathname.toLowerCase() === screen.path.toLowerCase())
        throw redirect({ to: screen.path, search, replace: true })
    },
    component: Object.assign(Guarded, { preload: Content.preload }),
    staticData: { screen },
  })
}

/** Leads to the page itself, with whatever the address asked for. */
const redirectOf = (from: string, to: string, root: AnyRoute): AnyRoute =>
  createRoute({
    getParentRoute: () => root,
    path: from,
    beforeLoad: ({ location }) => {
      throw redirect({ to, search: location.search, replace: true })
    },
  })

function PendingPage() {
  return (
    <div style={{ padding: 24 }}>
      <Skeleton>
        <SkeletonLines lines={6} />
      </Skeleton>
    </div>
  )
}

/** Addresses carry plain texts: `page=2` and not the quoted JSON the router would write on its own. */
const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search))

function stringifySearch(search: Record<string, unknown>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== null)
  const text = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export function makeRouter(options: { screens?: readonly Screen[]; history?: RouterHistory } = {}) {
  const { screens = allScreens, history } = options
  const root = createRootRoute({ component: Frame, notFoundComponent: NotFound })
  const index = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: () => {
      throw redirect({ to: '/home', replace: true })
    },
  })
  return createRouter({
    routeTree: root.addChildren([
      index,
      ...screens.map((screen) => routeOf(screen, root)),
      ...[...redirects].map(([from, to]) => redirectOf(from, to, root)),
    ]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadDelay: 50,
    defaultPendingComponent: PendingPage,
    defaultPendingMs: 0,
    // The skeleton waits before it shows; once the page is there, nobody should look at it any longer.
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteProblem,
    scrollRestoration: false,
    ...(history ? { history } : {}),
  })
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    screen?: Screen
  }
}
