import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodes, isSuccessful } from '@signalbox/model/reference/status-codes'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { Semaphore } from '../kit/semaphore.ts'
import type { PspOutcome } from './connectors/psp-outcome.ts'
import { receiveCallback } from './core/flow/callbacks.ts'
import { sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { callbackOf } from './testing/scripted-services.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'
import { ibanOf } from './testing/walk-accounts.ts'
import { behaviourOf, merchantBehaviours } from './testing/walk-psp.ts'

/**
 * Whatever a PSP says it moved while nobody has decided whose it is stands in suspense, to the minor unit: for payments
 * as for their children, in every number of INCONSISTENT. What it never said it moved does not.
 */
let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform({ transferMs: [0] })
})
afterAll(() => platform.close())
const reset = () => {
  platform.services.answer(({ amount, authorizeOnly }) => yes(amount.minor, !authorizeOnly))
  platform.services.followUps(() => undefined)
  platform.services.merchantAnswers('transfer', () => merchantBehaviours.accepts())
}
afterEach(reset)

const money = { minor: 1000n, currency: 'EUR' }
type Approved = Extract<PspOutcome, { kind: 'approved' }>
type Unknown = Extract<PspOutcome, { kind: 'unknown' }>
const yes = (minor: bigint, captured = true): Approved => ({
  ...(behaviourOf('approves').submitted({ ...money, minor }).heard as Approved),
  statusNo: captured ? 0 : 3,
  captured,
})
const unclear = (statusNo: number): Unknown => ({
  ...(behaviourOf('hearsNothing').submitted(money).heard as Unknown),
  statusNo,
})
const no = behaviourOf('declines').submitted(money).heard

type Kind = 'deposit' | 'reservation' | 'withdrawal' | 'refund' | 'capture' | 'void'
const kinds: readonly Kind[] = ['deposit', 'reservation', 'withdrawal', 'refund', 'capture', 'void']
/** Money comes in, goes out, or only is set aside. */
const sign: Readonly<Record<Kind, bigint>> = {
  deposit: 1n,
  capture: 1n,
  withdrawal: -1n,
  refund: -1n,
  reservation: 0n,
  void: 0n,
}

/** Begins a payment or a child whose PSP answers as given, and says which it is. */
async function begin(kind: Kind, answer: PspOutcome, arrange = () => {}): Promise<number> {
  if (kind === 'deposit' || kind === 'reservation' || kind === 'withdrawal') {
    platform.services.answer(() => answer)
    arrange()
    if (kind !== 'withdrawal') return platform.pay(kind === 'reservation' ? { authType: 'PRE_AUTH' } : {})
    const id = await platform.pay({ iban: ibanOf(++accounts) }, 'withdrawals')
    await platform.carryOut(id, 'approve')
    return id
  }
  const origin = await platform.pay(kind === 'refund' ? {} : { authType: 'PRE_AUTH' })
  platform.services.followUps(() => answer)
  arrange()
  await platform.carryOut(origin, kind)
  const [child] = await platform.children(origin)
  return child?.id ?? 0
}

let accounts = 0
let events = 0
async function tell(id: number, statusNo: number, minor: bigint | null): Promise<void> {
  const { psp, pspAccount } = await platform.row(id)
  const amount = minor === null ? null : { ...money, minor }
  const raw = callbackOf({ eventId: `e-${++events}`, reference: txRefId(merchantId, id), statusNo, amount })
  await receiveCallback(platform.app.payments.machine, {
    psp: psp ?? '',
    account: pspAccount ?? '',
    raw,
    ip: '192.0.2.1',
    semaphore: new Semaphore(1),
  })
  await sweep(platform.app.payments.machine)
}

interface Way {
  readonly no: number
  readonly name: string
  readonly kinds: readonly Kind[]
  /** What the PSP said it moved; nothing where it did not say. */
  readonly said: bigint
  readonly go: (kind: Kind) => Promise<number>
}

const isReserved = (kind: Kind): boolean => kind === 'reservation'
/** A void has no amount of its own that could be another. */
const withAmount = kinds.filter((kind) => kind !== 'void')
/** The merchant is told only of money that has moved. */
const told = kinds.filter((kind) => kind !== 'void' && kind !== 'reservation')

const silent = statusCodes
  .filter(({ status }) => status === 'INCONSISTENT')
  .map(({ no: statusNo }): Way => ({
    no: statusNo,
    name: 'the PSP did not say',
    kinds,
    said: 0n,
    go: (kind) => begin(kind, unclear(statusNo)),
  }))

