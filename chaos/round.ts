import { sql } from 'kysely'
import { isInState } from '@signalbox/model/reference/status-codes'
import type { Database } from '../apps/server/src/kit/database.ts'
import type { ApiClient, PaymentRequest } from './api-client.ts'
import { sealNow, verifyChains } from './audit-trail.ts'
import type { Answer, Crowd } from './crowd.ts'
import type { Draw } from './draw.ts'
import { observe, undelivered, unfinished } from './observe.ts'
import type { OneNode } from './one-node.ts'
import { judge, type Violation } from './oracle.ts'
import { nextOf } from './purchases.ts'
import { violation } from './scenario.ts'
import { msSince, pause, until } from './waiting.ts'
import { messagesOutOfOrder } from './message-order.ts'
import type { WebhookReceiver } from './webhook-receiver.ts'

/** So long after a restart everything that waits for nobody has to be over. */
const restWithinMs = 60_000
/** A message that was on its way when the server died is due again only when nobody can be sending it any more. */
const toldWithinMs = 90_000
const mostLooks = 3
const betweenLooksMs = 5_000

export const shops = 8

/** What a scenario plays with. */
export interface Rig {
  readonly db: Database
  /** Where the console is. */
  readonly url: string
  readonly client: ApiClient
  readonly sandboxUrl: string
  /** Where somebody listens to what the platform tells its clients. */
  readonly receiver?: WebhookReceiver
}

/** Somebody approves payouts; for the rest the shop goes on itself. */
export async function followUp(
  draw: Draw,
  node: OneNode,
  request: PaymentRequest,
  answer: Answer,
): Promise<PaymentRequest | undefined> {
  if (answer.state !== 'WAITING_APPROVAL') return nextOf(draw, request, answer)
  await node.approve(answer.txId).catch(() => undefined)
  return undefined
}

/** The calm after a crash: who has no answer asks again, everything comes to rest, and then the books are opened. */
export async function settleAndJudge(
  node: Rig,
  crowd: Crowd,
  after: number,
): Promise<{ violations: Violation[]; restMs: number; inconsistent: number; payments: number }> {
  const began = performance.now()
  await crowd.askAgain(node.client, shops, began + restWithinMs)
  await until(async () => (await unfinished(node.db, after)) === 0, restWithinMs - msSince(began))
  const restMs = msSince(began)
  const { seen, broken } = await lookUntilCalm(node, crowd, { after, toldBy: began + toldWithinMs })
  const violations = [
    ...broken,
    ...crowd.surprises.map((each) =>
      violation('no surprising answers', each, 'nobody can make anything of it'),
    ),
    ...(crowd.unanswered > 0
      ? [violation('everybody gets an answer', `${crowd.unanswered} requests`, 'had none after a minute')]
      : []),
  ]
  return {
    violations,
    restMs,
    inconsistent: seen.payments.filter(({ statusNo }) => isInState(statusNo, 'INCONSISTENT')).length,
    payments: seen.payments.length,
  }
}

/**
 * Both books cannot be read at the same moment, and a PSP that decides in between looks like a difference or leaves a
 * message to be sent. What is really wrong is still wrong a while later.
 */
async function lookUntilCalm(
  rig: Rig,
  { acknowledged }: Crowd,
  { after, toldBy }: { readonly after: number; readonly toldBy: number },
) {
  const { db, url, sandboxUrl } = rig
  for (let looks = 1; ; looks++) {
    const timeoutMs = Math.max(toldBy - performance.now(), betweenLooksMs)
    await until(async () => (await undelivered(db, after)) === 0, timeoutMs)
    const written = await sealNow(db, after)
    const chains = await verifyChains(url)
    const seen = await observe(db, sandboxUrl, { acknowledged, chains, written, after })
    const broken = [
      ...judge(seen),
      ...(await untold(rig, after)),
      ...messagesOutOfOrder(rig.receiver?.arrivals ?? [], seen.payments),
    ]
    if (broken.length === 0 || looks === mostLooks) return { seen, broken }
    await pause(betweenLooksMs)
  }
}

/** Messages that never left although their payment was committed, or left without having arrived. */
async function untold({ db, receiver }: Rig, after: number): Promise<Violation[]> {
  if (!receiver) return []
  const { rows } = await sql<{ id: string; status: string }>`select id, status from notification
    where tx_id > ${after} and kind = 'WEBHOOK'`.execute(db)
  return rows
    .filter(({ id, status }) => status !== 'SENT' || !receiver.received.has(id))
    .map(({ id, status }) =>
      violation('every message arrives', id, status === 'SENT' ? 'was noted as sent' : `is still ${status}`),
    )
}
