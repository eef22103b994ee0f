import type { Logger } from 'pino'
import { txIdFactory } from '@signalbox/model/payments/tx-id'
import type { Database } from '../../../kit/database.ts'
import { StartupError } from '../../../startup-error.ts'
import { giveNodeBack, keepNode, takeNode } from './node-store.ts'

/** A server that was killed holds its number for so long: a row of crashes must not use up all sixteen. */
const leaseMs = 60_000
const renewMs = 15_000

export interface TxIds {
  /** A new transaction id. Throws when this server's number is not safely its own any more. */
  readonly next: () => number
  stop(): Promise<void>
}

interface NodeLeaseDeps {
  readonly db: Database
  readonly now: () => Date
  readonly newId: () => string
  readonly log: Logger
}

/**
 * Leases a node number when it is first needed and keeps it. A server that cannot renew stops making ids well before
 * another may take its number over, so two servers never make the same one.
 */
export function leaseTxIds({ db, now, newId, log }: NodeLeaseDeps): TxIds & { ready(): Promise<void> } {
  const holder = newId()
  let node: number | undefined
  let safeUntilMs = 0
  let make: (() => number) | undefined
  let timer: NodeJS.Timeout | undefined
  let taking: Promise<void> | undefined
  const clockMs = () => now().getTime()

  const take = async (): Promise<void> => {
    const beganMs = clockMs()
    const taken = await takeNode(db, holder, leaseMs)
    if (taken === undefined) throw new StartupError('Sixteen servers already share this database.')
    node = taken
    safeUntilMs = beganMs + leaseMs - 2 * renewMs
    make = txIdFactory({ now: () => now().getTime(), node })
    timer ??= setInterval(() => void renew(), renewMs).unref()
  }
  const renew = async (): Promise<void> => {
    if (node === undefined) return
    try {
      const beganMs = clockMs()
      if (await keepNode(db, node, holder, leaseMs)) safeUntilMs = beganMs + leaseMs - 2 * renewMs
      else make = undefined
    } catch (error) {
      log.warn({ err: error }, 'the node number could not be renewed')
    }
  }
  return {
    ready: () => {
      if (make && clockMs() < safeUntilMs) return Promise.resolve()
      taking ??= take().finally(() => (taking = undefined))
      return taking
    },
    next: () => {
      if (!make || clockMs() >= safeUntilMs) throw new Error('This server holds no node number')
      return make()
    },
    stop: async () => {
      clearInterval(timer)
      if (node !== undefined) await giveNodeBack(db, node, holder).catch(() => undefined)
    },
  }
}