const ways: readonly Way[] = [
  ...silent,
  {
    no: 407,
    name: 'the PSP answers with another amount',
    kinds: withAmount,
    said: 990n,
    go: (kind) => begin(kind, yes(990n, !isReserved(kind))),
  },
  {
    no: 407,
    name: 'the connector finds another amount',
    kinds: withAmount,
    said: 990n,
    go: (kind) =>
      begin(kind, {
        ...unclear(407),
        reason: 'amount',
        amount: { ...money, minor: 990n },
        captured: !isReserved(kind),
      }),
  },
  {
    no: 407,
    name: 'the PSP tells of another amount later',
    kinds: withAmount,
    said: 990n,
    go: async (kind) => {
      const id = await begin(kind, unclear(400))
      await tell(id, isReserved(kind) ? 3 : 0, 990n)
      return id
    },
  },
  {
    no: 407,
    name: 'the PSP tells of another amount after a refusal',
    kinds: withAmount,
    said: 1010n,
    go: async (kind) => {
      const id = await begin(kind, no)
      await tell(id, isReserved(kind) ? 3 : 0, 1010n)
      return id
    },
  },
  {
    no: 407,
    name: 'the PSP names one amount, then another',
    kinds: withAmount,
    said: 1020n,
    go: async (kind) => {
      const id = await begin(kind, unclear(400))
      await tell(id, isReserved(kind) ? 3 : 0, 990n)
      await tell(id, isReserved(kind) ? 3 : 0, 1020n)
      return id
    },
  },
  {
    no: 403,
    name: 'the PSP tells of a success after a refusal',
    kinds,
    said: 1000n,
    go: async (kind) => {
      const id = await begin(kind, no)
      await tell(id, isReserved(kind) ? 3 : 0, kind === 'void' ? null : 1000n)
      return id
    },
  },
  {
    no: 402,
    name: 'the merchant does not take it over',
    kinds: told,
    said: 1000n,
    go: (kind) =>
      begin(kind, yes(1000n), () =>
        platform.services.merchantAnswers('transfer', () => merchantBehaviours.refuses()),
      ),
  },
  {
    no: 402,
    name: 'somebody opens a success again',
    kinds,
    said: 1000n,
    go: async (kind) => {
      const id = await begin(kind, yes(1000n, !isReserved(kind)))
      await platform.carryOut(id, 'force-inconsistent')
      return id
    },
  },
  {
    no: 402,
    name: 'somebody opens a failure again',
    kinds,
    said: 0n,
    go: async (kind) => {
      const id = await begin(kind, no)
      await platform.carryOut(id, 'force-inconsistent')
      return id
    },
  },
]

/** What stands in suspense for a payment: what came in is owed to somebody, what went out is owed by somebody. */
async function suspenseOf(id: number): Promise<bigint> {
  const { rows } = await sql<{ minor: string }>`select coalesce(sum(p.credit - p.debit), 0)::text as minor
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where e.source_type = 'TRANSACTION' and e.source_id = ${String(id)} and p.account like 'SUSPENSE:%'`.execute(
    platform.db,
  )
  return BigInt(rows[0]?.minor ?? 0)
}

const rows = ways.flatMap((way) =>
  way.kinds.map((kind) => [`${way.no} of a ${kind}: ${way.name}`, way, kind] as const),
)
/** `npm test` takes every way of a deposit and every kind of the ways in which money moved, and ends each of them one way. */
const isShort = process.env.TEST_FULL === undefined
const taken = rows.filter(([, { said }, kind]) => !isShort || said !== 0n || kind === 'deposit')

const ends = ['force-failed', 'force-successful'] as const
const undecided: { readonly id: number; readonly end: (typeof ends)[number]; readonly name: string }[] = []

describe('money the PSP says it moved', () => {
  it.each(taken)('%s', async (name, { no: statusNo, said, go }, kind) => {
    const half = ends.filter((_end, index) => index === taken.findIndex(([each]) => each === name) % 2)
    for (const end of isShort ? half : ends) {
      const id = await go(kind)
      reset()
      expect((await platform.row(id)).statusNo).toBe(statusNo)
      expect(await suspenseOf(id)).toBe(sign[kind] * said)
      undecided.push({ id, end, name })
    }
  })

  it.each(withAmount)('asks which amount moved of a %s only where it takes the answer', async (kind) => {
    const id = await begin(kind, yes(990n, !isReserved(kind)))
    reset()
    const at = `merchantId=${merchantId}`
    const { body: found } = await platform.staff.get(`/case?${at}&keyword=${id}&type=INCONSISTENT`)
    const { body: sheet } = await platform.staff.get(`/case/${found.items[0].id}?${at}`)
    const { body: reasons } = await platform.staff.get(`/transaction/${id}/reason?${at}`)
    const { status } = await platform.staff.post(`/transaction/${id}/force-successful?${at}`, {
      version: (await platform.row(id)).version,
      info: 'On the statement',
      pspRefId: `seen-${id}`,
      amount: { amount: '9.90', currency: 'EUR' },
    })
    const isTaken = status === 200
    expect(isTaken).toBe(!['refund', 'capture'].includes(kind))
    expect({ sheet: sheet.amountInDoubt, page: reasons.inDoubt !== null }).toEqual({
      sheet: isTaken,
      page: isTaken,
    })
    if (!isTaken) undecided.push({ id, end: 'force-failed', name: `a ${kind} whose amount is not asked for` })
  })

  it('is given back where the PSP says after all that it failed', async () => {
    const id = await begin('deposit', no)
    await tell(id, 0, 1010n)
    expect((await platform.row(id)).statusNo).toBe(407)
    await tell(id, 504, null)
    expect([(await platform.row(id)).statusNo, await suspenseOf(id)]).toEqual([504, 0n])
  })

  it('is asked about in every number in which nobody knows', () => {
    const unknown = statusCodes.filter(({ status }) => status === 'INCONSISTENT').map(({ no: each }) => each)
    expect(new Set(ways.map(({ no: each }) => each))).toEqual(new Set(unknown))
  })

  it('stands in books that hold while nobody has decided', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })

  it('is nowhere in suspense once somebody has decided, either way', async () => {
    for (const { id, end, name } of undecided) {
      await platform.carryOut(id, end)
      const isSuccess = isSuccessful((await platform.row(id)).statusNo)
      expect([name, end, isSuccess, await suspenseOf(id)]).toEqual([
        name,
        end,
        end === 'force-successful',
        0n,
      ])
    }
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  }, 60_000)
})
