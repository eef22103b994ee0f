import { ApiClient } from '../api-client.ts'
import { signIn } from '../console-client.ts'
import { Crowd } from '../crowd.ts'
import { drawFrom, type Draw } from '../draw.ts'
import { newestPayment } from '../observe.ts'
import type { Acknowledged, Observation, Violation } from '../oracle.ts'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { Rig } from '../round.ts'
import { violation, type RoundResult, type Scenario, type ScenarioSettings } from '../scenario.ts'
import { TwoNodes } from '../two-nodes.ts'
import { killAlong } from '../walk/kills.ts'
import { coverageOf } from '../walk/coverage.ts'
import { eventKinds, live } from '../walk/life.ts'
import { decideAtLast, judgeWalk, settle } from '../walk/judge-walk.ts'
import { workOnCases } from '../walk/staff.ts'
import { dumpPayments } from '../walk/dump-payments.ts'
import { Tally } from '../walk/tally.ts'
import { walkPurchase } from '../walk/walk-purchase.ts'
import { setUpWalk, walkClientOwner } from '../walk/walk-setup.ts'
import { Walk, type Staff } from '../walk/walker.ts'
import { openReceiver } from '../webhook-receiver.ts'

const name = 'random-walk'
const walkers = 16
const mostPerRound = 2_000
/** What takes a minute in the demo takes three seconds here. */
const delayScale = 0.05
const receiverDistance = 5

const clock = (): string => new Date().toISOString().slice(11, 19)

interface Walking {
  readonly nodes: TwoNodes
  readonly rig: Rig
  readonly staff: Staff
  readonly settings: ScenarioSettings
  readonly total: Tally
  /** Everything that was ever answered, for the last look at all books. */
  readonly acknowledged: Acknowledged[]
}

/** Payments of every kind to which everything happens in every order, while everything is killed now and then. */
export const randomWalk: Scenario = {
  name,
  what: 'payments of every kind, everything that can happen to them in any order, kills, two nodes',
  async *run(settings) {
    const nodes = await TwoNodes.open(settings, delayScale)
    const receiver = await openReceiver(settings.port + receiverDistance)
    const total = new Tally()
    try {
      const credentials = await setUpWalk(nodes.url)
      const admin = await signIn(nodes.url, 'admin')
      await receiver.subscribe(admin, { merchantId: walkClientOwner, clientId: credentials.clientId })
      const client = new ApiClient(nodes.url, credentials)
      const { db, url, sandboxUrl } = nodes
      const rig = { db, url, sandboxUrl, client, receiver }
      const approvers = [await signIn(nodes.url, 'approver1'), await signIn(nodes.url, 'approver2')] as const
      const walking = {
        nodes,
        rig,
        staff: { approvers, admin, colleague: await signIn(nodes.url, 'investigator') },
        settings,
        total,
        acknowledged: [],
      }
      const rounds = Math.ceil(settings.payments / mostPerRound)
      for (let round = 1; round <= rounds; round++)
        yield await oneRound(walking, round, Math.ceil(settings.payments / rounds))
      yield await lastLook(walking)
    } finally {
      for (const line of total.lines()) settings.say(line)
      await nodes.close()
      await receiver.close()
    }
  },
}

async function walkAll(
  { nodes, rig, staff, settings }: Walking,
  { crowd, tally, draw, run, payments }: Round,
): Promise<string[]> {
  let begun = 0
  let ended = 0
  const accidents: string[] = []
  const walk = new Walk({ rig, crowd, staff, tally, draw })
  const walker = async (): Promise<void> => {
    while (begun < payments) {
      const request = walkPurchase(draw, run, ++begun)
      await live(walk, request).catch((error: unknown) => accidents.push(`${request.key}: ${String(error)}`))
      if (++ended % 100 === 0) settings.say(`    ${clock()} ${run}: ${ended} of ${payments} payments made`)
    }
  }
  const walked = Promise.all(Array.from({ length: walkers }, walker))
  await killAlong(nodes, { draw, tally, payments }, { begun: () => begun, goOn: () => ended < payments })
  await walked
  return accidents
}

interface Round {
  readonly crowd: Crowd
  readonly tally: Tally
  readonly draw: Draw
  readonly run: string
  readonly payments: number
}

async function oneRound(walking: Walking, no: number, payments: number): Promise<RoundResult> {
  const { rig, settings, staff } = walking
  const draw = drawFrom(settings.seed * 31 + no)
  const after = await newestPayment(rig.db)
  const round = { crowd: new Crowd(), tally: new Tally(), draw, run: `walk-${settings.seed}-${no}`, payments }
  const { crowd, tally, run } = round
  const accidents = await walkAll(walking, round)
  settings.say(`    ${clock()} ${run}: settling`)
  const restMs = await settle(rig, crowd, after, settings.say)
  const amid = await judgeWalk(rig, crowd.acknowledged, after)
  settings.say(`    ${clock()} ${run}: ${amid.violations.length} violations before staff looks`)
  for (const { rule, subject, detail } of amid.violations) settings.say(`      ${rule}: ${subject} ${detail}`)
  const decided = await decideAtLast(rig, () => draw() < 0.7)
  tally.add('events', 'PSP decides at last', decided)
  await settle(rig, crowd, after, settings.say)
  settings.say(`    ${clock()} ${run}: staff work on cases`)
  const { admin, colleague, approvers } = staff
  const worked = await workOnCases({ rig, admin, colleague, approver: approvers[0], draw, tally })
  await settle(rig, crowd, after, settings.say)
  settings.say(`    ${clock()} ${run}: ${tally.total('cases')} steps on cases`)
  const last = await judgeWalk(rig, crowd.acknowledged, after)
  countOutcomes(tally, last.seen)
  const violations = [
    ...surprises(crowd, accidents),
    ...amid.violations,
    ...worked.violations,
    ...last.violations.filter((each) => !amid.violations.some((known) => same(known, each))),
  ]
  for (const { rule } of violations) tally.add('violations', rule)
  for (const line of await dumpPayments(rig, violations)) settings.say(`      ${line}`)
  walking.total.addAll(tally)
  for (const each of crowd.acknowledged) walking.acknowledged.push(each)
  return {
    violations,
    figures: {
      payments: last.seen.payments.length,
      events: tally.total('events'),
      kills: tally.total('kills'),
      cases: tally.total('cases'),
      openCases: worked.left,
      restMs,
    },
  }
}

const same = (a: Violation, b: Violation): boolean =>
  a.rule === b.rule && a.subject === b.subject && a.detail === b.detail

const surprises = (crowd: Crowd, accidents: readonly string[]): Violation[] => [
  ...crowd.surprises.map((each) =>
    violation('no surprising answers', each, 'nobody can make anything of it'),
  ),
  ...accidents.map((each) =>
    violation('nobody is left alone', each, 'somebody did not come back in ten minutes'),
  ),
  ...(crowd.unanswered > 0
    ? [violation('everybody gets an answer', `${crowd.unanswered} requests`, 'had none')]
    : []),
]

function countOutcomes(tally: Tally, { payments }: Observation): void {
  for (const { statusNo, originTxId } of payments)
    tally.add(originTxId === null ? 'payments' : 'what followed', `${stateOfNumber(statusNo)} ${statusNo}`)
}

/** The whole of all rounds together. */
async function lastLook({ rig, acknowledged, settings, total }: Walking): Promise<RoundResult> {
  settings.say(`    ${clock()} all books of all rounds`)
  const { seen, violations } = await judgeWalk(rig, acknowledged, 0)
  violations.push(...(await coverageOf(rig, total, eventKinds)))
  return { violations, figures: { allPayments: seen.payments.length } }
}
