import { Crowd } from '../crowd.ts'
import { drawFrom } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import type { Violation } from '../oracle.ts'
import { nextPurchase } from '../purchases.ts'
import { settleAndJudge } from '../round.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { TwoNodes } from '../two-nodes.ts'
import { msSince, pause } from '../waiting.ts'

const name = 'rolling-restart'
const shops = 6
const readers = 3
const quietMs = 1_000

/** Both nodes are replaced one after the other, then one is killed, and nobody outside notices. */
export const rollingRestart: Scenario = {
  name,
  what: 'SIGTERM of one node after the other, then SIGKILL of one, behind a balancer',
  async *run(settings) {
    const rig = await TwoNodes.open(settings)
    try {
      for (let round = 1; round <= settings.rounds; round++) yield await oneRound(rig, settings, round)
    } finally {
      await rig.close()
    }
  },
}

async function oneRound(rig: TwoNodes, { seed }: ScenarioSettings, round: number): Promise<RoundResult> {
  const draw = drawFrom(seed * 31 + round)
  const after = await newestPayment(rig.db)
  const crowd = new Crowd()
  const refusals: string[] = []
  let [no, reads, open] = [0, 0, true]
  const { balancer } = rig
  const paying = crowd.pay(rig.client, {
    shops,
    next: () => nextPurchase(draw, `${name}-${seed}-${round}`, ++no),
    goOn: () => open,
  })
  const read = async (): Promise<void> => {
    while (open) {
      const ending = await rig.client.call('GET', '/payments?limit=5')
      reads++
      if (ending.kind === 'broken' || ending.status !== 200)
        refusals.push(JSON.stringify(ending).slice(0, 200))
      await pause(20)
    }
  }
  const reading = Promise.all(Array.from({ length: readers }, read))

  await pause(quietMs)
  const [failedBefore, turnedAwayBefore] = [balancer.failed.length, crowd.turnedAway]
  const stopMs: number[] = []
  for (const node of [0, 1]) {
    const began = performance.now()
    await rig.end(node, 'SIGTERM')
    stopMs.push(msSince(began))
    await rig.start(node)
    await pause(quietMs)
  }
  const failed = balancer.failed.slice(failedBefore)
  const turnedAway = crowd.turnedAway - turnedAwayBefore
  await rig.end(0, 'SIGKILL')
  await pause(quietMs)
  await rig.start(0)
  const brokenByKill = balancer.failed.length - failedBefore - failed.length
  open = false
  await Promise.all([paying, reading])

  const { violations, restMs, payments } = await settleAndJudge(rig, crowd, after)
  const own: Violation[] = [
    ...failed.map(({ method, failure }) => violation('a restart fails nothing', method, failure)),
    ...(turnedAway > 0 ? [violation('a restart fails nothing', 'POST', `${turnedAway} were sent away`)] : []),
    ...refusals.map((each) => violation('reads never fail', 'GET', each)),
  ]
  return {
    violations: [...own, ...violations],
    figures: { sent: crowd.sent, reads, payments, brokenByKill, stopMs: Math.max(...stopMs), restMs },
  }
}
