import type { Logger } from 'pino'
import type { Access } from '@signalbox/model/access/policy'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { appendAudit, type AuditActor, type AuditNote } from './audit.ts'
import type { ConsolePriority } from './console-priority.ts'
import type { Database, Tx } from './database.ts'
import type { HeavyWork } from './heavy-work.ts'
import { enqueueJob, type JobRequest } from './jobs/enqueue-job.ts'
import { chainOfPath } from './scope.ts'
import type { SessionUser } from './session-user.ts'
import { transaction } from './transaction.ts'
import type { Semaphore } from './semaphore.ts'

/** What the kit needs from outside: everything that is not a pure function of its arguments. */
export interface KitDeps {
  readonly db: Database
  readonly now: () => Date
  /** Real time, where `now` is that of payments and may be ahead of it. The audit log goes by this. */
  readonly realNow?: () => Date
  readonly newId: () => string
  /** Key of the audit seals, derived from the master key. */
  readonly auditKey: Buffer
  readonly log: Logger
  /** How the person wants dates and figures written; the user data feature knows. */
  readonly userFormats: (tx: Tx, user: { id: string; homeMerchantId: number }) => Promise<UserFormats>
  /**
   * Where calls that write queue before they take a connection. A bulk call takes a second one for each record while it
   * holds its own; when all connections are held by such calls, each waits for another for ever.
   */
  readonly writers?: Semaphore
  /** Told of every call of the console, before which payments step back. */
  readonly priority?: ConsolePriority
  /** Lets few calls that take long in at a time. */
  readonly heavyWork?: HeavyWork
  /** The same for calls that run scripts, queries or rules, which take less long each. */
  readonly computing?: HeavyWork
  /** The same for the charts of dashboards. */
  readonly charting?: HeavyWork
  /** Told after a commit that left events, which are then passed on at once and not at the next poll. */
  readonly eventsCommitted?: () => void
  /** Told of every call that was let in, and what opened it; the users feature keeps account of unused roles. */
  readonly accessUsed?: (user: SessionUser, access: Access) => Promise<void>
}

interface LiveEvent {
  readonly merchantId: number
  /** Usually the slug of an entity; browsers subscribe to it. */
  readonly topic: string
  readonly key: string
  readonly payload?: Readonly<Record<string, unknown>>
}

/** A transaction with everything that must be written together with the change itself. */
export interface UnitOfWork {
  readonly tx: Tx
  readonly now: Date
  readonly newId: () => string
  audit(note: AuditNote): void
  emit(event: LiveEvent): void
  enqueue(job: JobRequest): void
  /** Told once all of it is committed, and never when it is not: for what only this process keeps. */
  afterCommit(tell: () => void): void
}

interface Outcome<T> {
  readonly value: T
  readonly audited: number
}

/**
 * Runs one change: the body, then its jobs, events and audit entries, then the commit. All or nothing. The body may
 * run again after a serialisation failure, which is why its notes are collected afresh each time.
 */
export async function perform<T>(
  deps: KitDeps,
  actor: AuditActor,
  body: (work: UnitOfWork) => Promise<T>,
): Promise<Outcome<T>> {
  let emitted = 0
  let tellings: (() => void)[] = []
  const outcome = await transaction(deps.db, async (tx) => {
    const notes: AuditNote[] = []
    const events: LiveEvent[] = []
    const jobs: JobRequest[] = []
    tellings = []
    const now = deps.now()
    const value = await body({
      tx,
      now,
      newId: deps.newId,
      audit: (note) => void notes.push(note),
      emit: (event) => void events.push(event),
      enqueue: (job) => void jobs.push(job),
      afterCommit: (tell) => void tellings.push(tell),
    })
    await insertEvents(tx, events, deps.newId, deps.realNow?.() ?? now)
    emitted = events.length
    for (const job of jobs) await enqueueJob(tx, job)
    if (notes.length > 0) {
      const chains = await chainsOf(tx, notes)
      const chained = notes.map((note) => ({ note, chain: chains.get(note.merchantId) ?? note.merchantId }))
      await appendAudit(tx, deps.auditKey, actor, chained, deps.realNow?.() ?? now)
    }
    return { value, audited: notes.length }
  })
  if (emitted > 0) deps.eventsCommitted?.()
  for (const tell of tellings) tellAll(tell, deps.log)
  return outcome
}

/** What is done stays done: whoever counts or logs it cannot make it a failure. */
function tellAll(tell: () => void, log: KitDeps['log']): void {
  try {
    tell()
  } catch (error) {
    log.error({ err: error }, 'telling of a committed change failed')
  }
}

async function insertEvents(
  tx: Tx,
  events: readonly LiveEvent[],
  newId: () => string,
  now: Date,
): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ merchantId, topic, key, payload }) => ({
    merchantId,
    topic,
    key,
    payload: JSON.stringify(payload ?? {}),
    id: newId(),
    at: now,
  }))
  await tx.insertInto('outbox').values(rows).execute()
}

async function chainsOf(tx: Tx, notes: readonly AuditNote[]): Promise<Map<number, number>> {
  const ids = [...new Set(notes.map((note) => note.merchantId))]
  const rows = await tx.selectFrom('merchant').select(['id', 'path']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, chainOfPath(row.path)]))
}
