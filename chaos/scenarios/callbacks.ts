import { sql } from 'kysely'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { atMost } from '../at-most.ts'
import { Crowd } from '../crowd.ts'
import { drawFrom, shuffled, wholeNumber, type Draw } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import { OneNode } from '../one-node.ts'
import type { Violation } from '../oracle.ts'
import { goodDeposit } from '../purchases.ts'
import { settleAndJudge, shops } from '../round.ts'
import { sandboxClient, type SandboxClient, type SandboxOperation } from '../sandbox-client.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { until } from '../waiting.ts'

const name = 'callbacks'
const paymentsPerRound = 40
const callbacksPerPayment = 10
const shareForged = 0.05
const shareTwice = 0.3
const atOnce = 50
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

function cause(sandbox: SandboxClient, event: Event): Promise<void> {
  if (event.what === 'decide') return sandbox.confirm(event.id, event.accepted)
  const { times, signature } = event
  return sandbox.fireCallback(event.id, { times, signature })
}

async function oneRound(node: OneNode, { seed }: ScenarioSettings, round: number): Promise<RoundResult> {
  const draw = drawFrom(seed * 31 + round)
  const run = `${name}-${seed}-${round}`
  const after = await newestPayment(node.db)
  const crowd = new Crowd()
  const sandbox = sandboxClient(node.sandboxUrl)
  const numbers = Array.from({ length: paymentsPerRound }, (_, i) => i + 1)
  await atMost(shops, numbers, (no) =>
    crowd.ask(node.client, goodDeposit(run, no, { amount: `${wholeNumber(draw, 300, 399)}.00` })),
  )
  const isOurs = ({ reference, originId }: SandboxOperation): boolean =>
    originId === null && Number(reference.split('A')[1]) > after
  const events = eventsOf(draw, (await sandbox.operations()).filter(isOurs))
  let allTold = true
  for (let first = 0; first < events.length && allTold; first += atOnce) {
    await Promise.all(events.slice(first, first + atOnce).map((event) => cause(sandbox, event)))
    // What was planned for much later is what stays.
    allTold = await until(
      async () => (await sandbox.operations()).filter(isOurs).every(({ waitingTasks }) => waitingTasks <= 2),
      toldWithinMs,
    )
  }
  const settled = await settleAndJudge(node, crowd, after)
  const genuine = events.filter((event) => event.what === 'decide' || event.signature === 'OK').length
  const told = events.reduce((sum, event) => sum + (event.what === 'tell' ? event.times : 1), 0)
  const counted = { genuine, forged: events.length - genuine }
  return {
    violations: [
      ...settled.violations,
      ...(allTold ? [] : [violation('what is told is taken', name, 'PSPs still try after three minutes')]),
      ...(await wrongEnds(node, (await sandbox.operations()).filter(isOurs), events)),
      ...(await wronglyTaken(node, after, counted)),
    ],
    figures: {
      payments: settled.payments,
      callbacks: told,
      forged: counted.forged,
      restMs: settled.restMs,
    },
  }
}

const txIdOf = ({ reference }: SandboxOperation): number => Number(reference.split('A')[1])

/** Banks did what they decided, and every payment ends as the last one it was sent to says, whoever else said what. */
async function wrongEnds(
  { db }: OneNode,
  operations: readonly SandboxOperation[],
  events: readonly Event[],
): Promise<Violation[]> {
  const { rows } = await sql<{ id: number; statusNo: number }>`select id, status_no from transaction
    where id = any(${operations.map(txIdOf)}::bigint[])`.execute(db)
  const paid = new Set(operations.filter(({ state }) => state === 'approved').map(txIdOf))
  const stateOf = new Map(operations.map(({ id, state }) => [id, state]))
  return [
    ...rows.flatMap(({ id, statusNo }) => {
      const [state, wanted] = [stateOfNumber(statusNo), paid.has(id) ? 'SUCCESSFUL' : 'FAILED']
      return state === wanted ? [] : [violation('it ends as decided', `${id}`, `${state}, not ${wanted}`)]
    }),
    ...events.flatMap((event) => {
      if (event.what !== 'decide') return []
      const [state, wanted] = [stateOf.get(event.id), event.accepted ? 'approved' : 'declined']
      return state === wanted ? [] : [violation('it ends as decided', event.id, `${state}, not ${wanted}`)]
    }),
  ]
}

/** Each genuine message is kept once, however often it came, and a forged one is nothing but a trace. */
async function wronglyTaken(
  { db }: OneNode,
  after: number,
  { genuine, forged }: { readonly genuine: number; readonly forged: number },
): Promise<Violation[]> {
  const { rows } = await sql<{ taken: number; rejected: number; mixedUp: number }>`select
      count(*) filter (where signature_ok)::integer as taken,
      count(*) filter (where outcome = 'REJECTED')::integer as rejected,
      count(*) filter (where signature_ok = (outcome = 'REJECTED'))::integer as mixed_up
    from callback where tx_id > ${after}`.execute(db)
  const { taken = 0, rejected = 0, mixedUp = 0 } = rows[0] ?? {}
  return [
    ...(taken === genuine
      ? []
      : [violation('genuine ones are taken once', `${genuine} sent`, `${taken} kept`)]),
    ...(rejected === forged
      ? []
      : [violation('forgeries are rejected', `${forged} sent`, `${rejected} kept`)]),
    ...(mixedUp === 0 ? [] : [violation('forgeries are rejected', `${mixedUp}`, 'by their looks only')]),
  ]
}
