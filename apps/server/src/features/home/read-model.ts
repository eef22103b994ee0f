import type { Counters } from '@signalbox/model/calls/events'
import { mayAccess } from '@signalbox/model/policy'
import type { Work } from '../../kit/handle.ts'
import { chainsInScope, countBroken } from '../audit/read-model.ts'
import { countOpenFindings } from '../../payments/ledger/read-model.ts'
import { countFailingJobs } from './store.ts'

/** For the badges: an alert is something on Home that somebody must look into. */
export async function countWork(work: Work): Promise<Counters> {
  const sources = [
    mayAccess('audit-log.view', work.user) && countBroken(work.tx, chainsInScope(work)),
    mayAccess('balance.view', work.user) && countOpenFindings(work.tx, work.scope.effective),
    mayAccess('platform.view', work.user) && countFailingJobs(work.tx),
  ].filter((source) => source !== false)
  if (sources.length === 0) return {}
  const counts = await Promise.all(sources)
  return { alerts: counts.reduce((sum, count) => sum + count, 0) }
}
