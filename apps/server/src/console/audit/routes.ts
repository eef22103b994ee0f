import { auditCalls } from '@signalbox/model/calls/audit'
import { totalCap } from '@signalbox/model/field/paging'
import { Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { readFilter } from './audit-filter.ts'
import { latestAnchors } from './chain-store.ts'
import { chainsInScope } from './chains-in-scope.ts'
import { exportEntries } from './export.ts'
import { logReader } from './log-reader.ts'
import { countEntries, getEntry, listEntries, listOptions } from './store.ts'
import { verifyChains, type VerifyRange } from './verification.ts'

const asWork = (work: unknown) => work as Work

/** Going through a long chain is work for the whole node, so one person at a time may ask for it. */
function verifier(folder: string | undefined) {
  let busy = false
  return async (work: Work, { chainId, ...range }: VerifyRange & { chainId?: number }) => {
    const chains = chainsInScope(work)
    if (chainId !== undefined && !chains.includes(chainId)) throw new Refusal('NOT_FOUND')
    if (busy)
      throw new Refusal('RATE_LIMITED', {
        message: 'A verification is already running. Wait until it has finished.',
      })
    busy = true
    try {
      return await verifyChains(work.deps, chainId === undefined ? chains : [chainId], { range, folder })
    } finally {
      busy = false
    }
  }
}

export interface AuditDeps {
  /** Where this node keeps what the ends of the chains once were. */
  readonly folder?: string
}

export function handlers({ folder }: AuditDeps = {}): Handler[] {
  const verify = verifier(folder)
  return [
    handle(auditCalls.list, async (work) => {
      const { start, limit, cursor, ...given } = work.query
      const { effective } = work.scope
      const filter = readFilter(given, { userId: work.user.id, effective, now: work.now })
      const [page, total] = await Promise.all([
        listEntries(await logReader(work), filter, { start, limit, cursor }),
        countEntries(work.tx, filter),
      ])
      return { ...page, start, limit, total: Math.min(total, totalCap), totalCapped: total > totalCap }
    }),
    handle(auditCalls.options, (work) => listOptions(work.tx, work.scope.effective)),
    handle(auditCalls.export, (work) => exportEntries(asWork(work), work.query)),
    handle(auditCalls.verify, (work) => verify(asWork(work), work.query)),
    handle(auditCalls.anchor, async (work) => ({
      items: await latestAnchors(work.tx, chainsInScope(asWork(work))),
    })),
    handle(auditCalls.get, async (work) => {
      const entry = await getEntry(await logReader(work), work.params, work.scope.effective)
      if (!entry) throw new Refusal('NOT_FOUND')
      return entry
    }),
  ]
}
