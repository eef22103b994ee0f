import { Crowd } from '../crowd.ts'
import { drawFrom, wholeNumber } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import { nextPurchase } from '../purchases.ts'
import { followUp, settleAndJudge, shops } from '../round.ts'
import { isUp } from '../two-nodes.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { msSince, pause, until } from '../waiting.ts'

const name = 'kill-database'
const readyWithinMs = 60_000
const payAfterwardsMs = 1_000

/** PostgreSQL dies under eight shops. The server stays up, starts it again and goes on. */
export const killDatabase: Scenario = {
  name,
  what: 'SIGKILL of PostgreSQL under load',
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
  const draw = drawFrom(seed + round)
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  let [no, open] = [0, true]
  const paying = crowd.pay(node.client, {
    shops,
    next: () => nextPurchase(draw, `${name}-${seed}-${round}`, ++no),
    andThen: (request, answer) => followUp(draw, node, request, answer),
    goOn: () => open,
  })
  await pause(wholeNumber(draw, 500, 2_500))
  process.kill(node.databasePid(), 'SIGKILL')
  const began = performance.now()
  const ready = await until(() => isUp(`${node.url}/readyz`), readyWithinMs, 50)
  const readyMs = msSince(began)
  await pause(payAfterwardsMs)
  open = false
  await paying
  const { violations, restMs, inconsistent, payments } = await settleAndJudge(node, crowd, after)
  const silent = ready ? [] : [violation('it serves again', node.url, 'was not ready within a minute')]
  const ended = node.isAlive() ? [] : [violation('the server survives', node.url, node.said().slice(-500))]
  return {
    violations: [...violations, ...silent, ...ended],
    figures: {
      sent: crowd.sent,
      payments,
      acknowledged: crowd.acknowledged.length,
      inconsistent,
      readyMs,
      restMs,
    },
  }
}
