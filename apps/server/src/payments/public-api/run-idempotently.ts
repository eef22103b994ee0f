import { createHash } from 'node:crypto'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { Refusal } from '@signalbox/model/text/refusal'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { AuditActor } from '../../kit/audit.ts'
import { perform, type UnitOfWork } from '../../kit/unit-of-work.ts'
import type { Machine } from '../core/flow/machine.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Arrival } from '../core/record/step-state.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { answerOf } from './payment-answer.ts'
import {
  bindRequest,
  claimRequest,
  findRequest,
  storeReply,
  type RequestKey,
  type StoredRequest,
} from './request-store.ts'

export function readIdempotencyKey(header: string | string[] | undefined): string {
  if (typeof header === 'string' && /^[\x21-\x7e]{8,64}$/.test(header)) return header
  throw new Refusal('IDEMPOTENCY_KEY', {
    message: header === undefined ? undefined : 'The Idempotency-Key must have 8 to 64 characters.',
  })
}

export const fingerprintOf = (path: string, body: unknown): string =>
  createHash('sha256')
    .update(canonicalJson([path, body]))
    .digest('hex')

export interface IdempotentRequest extends RequestKey {
  readonly requestHash: string
  readonly receivedAt: Date
  readonly actor: AuditActor
}

export interface IdempotentReply {
  readonly status: number
  readonly body: unknown
  readonly replayed: boolean
}

/** Someone is still at it: as long as a runner holds the payment, the first answer is on its way. */
const isUnderWay = (row: Transaction, now: Date): boolean =>
  row.leaseUntil !== null && Date.parse(row.leaseUntil) > now.getTime() && row.leaseHolder !== null

const inProgress = (): Refusal => new Refusal('REQUEST_IN_PROGRESS', { headers: { 'retry-after': '2' } })

async function replayReply(
  machine: Machine,
  request: IdempotentRequest,
  stored: StoredRequest,
): Promise<IdempotentReply> {
  const { db, now } = machine.deps.kit
  if (stored.requestHash !== request.requestHash) throw new Refusal('IDEMPOTENCY_KEY_REUSED')
  if (stored.status !== null) return { status: stored.status, body: stored.reply, replayed: true }
  const row = stored.txId === null ? undefined : await findTransaction(db, request.merchantId, stored.txId)
  if (!row || isUnderWay(row, now()) || stateOfNumber(row.statusNo) === 'REGISTERED') throw inProgress()
  // Whoever took the request in is gone; its payment went on without it.
  const body = await answerOf(db, row, machine.deps.links)
  await storeReply(db, request, 201, body)
  return { status: 201, body, replayed: true }
}

/** Keys of requests this node is taking in at this moment. */
const arriving = new WeakMap<Machine, Set<string>>()

/**
 * Takes a request in unless this node is at the same one already. In the database the second would wait for the first,
 * and fifty of them would hold every connection meanwhile; this way each node waits with one at most.
 */
async function oneAtATime<T>(machine: Machine, request: RequestKey, takeIn: () => Promise<T>): Promise<T> {
  const keys = arriving.get(machine) ?? new Set()
  arriving.set(machine, keys)
  const key = `${request.merchantId} ${request.clientId} ${request.idempotencyKey}`
  if (keys.has(key)) throw inProgress()
  keys.add(key)
  try {
    return await takeIn()
  } finally {
    keys.delete(key)
  }
}

/**
 * Does a request once, however often it comes. The first answer is kept and given again. Refused where too many are under
 * way already: then nothing of it is written, and the key is as good as before.
 */
export async function runIdempotently(
  machine: Machine,
  request: IdempotentRequest,
  begin: (unit: UnitOfWork, arrival: Arrival) => Promise<Transaction>,
): Promise<IdempotentReply> {
  const place = await machine.deps.admission.enter()
  try {
    return await takeIn(machine, request, begin, () => place.begun())
  } finally {
    place.leave()
  }
}

async function takeIn(
  machine: Machine,
  request: IdempotentRequest,
  begin: (unit: UnitOfWork, arrival: Arrival) => Promise<Transaction>,
  begun: () => void,
): Promise<IdempotentReply> {
  const { kit, links, failpoint } = machine.deps
  // Most that come again are answered without a transaction, which would wait for the one of the first.
  const { stored: known, snapshot } = await findRequest(kit.db, request, kit.now())
  if (known && !known.isExpired) return replayReply(machine, request, known)
  const arrival = { at: request.receivedAt.toISOString(), snapshot }
  const { value: row } = await oneAtATime(machine, request, () =>
    perform(kit, request.actor, async (unit) => {
      if (!(await claimRequest(unit.tx, request, request.requestHash, unit.now))) return undefined
      const begun = await begin(unit, arrival)
      await bindRequest(unit.tx, request, begun.id)
      return begun
    }),
  )
  if (!row) {
    const { stored } = await findRequest(kit.db, request, kit.now())
    if (!stored || stored.isExpired) throw inProgress()
    return replayReply(machine, request, stored)
  }
  begun()
  const body = await answerOf(kit.db, await machine.drive(row), links)
  failpoint('before reply')
  await storeReply(kit.db, request, 201, body)
  return { status: 201, body, replayed: false }
}
