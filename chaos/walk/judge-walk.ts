import { sql } from 'kysely'
import { atMost } from '../at-most.ts'
import { sealNow, verifyChains } from '../audit-trail.ts'
import type { Crowd } from '../crowd.ts'
import { messagesOutOfOrder } from '../message-order.ts'
import { observe, undelivered, unfinished } from '../observe.ts'
import { judge, type Acknowledged, type Observation, type Violation } from '../oracle.ts'
import type { Rig } from '../round.ts'
import { sandboxClient } from '../sandbox-client.ts'
import { violation } from '../scenario.ts'
import { msSince, pause, until } from '../waiting.ts'
import { compareAccounts } from './account-totals.ts'

/** Long enough for every lease, poll and callback that was on its way, also where everybody else goes first. */
const restWithinMs = 900_000
const mostLooks = 4
const betweenLooksMs = 10_000
const decisionsAtOnce = 8

/** Everybody gets an answer, and everything that waits for nobody comes to an end. */
export async function settle(
  rig: Rig,
  crowd: Crowd,
  after: number,
  say: (line: string) => void,
): Promise<number> {
  const began = performance.now()
  await crowd.askAgain(rig.client, 8, began + restWithinMs)
  const answeredMs = msSince(began)
  await until(async () => (await unfinished(rig.db, after)) === 0, restWithinMs - msSince(began), 500)
  const finishedMs = msSince(began)
  await until(async () => (await undelivered(rig.db, after)) === 0, restWithinMs - msSince(began), 500)
  const restMs = msSince(began)
  say(`      all answered after ${answeredMs} ms, finished after ${finishedMs}, told after ${restMs}`)
  return restMs
}

/** Providers decide at last about what they have kept waiting: not everything has to be left open for ever. */
export async function decideAtLast(rig: Rig, accepted: () => boolean): Promise<number> {
  const sandbox = sandboxClient(rig.sandboxUrl)
  const open = (await sandbox.operations()).filter(
    ({ state, waitingTasks }) => state === 'confirmation' || (state === 'pending' && waitingTasks > 0),
  )
  await atMost(decisionsAtOnce, open, ({ id }) => sandbox.confirm(id, accepted()))
  return open.length
}

async function untold({ db, receiver }: Rig, after: number): Promise<Violation[]> {
  if (!receiver) return []
  const { rows } = await sql<{ id: string; status: string }>`select id, status from notification
    where tx_id > ${after} and kind = 'WEBHOOK'`.execute(db)
  return rows
    .filter(({ id, status }) => status !== 'SENT' || !receiver.received.has(id))
    .map(({ id, status }) => violation('every message arrives', id, `is ${status}`))
}

/** Opens the books of both sides. What is wrong is still wrong a while later. */
export async function judgeWalk(
  rig: Rig,
  acknowledged: readonly Acknowledged[],
  after: number,
): Promise<{ readonly seen: Observation; readonly violations: Violation[] }> {
  for (let looks = 1; ; looks++) {
    const written = await sealNow(rig.db, after)
    const chains = await verifyChains(rig.url)
    const seen = await observe(rig.db, rig.sandboxUrl, { acknowledged, chains, written, after })
    const violations = [
      ...judge(seen),
      ...(await compareAccounts(rig, seen)),
      ...(await untold(rig, after)),
      ...messagesOutOfOrder(rig.receiver?.arrivals ?? [], seen.payments),
    ]
    if (violations.length === 0 || looks === mostLooks) return { seen, violations }
    await pause(betweenLooksMs)
  }
}
