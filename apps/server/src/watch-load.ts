import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Database, Tx } from './kit/database.ts'
import type { DatabaseLanes } from './kit/database-lanes.ts'
import { queueState } from './kit/jobs/queue-state-store.ts'
import type { Metrics } from './kit/metrics.ts'
import { readWithin } from './kit/read-within.ts'
import type { Payments } from './payments/core/payments.ts'
import { waitingMessages } from './payments/notifications/waiting-store.ts'

interface Watched {
  readonly metrics: Metrics
  readonly payments: Payments
  readonly lanes: Partial<Pick<DatabaseLanes, 'use'>> | undefined
  /** For what stands in the database. */
  readonly db: Database
  readonly log: Logger
}

/** Whoever asks more often is told the same again: looking costs the database something. */
const freshMs = 5_000
/** Somebody who wants to know what is wrong must get an answer, also when it is the database. */
const timeoutMs = 2_000

/** What tells an operator that payments wait, and for what. */
export function watchLoad({ metrics, payments, lanes, db, log }: Watched): void {
  const { admission, machine } = payments
  let refusedBefore = 0
  metrics.watch(() => {
    const { open, waiting, refused } = admission.state
    metrics.paymentsOpen.set(open)
    metrics.paymentsWaiting.set(waiting)
    metrics.paymentsRefused.inc(refused - refusedBefore)
    refusedBefore = refused
    for (const use of lanes?.use?.() ?? []) {
      const { lane } = use
      metrics.connections.set({ lane }, use.open)
      metrics.connectionsBusy.set({ lane }, use.busy)
      metrics.connectionsWaitedFor.set({ lane }, use.waiting)
    }
  })
  const { now } = machine.deps.kit
  metrics.watch(
    lately(async () => {
      const read = readWithin(db, timeoutMs, (tx) => readWork(metrics, tx, now()))
      try {
        await Promise.race([read, tooLate()])
      } catch (error) {
        metrics.workUnread.inc()
        log.warn({ err: error }, 'what waits could not be read for the metrics')
      }
    }),
  )
}

/** Also a free connection may take longer than anybody waits here. */
async function tooLate(): Promise<never> {
  await pause(timeoutMs, undefined, { ref: false })
  throw new Error('The database did not answer in time')
}

/** Asked again only after a while; all who ask meanwhile wait for the same answer. */
function lately(read: () => Promise<void>): () => Promise<void> {
  let begunMs = Number.NEGATIVE_INFINITY
  let reading = Promise.resolve()
  return () => {
    if (performance.now() - begunMs < freshMs) return reading
    begunMs = performance.now()
    reading = read()
    return reading
  }
}

async function readWork(metrics: Metrics, tx: Tx, now: Date): Promise<void> {
  const queue = await queueState(tx)
  metrics.jobsWaiting.set(queue.waiting)
  metrics.jobsGivenUp.set(queue.failed)
  metrics.jobsOldest.set(queue.oldestSeconds)
  const messages = await waitingMessages(tx, now)
  metrics.messagesWaiting.reset()
  metrics.messagesOldest.reset()
  for (const { kind, waiting, oldestSeconds } of messages) {
    metrics.messagesWaiting.set({ kind }, waiting)
    metrics.messagesOldest.set({ kind }, oldestSeconds)
  }
}
