import type { Counters } from '@signalbox/model/calls/events'
import { mayAccess } from '@signalbox/model/access/policy'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import type { Work } from '../../kit/handle.ts'
import { changeSetsToApprove, rulesetsToApprove } from '../../setup/ruleset/read-model.ts'
import { countWaiting } from '../../payments/approvals/read-model.ts'
import { chainsInScope, countBroken } from '../audit/read-model.ts'
import { countOpenCases } from '../../payments/cases/read-model.ts'
import { countPendingGrants, seenGrants } from '../../people/pending-grant/read-model.ts'
import { unlessAboutRestricted } from '../../payments/gdpr/read-model.ts'
import { countOpenFindings } from '../../payments/ledger/read-model.ts'
import { countFailingJobs } from './store.ts'

/** An alert is something on Home that somebody must look into. */
async function countAlerts(work: Work): Promise<number | undefined> {
  const sources = [
    mayAccess('audit-log.view', work.user) && countBroken(work.tx, chainsInScope(work)),
    mayAccess('balance.view', work.user) && countOpenFindings(work.tx, work.scope.effective),
    mayAccess('platform.view', work.user) && countFailingJobs(work.tx),
  ].filter((source) => source !== false)
  if (sources.length === 0) return undefined
  return (await Promise.all(sources)).reduce((sum, count) => sum + count, 0)
}

/** Rule changes that wait for this person: nobody counts what they worked on themselves, as in the inbox. */
async function countRules(work: Work): Promise<Counters['rules']> {
  const { user, scope } = work
  const may = (kind: 'ruleset-approval' | 'change-set-approval') => mayAccess(workKind(kind).access, user)
  if (!may('ruleset-approval') && !may('change-set-approval')) return undefined
  const reader = { ...work, merchants: scope.effective }
  const versions = may('ruleset-approval') ? await rulesetsToApprove(reader) : []
  const sets = may('change-set-approval') ? await changeSetsToApprove(reader) : []
  const tables: Record<string, number> = {}
  for (const { part } of versions) if (part !== null) tables[part] = (tables[part] ?? 0) + 1
  return { tables, changeSets: sets.length }
}

/** For the badges of the menu and the bell. */
export async function countWork(work: Work): Promise<Counters> {
  const alerts = await countAlerts(work)
  const investigate = mayAccess('investigate.view', work.user)
    ? await countOpenCases(work.tx, work.scope.effective, { userId: work.user.id, roles: work.user.roles })
    : undefined
  const approve = mayAccess('approve.view', work.user)
    ? await countWaiting(work.tx, work.scope.effective)
    : undefined
  const pendingGrants = mayAccess('pending-grants.view', work.user)
    ? await countPendingGrants(work.tx, work.scope.effective, seenGrants(work.user, unlessAboutRestricted))
    : undefined
  const rules = await countRules(work)
  return {
    ...(alerts !== undefined && { alerts }),
    ...(approve && { approve }),
    ...(investigate && { investigate }),
    ...(pendingGrants !== undefined && { pendingGrants }),
    ...(rules && { rules }),
  }
}
