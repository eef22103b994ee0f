import { hostname } from 'node:os'
import type { Logger } from 'pino'
import type { Witness } from './witness-files.ts'

/** A way off this node. Throws when what was sent may not have arrived. */
export interface WitnessChannel {
  readonly name: string
  /** People do not want a mail every minute; a receiver of webhooks does. */
  readonly everyMs: number
  send(letter: WitnessLetter): Promise<void>
}

export interface WitnessLetter {
  readonly node: string
  readonly at: string
  readonly witnesses: readonly Witness[]
}

/** How a channel fared: since when nobody has heard anything matters, not how often. */
export interface WitnessDelivery {
  readonly channel: string
  /** Null when the letter arrived. */
  readonly failure: string | null
}

interface SenderDeps {
  readonly channels: readonly WitnessChannel[]
  readonly now: () => Date
  readonly log: Logger
  /** Told of each letter that did not arrive, and of the first one that did again. */
  readonly told?: (delivery: WitnessDelivery) => Promise<unknown>
}

const placeOf = ({ chainId, day }: Witness): string => `${chainId} ${day ?? ''}`

/**
 * Sends what the ends of the chains are to places that whoever owns this node or its database does not hold. The newest
 * head vouches for all before it, so what could not be sent needs no queue: the next try sends the head of that moment.
 */
export class WitnessSender {
  readonly #deps: SenderDeps
  readonly #arrived = new Map<string, Map<string, string>>()
  readonly #sentAt = new Map<string, number>()
  /** Of which channels it was told that they work. */
  readonly #working = new Set<string>()

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  /** Never throws: what is not said now is said next time. */
  async send(heads: readonly Witness[], { atOnce = false } = {}): Promise<void> {
    for (const channel of this.#deps.channels) await this.#sendBy(channel, heads, atOnce)
  }

  async #sendBy(channel: WitnessChannel, heads: readonly Witness[], atOnce: boolean): Promise<void> {
    const { now, log } = this.#deps
    const arrived = this.#arrived.get(channel.name) ?? new Map<string, string>()
    const witnesses = heads.filter((head) => arrived.get(placeOf(head)) !== head.hash)
    const isDue = now().getTime() - (this.#sentAt.get(channel.name) ?? -Infinity) >= channel.everyMs
    if (witnesses.length === 0 || !(isDue || atOnce)) return
    try {
      await channel.send({ node: hostname(), at: now().toISOString(), witnesses })
      for (const witness of witnesses) arrived.set(placeOf(witness), witness.hash)
      this.#arrived.set(channel.name, arrived)
      this.#sentAt.set(channel.name, now().getTime())
      await this.#tell({ channel: channel.name, failure: null })
    } catch (error) {
      log.error(
        { err: error, channel: channel.name },
        'witnesses of the audit log could not be sent off this node',
      )
      await this.#tell({ channel: channel.name, failure: error instanceof Error ? error.message : 'unknown' })
    }
  }

  async #tell(delivery: WitnessDelivery): Promise<void> {
    const { told, log } = this.#deps
    const { channel, failure } = delivery
    if (failure === null && this.#working.has(channel)) return
    try {
      await told?.(delivery)
      if (failure === null) this.#working.add(channel)
      else this.#working.delete(channel)
    } catch (error) {
      log.error({ err: error, channel }, 'nobody could be told how the witnesses of the audit log fare')
    }
  }
}
