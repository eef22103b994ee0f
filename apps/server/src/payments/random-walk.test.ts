import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oneIn } from '../testing/one-in.ts'
import { testPlatform, type TestPlatform } from '../testing/test-app.ts'
import { checkBooks } from './ledger/invariants.ts'
import { waitingForNobody, withoutRunner } from './ledger/runner-store.ts'
import { missingValues } from './testing/missing-values.ts'
import { WalkLeader } from './testing/payment-walk.ts'
import { merchantId, walkEvents, type Walk, type WalkEvent } from './testing/walk.ts'
import { scriptedServices, type ScriptedServices } from './testing/scripted-services.ts'
import { judgeWalks, undecided } from './testing/walk-oracle.ts'
import {
  merchantBehaviours,
  pspBehaviours,
  type MerchantBehaviourName,
  type PspBehaviourName,
} from './testing/walk-psp.ts'

/** `npm run test:properties` and `test:full` walk further: all orders of five events, and thousands at random. */
const far = process.env.TEST_FULL !== undefined
const atOnce = far ? 40 : 20

let platform: TestPlatform
let services: ScriptedServices
let leader: WalkLeader
beforeAll(async () => {
  services = scriptedServices()
  platform = await testPlatform(
    {},
    {
      services,
      timings: {
        leaseMs: 20_000,
        transferMs: [0, 5_000, 5_000, 5_000, 5_000],
        pollMs: [20_000],
        notificationTtlMs: 80_000,
      },
    },
  )
  leader = new WalkLeader(platform, await platform.anotherNode(), services)
})
afterAll(() => platform.close())

/** At no moment may there be a payment that nobody goes on with. */
async function nobodyIsLeft(): Promise<void> {
  expect([
    ...(await withoutRunner(platform.db, merchantId)),
    ...(await waitingForNobody(platform.db, merchantId)),
  ]).toEqual([])
}

async function walkTogether(walks: readonly Walk[]): Promise<string[]> {
  const walkers = await leader.lead(walks, nobodyIsLeft)
  const wrong = await judgeWalks(platform.db, walkers, services)
  const open = await undecided(platform.db, walkers)
  await leader.staffDecides(open)
  const left = await undecided(platform.db, open)
  const after = await judgeWalks(platform.db, open, services)
  leader.forget(walkers)
  return [
    ...wrong,
    ...after.map((what) => `decided by hand: ${what}`),
    ...left.map(({ txId }) => `${txId} could not be decided by hand`),
  ]
}

/** Time passes for all at once, so those for whom it passes at the same steps walk together. */
const clockOf = ({ events }: Walk): string =>
  `${events.length} ${events.flatMap((event, step) => (event === 'later' ? [step] : [])).join(' ')}`

async function walkAll(walks: readonly Walk[]): Promise<string[]> {
  const wrong: string[] = []
  for (const clock of new Set(walks.map(clockOf))) {
    const group = walks.filter((walk) => clockOf(walk) === clock)
    for (let at = 0; at < group.length; at += atOnce)
      wrong.push(...(await walkTogether(group.slice(at, at + atOnce))))
  }
  return wrong
}

/** Every order of so many different events. */
function orders(length: number): WalkEvent[][] {
  if (length === 0) return [[]]
  return orders(length - 1).flatMap((order) =>
    walkEvents.filter((event) => !order.includes(event)).map((event) => [...order, event]),
  )
}

const names = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[]

const everyOrder = (upTo: number, psps: readonly PspBehaviourName[]): Walk[] =>
  Array.from({ length: upTo + 1 }, (_, length) => orders(length))
    .flat()
    .flatMap((events) => psps.map((psp) => ({ kind: 'DEPOSIT', psp, merchant: 'accepts', events }) as const))

const anyWalk = fc.record({
  kind: fc.constantFrom<Walk['kind']>('DEPOSIT', 'DEPOSIT', 'WITHDRAWAL'),
  psp: fc.constantFrom<PspBehaviourName>(...names(pspBehaviours)),
  merchant: fc.constantFrom<MerchantBehaviourName>('accepts', ...names(merchantBehaviours)),
  events: fc.array(fc.constantFrom<WalkEvent>(...walkEvents.filter((event) => event !== 'later')), {
    minLength: 6,
    maxLength: 6,
  }),
})

/** Several walks and the steps at which time passes for all of them. */
const anyCrowd = fc
  .tuple(fc.array(anyWalk, { minLength: atOnce, maxLength: atOnce }), fc.subarray([0, 1, 2, 3, 4, 5]))
  .map(([walks, late]) =>
    walks.map((walk) => ({
      ...walk,
      events: walk.events.map((event, step) => (late.includes(step) ? 'later' : event)),
    })),
  )

describe('a payment', () => {
  it(
    'ends well whatever happens to it in whichever order',
    { timeout: far ? 5_400_000 : 120_000 },
    async () => {
      const walks = far ? everyOrder(5, names(pspBehaviours)) : oneIn(2, everyOrder(2, ['approvesInSilence']))
      expect(await walkAll(walks)).toEqual([])
    },
  )

  it('ends well on a random walk', { timeout: far ? 5_400_000 : 120_000 }, async () => {
    const wrong: string[] = []
    for (const walks of fc.sample(anyCrowd, far ? 50 : 1)) wrong.push(...(await walkTogether(walks)))
    expect(wrong).toEqual([])
  })

  it('is offered by the filters, whatever became of it', async () => {
    expect(await missingValues(platform.db)).toEqual([])
  })

  it('leaves books behind that hold', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
