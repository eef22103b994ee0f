import type { Logger } from 'pino'
import type { Database } from '../../kit/database.ts'
import { readAheadMs } from './clock-store.ts'

const lookMs = 1_000

interface PaymentClockDeps {
  readonly db: Database
  readonly now: () => Date
  readonly log: Logger
}

/**
 * The time payments live in. Outside production it may be ahead of the real one, so that expiry, automatic approval and
 * capture can be seen without waiting; all nodes share how far, and each looks every second. Sessions, throttles,
 * tokens, the audit log and the schedule of jobs stay in real time.
 */
export class PaymentClock {
  readonly #deps: PaymentClockDeps
  #aheadMs = 0
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: PaymentClockDeps) {
    this.#deps = deps
  }

  readonly now = (): Date => new Date(this.#deps.now().getTime() + this.#aheadMs)

  async start(): Promise<void> {
    await this.#look()
    this.#timer = setInterval(() => {
      this.#looking = this.#look()
    }, lookMs).unref()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async #look(): Promise<void> {
    try {
      this.#aheadMs = await readAheadMs(this.#deps.db)
    } catch (error) {
      this.#deps.log.debug({ err: error }, 'how far payments are ahead of time cannot be read')
    }
  }
}
