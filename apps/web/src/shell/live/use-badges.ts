import type { Counters } from '@signalbox/model/calls/events'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import { usePendingCount } from '../../kit/record/pending-changes.tsx'
import { useMay } from '../../kit/session/session-store.ts'
import { useCounters } from '../../kit/use-counters.ts'
import type { Screen } from '../../screens/screen.ts'

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

/** Pages that are queues, and what of the counters waits in them. */
const waitingIn: Readonly<Record<string, (counters: Counters) => number>> = {
  '/approve': ({ approve }) => (approve ? approve.first + approve.second : 0),
  '/investigate': ({ investigate }) => investigate?.open ?? 0,
  '/rules-hub/overview': ({ rules }) => (rules ? sum(Object.values(rules.tables)) + rules.changeSets : 0),
}

/** Changes that wait for a second person are listed there. */
const pendingPath = '/admin/backoffice-users'

/** A page of rules shows what waits in its table: not everybody who approves it sees the rules hub. */
function waitingAt(path: string, counters: Counters): number {
  return waitingIn[path]?.(counters) ?? counters.rules?.tables[path] ?? 0
}

/** Numbers beside menu items. Nobody asks for them who has no queue in the menu. */
export function useBadges(screens: readonly Screen[]): ReadonlyMap<string, number> {
  const approvesRules = useMay(workKind('ruleset-approval').access)
  const counters = useCounters(approvesRules || screens.some(({ path }) => path in waitingIn))
  const pending = usePendingCount()
  const waiting = new Map(counters ? screens.map(({ path }) => [path, waitingAt(path, counters)]) : [])
  return waiting.set(pendingPath, pending)
}
