import { Refusal } from '@signalbox/model/text/refusal'

interface AdmissionLimits {
  /** So many may be on their way at once, however long others let them wait. */
  readonly open: number
  /** So many of them may be at their beginning: the rest of the connections is for those that have begun. */
  readonly beginning: number
  /** So many may wait to be let in. */
  readonly waiting: number
  readonly waitMs: number
}

/** The place of one that was let in. */
export interface Place {
  /** It is written down and goes on by itself; the next may begin. */
  begun(): void
  /** It is over. Ends its beginning, too. */
  leave(): void
}

interface Waiter {
  readonly letIn: (place: Place) => void
  readonly timer: NodeJS.Timeout
}

/**
 * Lets work begin while there is room for it, and refuses it before anything of it is written where there will be none
 * soon. What has begun is never asked again: it holds no connection while it waits for others.
 */
export class Admission {
  readonly #limits: AdmissionLimits
  readonly #waiters = new Set<Waiter>()
  #open = 0
  #beginning = 0
  #refused = 0

  constructor(limits: AdmissionLimits) {
    this.#limits = limits
  }

  /** How it stands, for whoever watches. */
  get state(): { readonly open: number; readonly waiting: number; readonly refused: number } {
    return { open: this.#open, waiting: this.#waiters.size, refused: this.#refused }
  }

  async enter(): Promise<Place> {
    if (this.#waiters.size === 0 && this.#hasRoom()) return this.#place()
    if (this.#waiters.size >= this.#limits.waiting) throw this.#busy()
    return new Promise((letIn, refuse) => {
      const waiter: Waiter = {
        letIn,
        timer: setTimeout(() => {
          this.#waiters.delete(waiter)
          refuse(this.#busy())
        }, this.#limits.waitMs),
      }
      this.#waiters.add(waiter)
    })
  }

  #hasRoom(): boolean {
    return this.#open < this.#limits.open && this.#beginning < this.#limits.beginning
  }

  #busy(): Refusal {
    this.#refused++
    const seconds = Math.max(1, Math.ceil(this.#limits.waitMs / 1000))
    return new Refusal('PAYMENTS_BUSY', { headers: { 'retry-after': String(seconds) } })
  }

  #place(): Place {
    this.#open++
    this.#beginning++
    let begins = true
    let stays = true
    const begun = (): void => {
      if (!begins) return
      begins = false
      this.#beginning--
      this.#next()
    }
    return {
      begun,
      leave: () => {
        if (!stays) return
        stays = false
        this.#open--
        begun()
        this.#next()
      },
    }
  }

  /** In the order they came. */
  #next(): void {
    for (const waiter of this.#waiters) {
      if (!this.#hasRoom()) return
      this.#waiters.delete(waiter)
      clearTimeout(waiter.timer)
      waiter.letIn(this.#place())
    }
  }
}
