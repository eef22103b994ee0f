import { systemActor } from '../../../kit/audit.ts'
import type { PeriodicJob } from '../../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../../kit/unit-of-work.ts'
import { merchantsWithPayments, sealEvents, type EventSeal } from './event-seal-store.ts'

/** As many payments as one statement hashes in a moment; a backlog takes several. */
const paymentsPerSeal = 5_000
const sealsPerRun = 20

/** What the engine did since the last time, sealed by one entry of the audit log per merchant. */
export async function sealNewEvents(kit: KitDeps, merchantId: number): Promise<EventSeal | undefined> {
  const { value } = await perform(kit, systemActor, async (unit) => {
    const seal = await sealEvents(unit.tx, merchantId, { now: unit.now, most: paymentsPerSeal })
    if (seal)
      unit.audit({
        merchantId,
        entityType: 'tx-event-seal',
        entityId: String(seal.no),
        entityLabel: `Seal ${seal.no}`,
        changeType: 'CREATE',
        action: 'SEAL',
        after: { events: seal.events, payments: seal.payments, root: seal.root },
      })
    return seal
  })
  return value
}

/** Payments go on without anybody being named for each step; what they did is made part of the audit log in batches. */
export const sealEventsJob = (kit: KitDeps): PeriodicJob => ({
  name: 'payment-event-seal',
  title: 'Sealing of payment events',
  schedule: { everySeconds: 300 },
  atStart: 'when-new',
  async run({ signal }) {
    let events = 0
    for (const merchantId of await merchantsWithPayments(kit.db)) {
      for (let seals = 0; seals < sealsPerRun; seals++) {
        signal.throwIfAborted()
        const seal = await sealNewEvents(kit, merchantId)
        events += seal?.events ?? 0
        if (!seal || seal.payments < paymentsPerSeal) break
      }
    }
    return `Events sealed: ${events}`
  },
})
