import type { Counters } from '@signalbox/model/calls/events'
import { usePendingCount } from '../../kit/record/pending-changes.tsx'
import { useCounters } from '../../kit/use-counters.ts'
import type { Screen } from '../../screens/screen.ts'

/** Pages that are queues, and what of the counters waits in them. */
const waitingIn: Readonly<Record<string, (counters: Counters) => number>> = {
  '/approve': ({ approve }) => (approve ? approve.first + approve.second : 0),
  '/investigate': ({ investigate }) => investigate?.open ?? 0,
}

/** Changes that wait for a second person are listed there. */
const pendingPath = '/admin/backoffice-users'

/** Numbers beside menu items. Nobody asks for them who has no queue in the menu. */
export function useBadges(screens: readonly Screen[]): ReadonlyMap<string, number> {
  const queues = screens.filter(({ path }) => path in waitingIn)
  const counters = useCounters(queues.length > 0)
  const pending = usePendingCount()
  const waiting = new Map(queues.map(({ path }) => [path, counters ? (waitingIn[path]?.(counters) ?? 0) : 0]))
  return waiting.set(pendingPath, pending)
}
