import type { Tx } from '../../kit/database.ts'
import { createHash } from 'node:crypto'
import { lockByName } from '../../kit/lock-by-name.ts'
import { countTries, insertTry } from './try-store.ts'

const hourMs = 3_600_000
/** After so many wrong codes within an hour nothing is looked at any more, not even a right one. */
const mostWrong = 5
/** A shop that does not say whose code it checks asks for all of its users. */
export const mostWrongOfShop = 100

interface Trier {
  readonly merchantId: number
  /** A keyed print of who it is and where they are. */
  readonly who: string
  readonly now: Date
  readonly most?: number
}

const queues = 256

/**
 * Those who try at once wait for each other, so that no two of them are both the fifth. There are a few hundred queues for
 * all users, since each is a row that stays.
 */
export function queueUp(tx: Tx, merchantId: number, user: string): Promise<void> {
  const hash = createHash('sha256').update(`${merchantId} ${user}`).digest()
  return lockByName(tx, `voucher tries ${hash.readUInt16BE(0) % queues}`)
}

/** Whoever asks stands in the queue of the user. */
export async function isThrottled(
  tx: Tx,
  { merchantId, who, now, most = mostWrong }: Trier,
): Promise<boolean> {
  return (await countTries(tx, merchantId, who, new Date(now.getTime() - hourMs))) >= most
}

export const countWrong = (tx: Tx, { merchantId, who, now }: Trier, id: string): Promise<void> =>
  insertTry(tx, { merchantId, id, triedBy: who, at: now })

export const triesKeptMs = 2 * hourMs
