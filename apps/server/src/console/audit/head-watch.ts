import type { KitDeps } from '../../kit/unit-of-work.ts'
import { sealOf } from '../../kit/audit.ts'
import { allChains, heads, saveVerification } from './chain-store.ts'
import { verifyChains } from './verification.ts'
import type { WitnessSender } from './witness-sender.ts'
import { appendHeads, removeHeadsBefore, type Witness } from './witness-files.ts'

const everyMs = 60_000
const keptDays = 2
const dayMs = 24 * 60 * 60 * 1000

const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

type WatchDeps = Pick<KitDeps, 'db' | 'auditKey' | 'now' | 'log'>

/**
 * Writes down every minute how far each chain goes. A tail cut off and an old head put back is consistent in itself,
 * seal and all; that more was there yesterday the anchors tell, that more was there a minute ago only this. Each node
 * keeps its own notes, and sends them away where it is told to.
 */
export class HeadWatch {
  readonly #deps: WatchDeps
  readonly #folder: string
  readonly #sender: Pick<WitnessSender, 'send'> | undefined
  #known = new Map<number, Witness>()
  #timer: NodeJS.Timeout | undefined
  #noting: Promise<void> = Promise.resolve()

  constructor(deps: WatchDeps, folder: string, sender?: Pick<WitnessSender, 'send'>) {
    this.#deps = deps
    this.#folder = folder
    this.#sender = sender
  }

  start(): void {
    const tick = () => {
      this.#noting = this.note().catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'the heads of the audit chains could not be written down'),
      )
    }
    this.#timer = setInterval(tick, everyMs)
    this.#timer.unref()
    tick()
  }

  /** The last minute counts as well. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    await this.#noting
    await this.note().catch(() => undefined)
  }

  async note(): Promise<void> {
    const { db, auditKey, now } = this.#deps
    const found = (await heads(db, await allChains(db))).map(({ chainId, lastSeq, lastHash, seal }) => ({
      chainId,
      lastSeq,
      hash: lastHash,
      seal,
    }))
    const setBack = [...this.#known.values()].filter((before) => {
      const head = found.find(({ chainId }) => chainId === before.chainId)
      return !head || head.lastSeq < before.lastSeq
    })
    // A head somebody else wrote is for the verification to find, and not for us to vouch for.
    const genuine = found.filter(
      ({ chainId, lastSeq, hash, seal }) => lastSeq > 0 && seal === sealOf(auditKey, chainId, lastSeq, hash),
    )
    const moved = genuine.filter(({ chainId, hash }) => this.#known.get(chainId)?.hash !== hash)
    await appendHeads(this.#folder, dayOf(now()), moved)
    await removeHeadsBefore(this.#folder, dayOf(new Date(now().getTime() - keptDays * dayMs)))
    this.#known = new Map(genuine.map((head) => [head.chainId, head]))
    // Of a chain that became shorter nothing is sent: the last thing said about it shall be what it was before.
    await this.#sender?.send(
      genuine.filter(({ chainId }) => !setBack.some((before) => before.chainId === chainId)),
    )
    if (setBack.length > 0) await this.#raiseAlarm(setBack.map(({ chainId }) => chainId))
  }

  /** Chains only grow. What became shorter is looked at at once, and Home says so. */
  async #raiseAlarm(chains: readonly number[]): Promise<void> {
    this.#deps.log.error({ chains }, 'an audit chain became shorter')
    const found = await verifyChains(this.#deps, chains, { folder: this.#folder })
    for (const chain of found.chains) await saveVerification(this.#deps.db, chain, this.#deps.now())
  }
}
