import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Semaphore } from '../kit/semaphore.ts'
import type { PspOutcome } from './connectors/psp-outcome.ts'
import { receiveCallback } from './core/flow/callbacks.ts'
import { pollDue, sweep } from './jobs/payment-work.ts'
import { callbackOf } from './testing/scripted-services.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'
import { ibanOf } from './testing/walk-accounts.ts'
import { behaviourOf, merchantBehaviours } from './testing/walk-psp.ts'

/**
 * The summary of a payment says what holds now: why it failed, what people and rules remarked. What somebody doubted on
 * the way is in the timeline, and no longer in the summary once the doubt is over, whoever ended it.
 */
let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform({ transferMs: [0] })
})
afterAll(() => platform.close())
afterEach(() => {
  platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
  platform.services.followUps(() => undefined)
  platform.services.merchantAnswers('transfer', () => merchantBehaviours.accepts())
})

const machine = () => platform.app.payments.machine
const money = { minor: 1000n, currency: 'EUR' }
const heardOf = (name: Parameters<typeof behaviourOf>[0], minor = 1000n): PspOutcome =>
  behaviourOf(name).submitted({ ...money, minor }).heard
const person = 'Seen at the PSP'

let events = 0
async function callback(id: number, statusNo: number, minor = 1000n): Promise<void> {
  const { psp, pspAccount } = await platform.row(id)
  const reference = txRefId(merchantId, id)
  await receiveCallback(machine(), {
    psp: psp ?? '',
    account: pspAccount ?? '',
    raw: callbackOf({ eventId: `i-${++events}`, reference, statusNo, amount: { ...money, minor } }),
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
  await sweep(machine())
}

/** The PSP is asked when its time has come, and knows by then. */
async function poll(id: number, outcome: PspOutcome): Promise<void> {
  platform.services.decide(txRefId(merchantId, id), outcome)
  await sql`update transaction set poll_at = created_at where id = ${id}`.execute(platform.db)
  await pollDue(machine())
  await sweep(machine())
}

async function resolve(id: number, outcome: 'SUCCESSFUL' | 'FAILED'): Promise<void> {
  const at = `merchantId=${merchantId}`
  const { body: found } = await platform.staff.get(`/case?${at}&keyword=${id}&type=INCONSISTENT`)
  const { id: caseId, version } = found.items[0] as { id: string; version: number }
  const done = await platform.staff.post(`/case/${caseId}/resolve?${at}`, {
    version,
    txStatusNo: (await platform.row(id)).statusNo,
    outcome,
    evidence: person,
    reference: `seen-${id}`,
  })
  expect(done.status, done.text).toBe(200)
  await sweep(machine())
}

/** How a payment comes into doubt; what is remarked on it besides, and the doubt as people read it. */
interface Doubt {
  readonly name: string
  readonly begin: () => Promise<number>
  readonly statusNo: number
  readonly said: string
  readonly remark?: string
  /** It is not the PSP's word that is missing. */
  readonly byPeopleOnly?: boolean
}

let accounts = 0
const doubts: readonly Doubt[] = [
  {
    name: 'a deposit the PSP did not answer',
    begin: () => {
      platform.services.answer(() => heardOf('hearsNothing'))
      return platform.pay()
    },
    statusNo: 400,
    said: 'Timed out; verify',
  },
  {
    name: 'a payout the PSP did not answer',
    begin: async () => {
      platform.services.answer(() => heardOf('hearsNothing'))
      const id = await platform.pay({ iban: ibanOf(++accounts) }, 'withdrawals')
      await platform.carryOut(id, 'approve')
      return id
    },
    statusNo: 400,
    said: 'Timed out; verify',
  },
  {
    name: 'a refund the PSP did not answer',
    begin: async () => {
      const origin = await platform.pay()
      platform.services.followUps(() => heardOf('hearsNothing'))
      await platform.carryOut(origin, 'refund', { info: 'The user asked' })
      return (await platform.children(origin))[0]?.id ?? 0
    },
    statusNo: 400,
    said: 'Timed out; verify',
    remark: 'The user asked',
  },
  {
    name: 'a deposit of another amount',
    begin: () => {
      platform.services.answer(() => heardOf('approves', 990n))
      return platform.pay()
    },
    statusNo: 407,
    said: 'The PSP reports 9.90 EUR',
  },
  {
    name: 'a deposit the merchant did not take over',
    begin: () => {
      platform.services.merchantAnswers('transfer', () => merchantBehaviours.refuses())
      return platform.pay()
    },
    statusNo: 402,
    said: 'merchant',
    byPeopleOnly: true,
  },
  {
    name: 'a deposit that failed and happened after all',
    begin: async () => {
      platform.services.answer(() => heardOf('declines'))
      const id = await platform.pay()
      await callback(id, 0)
      return id
    },
    statusNo: 403,
    said: 'The PSP reports a success after the payment had ended',
    byPeopleOnly: true,
  },
]

interface Ending {
  readonly name: string
  readonly end: (id: number) => Promise<void>
  readonly isSuccess: boolean
  readonly byPerson: boolean
}

const endings: readonly Ending[] = [
  { name: 'a callback', end: (id) => callback(id, 0), isSuccess: true, byPerson: false },
  { name: 'a callback', end: (id) => callback(id, 504), isSuccess: false, byPerson: false },
  { name: 'a poll', end: (id) => poll(id, heardOf('approves')), isSuccess: true, byPerson: false },
  { name: 'a poll', end: (id) => poll(id, heardOf('declines')), isSuccess: false, byPerson: false },
  {
    name: 'force',
    end: (id) => platform.carryOut(id, 'force-successful', { info: person }),
    isSuccess: true,
    byPerson: true,
  },
  {
    name: 'force',
    end: (id) => platform.carryOut(id, 'force-failed', { info: person }),
    isSuccess: false,
    byPerson: true,
  },
  { name: 'its case', end: (id) => resolve(id, 'SUCCESSFUL'), isSuccess: true, byPerson: true },
  { name: 'its case', end: (id) => resolve(id, 'FAILED'), isSuccess: false, byPerson: true },
]

/** `npm test` ends the first doubt every way and the others two ways each; `test:full` ends all of them every way. */
const isShort = process.env.TEST_FULL === undefined
const rows = doubts.flatMap((doubt, no) =>
  endings
    .filter(({ byPerson }) => byPerson || !doubt.byPeopleOnly)
    .filter((_ending, index, { length }) => !isShort || no === 0 || (index - no + length) % length < 2)
    .map(
      (ending) =>
        [
          `${doubt.name}, ${ending.isSuccess ? 'successful' : 'failed'} by ${ending.name}`,
          doubt,
          ending,
        ] as const,
    ),
)

const timelineOf = async (id: number): Promise<string[]> => {
  const { rows: found } = await sql<{ summary: string }>`select summary from tx_event where tx_id = ${id}
    order by seq`.execute(platform.db)
  return found.map(({ summary }) => summary)
}

describe('the info of', () => {
  it.each(rows)('%s', async (_name, { begin, statusNo, said, remark }, { end, isSuccess, byPerson }) => {
    const id = await begin()
    const doubted = await platform.row(id)
    expect([doubted.statusNo, doubted.info]).toEqual([statusNo, expect.stringContaining(said)])
    platform.services.merchantAnswers('transfer', () => merchantBehaviours.accepts())
    await end(id)
    const { statusNo: endNo, info } = await platform.row(id)
    expect(endNo < 100, String(endNo)).toBe(isSuccess)
    const remarks = [remark, byPerson && person].filter(Boolean).join('; ')
    if (isSuccess || byPerson) {
      // What failed before and is failed by a person now still says why it failed.
      const before = !isSuccess && statusNo === 403 ? 'Acme Cards refused: said (00); ' : ''
      expect(info ?? '').toBe(`${before}${remarks}`)
    } else {
      expect(info).toMatch(/refused: (said|A callback) \(\d+\)$/)
      expect(info?.startsWith(remarks)).toBe(true)
      expect(info).not.toContain(said)
    }
    expect((await timelineOf(id)).join('\n')).toContain(said)
  })

  it('a deposit in doubt twice over says the doubt once', async () => {
    platform.services.answer(() => heardOf('hearsNothing'))
    const id = await platform.pay()
    const { info } = await platform.row(id)
    await callback(id, 0, 990n)
    expect((await platform.row(id)).info).toBe(`${info}; The PSP reports 9.90 EUR`)
    await platform.carryOut(id, 'force-failed', { info: person })
    expect((await platform.row(id)).info).toBe(person)
    await platform.carryOut(id, 'force-inconsistent', { info: 'Looked again' })
    await platform.carryOut(id, 'force-successful', { info: 'It was there' })
    expect((await platform.row(id)).info).toBe(`${person}; Looked again; It was there`)
  })
})
