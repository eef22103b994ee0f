import { sql } from 'kysely'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { atMost } from '../at-most.ts'
import { Crowd } from '../crowd.ts'
import { drawFrom, shuffled, wholeNumber, type Draw } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import type { Violation } from '../oracle.ts'
import { goodDeposit } from '../purchases.ts'
import { settleAndJudge } from '../round.ts'
import { sandboxClient, type SandboxClient, type SandboxOperation } from '../sandbox-client.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { until } from '../waiting.ts'

const name = 'callbacks'
const paymentsPerRound = 30
const callbacksPerPayment = 10
const shareForged = 0.05
const shareTwice = 0.3
const atOnce = 8
const toldWithinMs = 180_000
const neverMs = 3_600_000

/** Payments the bank decides about later are talked about in any order, twice, and by people who are not the bank. */
export const callbacks: Scenario = {
  name,
  what: 'callbacks in any order, 30 % twice, 5 % forged',
  async *run(settings) {
    const node = await OneNode.open(settings)
    try {
      await sandboxClient(node.sandboxUrl).putScript('chaos-callbacks', {
        psp: 'acmecards',
        priority: 1,
        match: { amountRange: { from: '300.00', to: '399.99', currency: 'EUR' } },
        steps: [{ action: 'CALLBACK', delayMs: neverMs }],
      })
      for (let round = 1; round <= settings.rounds; round++) yield await oneRound(node, settings, round)
    } finally {
      await node.close()
    }
  },
}

type Event =
  | { readonly what: 'decide'; readonly id: string; readonly accepted: boolean }
  | { readonly what: 'tell'; readonly id: string; readonly times: number; readonly signature: 'OK' | 'BAD' }

function eventsOf(draw: Draw, operations: readonly SandboxOperation[]): Event[] {
  const events = operations.flatMap(({ id }): Event[] => [
    { what: 'decide', id, accepted: draw() < 0.7 },
    ...Array.from({ length: callbacksPerPayment }, (): Event => {
      const signature = draw() < shareForged ? 'BAD' : 'OK'
      return { what: 'tell', id, signature, times: signature === 'OK' && draw() < shareTwice ? 2 : 1 }
    }),
  ])
  return shuffled(draw, events)
}

const cause = (sandbox: SandboxClient, event: Event): Promise<void> =>
  event.what === 'decide' ? sandbox.confirm(event.id, event.accepted) : sandbox.fireCallback(event.id, event)

async function oneRound(node: OneNode, { seed }: ScenarioSettings, round: number): Promise<RoundResult> {
  const draw = drawFrom(seed * 31 + round)
  const run = `${name}-${seed}-${round}`
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  const sandbox = sandboxClient(node.sandboxUrl)
  const numbers = Array.from({ length: paymentsPerRound }, (_, i) => i + 1)
  await atMost(atOnce, numbers, (no) =>
    crowd.ask(node.client, goodDeposit(run, no, { amount: `${wholeNumber(draw, 300, 399)}.00` })),
  )
  const isOurs = ({ reference, originId }: SandboxOperation): boolean =>
    originId === null && Number(reference.split('A')[1]) > after
  const events = eventsOf(draw, (await sandbox.operations()).filter(isOurs))
  await atMost(atOnce, events, (event) => cause(sandbox, event))
  // The message planned for much later is the one that stays.
  await until(
    async () => (await sandbox.operations()).filter(isOurs).every(({ waitingTasks }) => waitingTasks <= 2),
    toldWithinMs,
    1_000,
  )
  const settled = await settleAndJudge(node, crowd, after)
  const decided = new Map(
    events.flatMap((event) => (event.what === 'decide' ? [[event.id, event.accepted] as const] : [])),
  )
  const forged = events.filter((event) => event.what === 'tell' && event.signature === 'BAD').length
  const told = events.reduce((sum, event) => sum + (event.what === 'tell' ? event.times : 1), 0)
  const wrong = [
    ...(await wrongEnds(node, (await sandbox.operations()).filter(isOurs), decided)),
    ...(await wrongRejections(node, after, forged)),
  ]
  return {
    violations: [...settled.violations, ...wrong],
    figures: { payments: settled.payments, callbacks: told, forged, restMs: settled.restMs },
  }
}

/** Every payment ends as its bank decided, whoever else said what. */
async function wrongEnds(
  { db }: OneNode,
  operations: readonly SandboxOperation[],
  decided: ReadonlyMap<string, boolean>,
): Promise<Violation[]> {
  const { rows } = await sql<{ id: number; statusNo: number }>`select id, status_no from transaction
    where id = any(${operations.map(({ reference }) => Number(reference.split('A')[1]))}::bigint[])`.execute(
    db,
  )
  const states = new Map(rows.map(({ id, statusNo }) => [id, stateOfNumber(statusNo)]))
  return operations.flatMap(({ id, reference }) => {
    const state = states.get(Number(reference.split('A')[1]))
    const wanted = decided.get(id) ? 'SUCCESSFUL' : 'FAILED'
    return state === wanted ? [] : [violation('it ends as decided', reference, `${state}, not ${wanted}`)]
  })
}

async function wrongRejections({ db }: OneNode, after: number, forged: number): Promise<Violation[]> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from callback
    where tx_id > ${after} and outcome = 'REJECTED'`.execute(db)
  const rejected = rows[0]?.count ?? 0
  return rejected === forged
    ? []
    : [violation('forgeries are rejected', `${forged} forged`, `${rejected} rejected`)]
}
