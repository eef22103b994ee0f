import { Crowd } from '../crowd.ts'
import { drawFrom, wholeNumber } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import { nextPurchase } from '../purchases.ts'
import { followUp, settleAndJudge, shops } from '../round.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { isUp } from '../two-nodes.ts'
import { msSince, pause, until } from '../waiting.ts'

const name = 'kill-psps'
const backWithinMs = 60_000
const payAfterwardsMs = 1_000

/** Everybody outside is gone in the middle of a sentence, refuses connections for a while, and comes back. */
export const killPsps: Scenario = {
  name,
  what: 'SIGKILL of all PSPs and merchants under load',
  async *run(settings) {
    const node = await OneNode.open(settings)
    try {
      for (let round = 1; round <= settings.rounds; round++) yield await oneRound(node, settings, round)
    } finally {
      await node.close()
    }
  },
}

async function oneRound(node: OneNode, { seed }: ScenarioSettings, round: number): Promise<RoundResult> {
  const draw = drawFrom(seed * 31 + round)
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  let [no, open] = [0, true]
  const paying = crowd.pay(node.client, {
    shops,
    next: () => nextPurchase(draw, `${name}-${seed}-${round}`, ++no),
    andThen: (request, answer) => followUp(draw, node, request, answer),
    goOn: () => open,
  })
  const paid = wholeNumber(draw, 5, 30)
  await until(() => crowd.acknowledged.length >= paid, backWithinMs)
  const health = `${node.sandboxUrl}/health`
  const { pid } = (await (await fetch(health)).json()) as { pid: number }
  process.kill(pid, 'SIGKILL')
  const began = performance.now()
  const back = await until(() => isUp(health), backWithinMs, 50)
  const awayMs = msSince(began)
  await pause(payAfterwardsMs)
  open = false
  await paying
  const { violations, restMs, inconsistent, payments } = await settleAndJudge(node, crowd, after)
  return {
    violations: back ? violations : [...violations, violation('PSPs come back', health, 'not in a minute')],
    figures: { sent: crowd.sent, payments, inconsistent, awayMs, restMs },
  }
}
