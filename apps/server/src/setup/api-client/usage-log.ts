import type { Database } from '../../kit/database.ts'
import { addCalls, addDays, touchClients, type DayCount } from './usage-store.ts'

/** One call of a client, without what was in it. */
export interface ClientCall {
  readonly method: string
  /** The declared path, `/payments/{id}`: no ids, no query. */
  readonly path: string
  readonly status: number
  readonly latencyMs: number
  readonly ip: string
}

interface Caller {
  readonly id: string
  readonly merchantId: number
}

interface UsageDeps {
  readonly db: Database
  readonly now: () => Date
  readonly newId: () => string
  readonly onError: (error: unknown) => void
}

const flushMs = 3_000
/** A page shows the last fifty of a client; what comes faster than it is written down is counted all the same. */
const keptPerClient = 50

type Noted = ClientCall & { readonly at: Date }

/** Collects what clients do and writes it down every few seconds, so that a call costs no statement of its own. */
export class UsageLog {
  readonly #deps: UsageDeps
  #days = new Map<string, DayCount>()
  #calls = new Map<string, { caller: Caller; calls: Noted[] }>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(deps: UsageDeps) {
    this.#deps = deps
  }

  note(caller: Caller, call: ClientCall): void {
    const at = this.#deps.now()
    const day = at.toISOString().slice(0, 10)
    const key = `${caller.id} ${day}`
    const count = this.#days.get(key) ?? {
      merchantId: caller.merchantId,
      apiClientId: caller.id,
      day,
      calls: 0,
      clientErrors: 0,
      serverErrors: 0,
    }
    this.#days.set(key, {
      ...count,
      calls: count.calls + 1,
      clientErrors: count.clientErrors + (call.status >= 400 && call.status < 500 ? 1 : 0),
      serverErrors: count.serverErrors + (call.status >= 500 ? 1 : 0),
    })
    const recent = this.#calls.get(caller.id) ?? { caller, calls: [] }
    recent.calls.push({ ...call, at })
    if (recent.calls.length > keptPerClient) recent.calls.shift()
    this.#calls.set(caller.id, recent)
    this.#timer ??= setTimeout(() => void this.flush(), flushMs).unref()
  }

  /** Writes down what was noted. Usage is told for people's eyes: if it cannot be kept, calls go on. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const days = [...this.#days.values()]
    const recent = [...this.#calls.values()]
    this.#days = new Map()
    this.#calls = new Map()
    if (days.length > 0)
      this.#writing = this.#writing.then(() => this.#write(days, recent)).catch(this.#deps.onError)
    return this.#writing
  }

  async stop(): Promise<void> {
    await this.flush()
  }

  async #write(days: readonly DayCount[], recent: readonly { caller: Caller; calls: Noted[] }[]) {
    const { db, newId } = this.#deps
    await addDays(db, days)
    for (const { caller, calls } of recent) {
      const key = { merchantId: caller.merchantId, apiClientId: caller.id }
      await addCalls(
        db,
        key,
        calls.map((call) => ({ ...call, id: newId() })),
        keptPerClient,
      )
    }
    await touchClients(
      db,
      recent.flatMap(({ caller, calls }) => {
        const last = calls.at(-1)
        return last ? [{ merchantId: caller.merchantId, id: caller.id, at: last.at, ip: last.ip }] : []
      }),
    )
  }
}
