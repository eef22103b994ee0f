import type { CallEnding, PaymentRequest } from '../api-client.ts'
import { Crowd } from '../crowd.ts'
import { newestPayment } from '../observe.ts'
import type { Violation } from '../oracle.ts'
import { goodDeposit } from '../purchases.ts'
import { settleAndJudge } from '../round.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { TwoNodes } from '../two-nodes.ts'

const name = 'same-key'
const atOnce = 50
const keysPerRound = 5

/** One request fifty times at once over two nodes is one payment, and everybody who gets an answer gets the same. */
export const sameKey: Scenario = {
  name,
  what: `${atOnce} identical requests at once over two nodes`,
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
  const after = await newestPayment(rig.db)
  const crowd = new Crowd()
  const violations: Violation[] = []
  let [answered, refused] = [0, 0]
  for (let no = 1; no <= keysPerRound; no++) {
    const request = goodDeposit(`${name}-${seed}-${round}`, no)
    const endings = await sendAtOnce(rig, request)
    const later = await Promise.all([0, 1].map((node) => rig.clientOf(node).pay(request)))
    violations.push(...judgeAnswers(request.key, endings, later), ...(await judgeMisuse(rig, request)))
    for (const ending of [...endings, ...later]) crowd.take(request, ending)
    answered += endings.filter((ending) => statusOf(ending) === 201).length
    refused += endings.filter((ending) => statusOf(ending) === 409).length
  }
  const settled = await settleAndJudge(rig, crowd, after)
  const extra =
    settled.payments === keysPerRound
      ? []
      : [violation('one payment per key', name, `${settled.payments} payments for ${keysPerRound} keys`)]
  return {
    violations: [...violations, ...settled.violations, ...extra],
    figures: { keys: keysPerRound, requests: keysPerRound * atOnce, answered, refused },
  }
}

const sendAtOnce = async (rig: TwoNodes, request: PaymentRequest): Promise<CallEnding[]> => {
  const clients = [rig.clientOf(0), rig.clientOf(1)] as const
  // Both fetch their token first, so that what follows really is at once.
  await Promise.all(clients.map((client) => client.call('GET', '/payments?limit=1')))
  return Promise.all(Array.from({ length: atOnce }, (_, i) => (clients[i % 2] ?? clients[0]).pay(request)))
}

const statusOf = (ending: CallEnding): number => (ending.kind === 'answered' ? ending.status : 0)

function judgeAnswers(
  key: string,
  endings: readonly CallEnding[],
  later: readonly CallEnding[],
): Violation[] {
  const all = [...endings, ...later]
  const texts = new Set(
    all.flatMap((each) => (each.kind === 'answered' && each.status === 201 ? [each.text] : [])),
  )
  // A line that broke is no answer; everything else is.
  const odd = all.filter((each) => each.kind === 'answered' && ![201, 409].includes(each.status))
  const first = all.filter((each) => each.kind === 'answered' && each.status === 201 && !each.replayed)
  const forgotten = later.filter(
    (each) => each.kind === 'answered' && (each.status !== 201 || !each.replayed),
  )
  return [
    ...odd.map((each) => violation('a replay or 409', key, JSON.stringify(each).slice(0, 200))),
    ...(texts.size > 1
      ? [violation('answers are equal byte by byte', key, [...texts].join(' / ').slice(0, 400))]
      : []),
    ...(first.length > 1 ? [violation('one effect', key, `${first.length} answers that are no replay`)] : []),
    ...forgotten.map((each) => violation('the answer is kept', key, JSON.stringify(each).slice(0, 200))),
  ]
}

/** Another payload, no key, too short a key. */
async function judgeMisuse({ client }: TwoNodes, request: PaymentRequest): Promise<Violation[]> {
  const changed = { ...request.body, amount: { amount: '26.00', currency: 'EUR' } }
  const expectations = [
    { what: 'another payload', wanted: 422, ending: await client.pay({ ...request, body: changed }) },
    { what: 'no key', wanted: 400, ending: await client.call('POST', request.path, { body: request.body }) },
    { what: 'a short key', wanted: 400, ending: await client.pay({ ...request, key: 'short' }) },
  ]
  return expectations
    .filter(({ wanted, ending }) => statusOf(ending) !== wanted)
    .map(({ what, wanted, ending }) =>
      violation('misuse is refused', request.key, `${what}: ${statusOf(ending)}, not ${wanted}`),
    )
}
