/** Ids count milliseconds from here, so that 41 bits of them last until 2089. */
const epochMs = Date.UTC(2020, 0, 1)

const maxNode = 15
const perNode = 256
const perMs = (maxNode + 1) * perNode

export interface TxIdSource {
  readonly now: () => number
  /** 0 to 15, leased so that no two running servers share one. */
  readonly node: number
}

/**
 * Ids of transactions: 41 bits of milliseconds, 4 of node, 8 of counter; whole numbers below 2^53 that grow with time.
 * When the clock is set back the last millisecond goes on; when its counter is full the next one is borrowed.
 */
export function txIdFactory({ now, node }: TxIdSource): () => number {
  if (!Number.isInteger(node) || node < 0 || node > maxNode)
    throw new RangeError(`No node has number ${node}`)
  let lastMs = -1
  let counter = 0
  return () => {
    const ms = now() - epochMs
    if (ms < 0) throw new RangeError('The clock stands before 2020')
    if (ms > lastMs) {
      lastMs = ms
      counter = 0
    } else if (++counter === perNode) {
      lastMs += 1
      counter = 0
    }
    return lastMs * perMs + node * perNode + counter
  }
}

/** The least id of an instant: what ranges of time become ranges of ids with. */
export const firstTxIdAt = (ms: number): number => Math.max(0, Math.floor(ms) - epochMs) * perMs

/** When the id was made. */
export const instantOfTxId = (id: number): number => Math.floor(id / perMs) + epochMs

export const isTxId = (value: number): boolean => Number.isSafeInteger(value) && value > 0
