import { Crowd } from '../crowd.ts'
import { drawFrom, wholeNumber } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import { nextPurchase } from '../purchases.ts'
import { followUp, settleAndJudge, shops } from '../round.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { msSince, until } from '../waiting.ts'

const reachWithinMs = 300_000

/**
 * The server kills itself at a point between a deed and its record, with eight shops paying. The one that recovers is
 * the one that dies next.
 */
export const killServer = (name: string, point: string, what: string): Scenario => ({
  name,
  what,
  async *run(settings) {
    const visitOf = (round: number) => wholeNumber(drawFrom(settings.seed + round), 1, 25)
    const node = await OneNode.open(settings, `${point}@${visitOf(1)}`)
    try {
      for (let round = 1; round <= settings.rounds; round++)
        yield await oneRound(node, settings, { name, round, failpoint: `${point}@${visitOf(round + 1)}` })
    } finally {
      await node.close()
    }
  },
})

async function oneRound(
  node: OneNode,
  { seed }: ScenarioSettings,
  { name, round, failpoint }: { name: string; round: number; failpoint: string },
): Promise<RoundResult> {
  const draw = drawFrom(seed * 31 + round)
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  const run = `${name}-${seed}-${round}`
  let no = 0
  const paying = crowd.pay(node.client, {
    shops,
    next: () => nextPurchase(draw, run, ++no),
    andThen: (request, answer) => followUp(draw, node, request, answer),
    goOn: () => node.isAlive(),
  })
  node.arm()
  const died = await until(() => !node.isAlive(), reachWithinMs)
  const sent = crowd.sent
  const began = performance.now()
  await node.restart(failpoint)
  const startMs = msSince(began)
  await paying
  const { violations, restMs, inconsistent, payments } = await settleAndJudge(node, crowd, after)
  return {
    violations: died
      ? violations
      : [...violations, violation('the point is reached', failpoint, 'nobody came by')],
    figures: { sent, payments, acknowledged: crowd.acknowledged.length, inconsistent, startMs, restMs },
  }
}
