import { hostname } from 'node:os'
import { endAlerts, raiseAlert } from '../setup/alert/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import { perform, type KitDeps } from '../kit/unit-of-work.ts'
import type { DiskState, Readiness } from '../kit/health/readiness.ts'

const everyMs = 60_000
const platformMerchant = 1000

/** Looks at the disk of this node every minute. While it is nearly full, or cannot be written to, an alert stands. */
export class DiskWatch {
  readonly #deps: KitDeps
  readonly #readiness: Pick<Readiness, 'check'>
  readonly #node: string
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()

  constructor(deps: KitDeps, readiness: Pick<Readiness, 'check'>, node = hostname()) {
    this.#deps = deps
    this.#readiness = readiness
    this.#node = node
  }

  start(): void {
    const tick = () => {
      this.#looking = this.look().catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'the state of the disk could not be told'),
      )
    }
    this.#timer = setInterval(tick, everyMs)
    this.#timer.unref()
    tick()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#looking
  }

  async look(): Promise<void> {
    const state = await this.#readiness.check()
    const trouble = state.problems.length > 0 || state.isLow
    if (trouble) this.#deps.log.warn({ ...state }, 'the disk is nearly full or cannot be written to')
    await perform(this.#deps, systemActor, (unit) =>
      trouble
        ? raiseAlert(unit, {
            merchantId: platformMerchant,
            source: 'DISK',
            key: this.#node,
            ...this.#words(state),
          })
        : endAlerts(unit, { source: 'DISK', isOver: (key) => key === this.#node }),
    )
  }

  #words({ problems, freeBytes }: DiskState) {
    const left = freeBytes === null ? '' : `${Math.floor(freeBytes / 1_048_576)} MB left in DATA_DIR. `
    return {
      severity: problems.length > 0 ? 'CRITICAL' : 'WARNING',
      title:
        problems.length > 0
          ? `${this.#node} cannot take requests`
          : `${this.#node} is running out of disk space`,
      body: `${left}${problems.join('; ')}`.trim(),
    } as const
  }
}
