import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { roles } from '@signalbox/model/access/roles'
import { operationNames, type OperationName } from '@signalbox/model/payments/operations'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../kit/testing/kit-app.ts'
import { eventually } from '../testing/eventually.ts'
import { signedIn } from '../testing/test-app.ts'
import { answeredCall } from './testing/answered-call.ts'
import { onlyFor } from './testing/publish-rules.ts'
import { ownIban } from './testing/rule-cases/rule-case.ts'
import { recordLocks } from './testing/record-locks.ts'
import { scriptedServices } from './testing/scripted-services.ts'
import { skewedPlatform, type SkewedPlatform } from './testing/skewed-nodes.ts'

const merchantId = 100010001
const services = scriptedServices()
const locks = recordLocks()
const card = { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }
const sharers = Array.from({ length: 10 }, (_, no) => `sharer_${no}`)
const unlucky = 'unlucky'
/** The PSP only reserves what they pay. */
const reserving = 'reserving'

let platform: SkewedPlatform

beforeAll(async () => {
  services.answer((call) =>
    call.user.userId === unlucky
      ? {
          kind: 'declined',
          statusNo: 530,
          pspRefId: null,
          pspCode: '05',
          pspMessage: 'No',
          log: answeredCall(),
        }
      : {
          kind: 'approved',
          statusNo: 0,
          pspRefId: `ref of ${call.reference}`,
          pspCode: '00',
          pspMessage: 'Yes',
          amount: call.amount,
          captured: call.user.userId !== reserving,
          log: answeredCall(),
        },
  )
  platform = await skewedPlatform(services, [0, 0], locks.watch)
  const users = onlyFor(...sharers, unlucky)
  const day = { window: 'DAY', maxCount: 100 }
  await platform.publish(
    'period-limit',
    { conditions: users, outputs: day },
    // Others are counted per card, and per address below: everybody passes those gates.
    { conditions: onlyFor('somebody else'), outputs: { ...day, scope: 'ACCOUNT' } },
  )
  await platform.publish('velocity', {
    conditions: onlyFor('somebody else'),
    outputs: { window: 1, unit: 'HOUR', windowKind: 'ROLLING', action: 'DECLINE', scope: 'IP', maxTx: 100 },
  })
  await platform.publish('fee', {
    conditions: users,
    outputs: { fixedFee: { EUR: '10' }, freeCount: 1, freeDays: 30 },
  })
  await platform.publish('psp-routing', {
    conditions: onlyFor(...sharers, unlucky, reserving),
    outputs: { psp: 'acmecards', pspAccount: '3DS' },
  })
  await platform.publish('psp-fallback', {
    conditions: users,
    outputs: { pspFallback: 'borealpay', pspFallbackAccount: 'default', maxAttempts: 3 },
  })
})
afterAll(async () => {
  await platform.close()
})

async function openHalf(): Promise<void> {
  const admin = await platform.as('admin')
  const opened = await admin.post(`/maintenance?merchantId=${merchantId}`, {
    title: 'Half open',
    psp: 'acmecards',
    method: 'BOTH',
    kind: 'HALF_OPEN',
    probeEvery: 1,
    probeUnit: 'HOUR',
    closeAfter: 100,
    startAt: new Date(Date.now() - 60_000).toISOString(),
    // Boreal Pay, where the others go meanwhile, does not void.
    excludedUserIds: [reserving],
    note: 'For a test',
  })
  expect(opened.status, opened.text).toBe(200)
  for (const node of platform.nodes)
    await eventually(
      () => node.payments.machine.deps.rules.effective(merchantId, 'maintenance'),
      ({ rulesets }) => rulesets.some((set) => set.rules.some((rule) => rule.id === opened.body.id)),
    )
}

const deposit = (no: number, userId: string, amount = `10.${10 + no}`): Promise<PaymentAnswer> =>
  platform.pay(platform.nodes[no % platform.nodes.length] as FastifyInstance, '/deposits', {
    userId,
    txType: 'CreditcardDeposit',
    amount: { amount, currency: 'EUR' },
    card,
    ip: '192.0.2.10',
  })

describe('a payment that has begun', () => {
  const deadlock = () => Object.assign(new Error('deadlock detected'), { code: '40P01' })

  afterEach(() => {
    services.before('authorize', () => undefined)
  })

  it('is not failed because others were in the way too often: its caller is told how it stands', async () => {
    services.before('authorize', () => Promise.reject(deadlock()))
    const answer = await deposit(0, 'sharer_2', '41.00')
    expect(answer.state).toBe('PROCESSING')
    expect(answer.txId).toBeGreaterThan(0)
  })

  it('is told as it stands when a step fails while somebody else goes on with it', async () => {
    services.before('authorize', async (txId) => {
      await sql`update transaction set version = version + 1 where merchant_id = ${merchantId} and id = ${Number(txId)}`.execute(
        platform.db,
      )
      throw new Error('a defect')
    })
    expect((await deposit(0, 'sharer_3', '42.00')).state).toBe('PROCESSING')
  })
})

describe('payments of one card while a window is half open', () => {
  beforeAll(openHalf)

  it('are all made, one of them by the PSP that is probed', async () => {
    const answers = await Promise.all(sharers.map((userId, no) => deposit(no, userId)))
    expect(answers.map(({ state }) => state)).toEqual(sharers.map(() => 'SUCCESSFUL'))
    expect(answers.filter(({ psp }) => psp === 'acmecards')).toHaveLength(1)
  })
})

describe('people who decide', () => {
  const finland = 'merchantId=100010002'
  const at = `merchantId=${merchantId}`
  let one: Client
  let other: Client

  beforeAll(async () => {
    await sql`update backoffice_user set roles = ${[...roles]}::text[]
      where username in ('admin', 'auditor')`.execute(platform.db)
    const [node] = platform.nodes as [FastifyInstance]
    one = await signedIn(node, platform.config.product, 'admin')
    other = await signedIn(node, platform.config.product, 'auditor')
    // However slow the machine is: that proofs of identity grow old is another test's business.
    await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
  })

  const done = ({ status, text, body }: Awaited<ReturnType<Client['get']>>) => {
    expect(status, text).toBe(200)
    return body
  }

  it('ask for a change, ask again and confirm it', async () => {
    const amounts = (amount: string) => ({ 'approval.maxSingle': { EUR: amount } })
    for (const amount of ['777.00', '888.00']) {
      const [found] = done(await one.get(`/config?${finland}&type=MerchantConfig`)).items
      const { id, version, document } = found
      const changed = { version, document: { ...document, ...amounts(amount) }, note: 'Laxer' }
      done(await one.put(`/config/${id}?${finland}`, changed))
    }
    const waiting = done(await one.get(`/pending-grant?${finland}&state=WAITING`)).items
    expect(waiting).toHaveLength(1)
    const [{ id, version }] = waiting
    done(await other.post(`/pending-grant/${id}/confirm?${finland}`, { version }))
  })

  it('ask for somebody to be given power, and refuse and confirm it', async () => {
    const { items } = done(await one.get(`/user?${finland}&keyword=brand2`))
    expect(items.length).toBeGreaterThan(0)
    for (const [role, answer] of [
      ['FIRST_APPROVER', 'refuse'],
      ['SECOND_APPROVER', 'confirm'],
    ]) {
      done(await one.post(`/user/${items[0].id}/add-role?${finland}`, { role, reason: 'Needed' }))
      const [waiting] = done(await one.get(`/pending-grant?${finland}&state=WAITING`)).items
      const { id, version } = waiting
      const body = { version, reason: 'Looked at' }
      done(await other.post(`/pending-grant/${id}/${answer}?${finland}`, body))
    }
  })

  it('look into a payment and close its case', async () => {
    const { txId } = await deposit(0, 'sharer_4', '12.00')
    const opened = done(await one.post(`/case?${at}`, { txId, text: 'A doubt' }))
    const taken = done(await one.post(`/case/${opened.id}/take?${at}`, { version: opened.version }))
    done(await one.post(`/case/${opened.id}/comment?${at}`, { text: 'Looked at' }))
    const { version } = done(await one.get(`/case/${opened.id}?${at}`))
    expect(version).toBeGreaterThanOrEqual(taken.version)
    const closing = { version, resolution: 'NO_ACTION', text: 'Nothing found' }
    done(await one.post(`/case/${opened.id}/close?${at}`, closing))
  })
})

/** What people do to payments, two of them at once, each on a payment of its own that can be treated so. */
describe('two people at once', () => {
  const at = `merchantId=${merchantId}`
  const said = { info: 'Looked at it' }
  const amount = { amount: '9.00', currency: 'EUR' }
  let people: readonly Client[] = []
  const done = new Set<OperationName>()

  beforeAll(async () => {
    people = await Promise.all(
      ['admin', 'auditor'].map((name, no) =>
        signedIn(platform.nodes[no] as FastifyInstance, platform.config.product, name),
      ),
    )
    await sql`update session set authenticated_at = now() + interval '1 day'`.execute(platform.db)
  })

  const rowOf = async (txId: number) => {
    const { rows } = await sql<{ version: number; statusNo: number }>`
      select version, status_no from transaction where merchant_id = ${merchantId} and id = ${txId}`.execute(
      platform.db,
    )
    return rows[0] as { version: number; statusNo: number }
  }
  const ask = async (person: Client, name: OperationName, txId: number, body: object = {}) => {
    const { version } = await rowOf(txId)
    return person.post(`/transaction/${txId}/${name}?${at}`, { version, ...body })
  }

  let count = 0
  const withdrawal = async (): Promise<number> => {
    count += 1
    const userId = `payee_${count}`
    const { txId } = await platform.pay(platform.nodes[0] as FastifyInstance, '/withdrawals', {
      userId,
      txType: 'BankIBANWithdrawal',
      amount: { amount: '900.00', currency: 'EUR' },
      iban: ownIban(userId),
      accountHolder: 'Ada Lindberg',
    })
    expect(stateOfNumber((await rowOf(txId)).statusNo)).toBe('WAITING_APPROVAL')
    return txId
  }
  const paid = async (): Promise<number> => (await deposit((count += 1), `payer_${count}`, '60.00')).txId
  const after = (make: () => Promise<number>, name: OperationName, body: object) => async () => {
    const txId = await make()
    const { status, text } = await ask(people[1] as Client, name, txId, body)
    expect(status, text).toBe(200)
    return txId
  }
  const scheduled = async (): Promise<number> => {
    const txId = await withdrawal()
    await sql`update transaction set status_no = 351 where id = ${txId}`.execute(platform.db)
    return txId
  }
  const withCase = async (): Promise<number> => {
    const txId = await paid()
    const opened = await (people[0] as Client).post(`/case?${at}`, { txId, text: 'A doubt' })
    expect(opened.status, opened.text).toBe(200)
    return txId
  }
  const unclear = after(paid, 'force-inconsistent', said)
  /** As if its PSP had never answered. */
  const unanswered = async (): Promise<number> => {
    const txId = await unclear()
    await sql`update transaction set status_no = 400, step_state = step_state - 'pspApproved'
      where id = ${txId}`.execute(platform.db)
    return txId
  }
  const told = async (): Promise<number> => {
    const txId = await paid()
    await sql`insert into notification (merchant_id, id, tx_id, kind, leg, target, body, status, created_at, sent_at)
      values (${merchantId}, gen_random_uuid(), ${txId}, 'NOTIFICATION', 'x', 'https://shop.example', '{}', 'SENT', now(), now())`.execute(
      platform.db,
    )
    return txId
  }
  const evidence = { ...said, pspRefId: 'letter 1' }
  const reserved = async (): Promise<number> => {
    count += 1
    const { txId } = await platform.pay(platform.nodes[0] as FastifyInstance, '/deposits', {
      userId: reserving,
      txType: 'CreditcardDeposit',
      amount: { amount: '62.00', currency: 'EUR' },
      authType: 'PRE_AUTH',
      card,
    })
    return txId
  }

  const scenes: Readonly<Record<OperationName, readonly [make: () => Promise<number>, body: object]>> = {
    approve: [withdrawal, said],
    deny: [withdrawal, said],
    hold: [withdrawal, said],
    unhold: [after(withdrawal, 'hold', said), said],
    delay: [scheduled, said],
    cancel: [withdrawal, said],
    capture: [reserved, said],
    void: [reserved, said],
    refund: [paid, said],
    reprocess: [unanswered, said],
    check: [unanswered, said],
    'force-successful': [unclear, evidence],
    'force-failed': [unclear, { ...evidence, statusNo: 506 }],
    'force-inconsistent': [paid, said],
    correction: [paid, { ...said, correction: 'ManualChargeback', notificationDate: '2026-02-01' }],
    resend: [told, said],
    repeat: [paid, { ...said, amount }],
    tag: [paid, { addTags: ['odd'] }],
    assign: [withCase, {}],
    unassign: [after(withCase, 'assign', {}), {}],
  }

  it.each(operationNames)('%s a payment', async (name) => {
    const [make, body] = scenes[name]
    const txId = await make()
    const answers = await Promise.all(people.map((person) => ask(person, name, txId, body)))
    for (const { status, text } of answers) expect(status, text).toBeLessThan(500)
    if (answers.some(({ status }) => status === 200)) done.add(name)
    else throw new Error(`nobody could ${name}: ${answers.map(({ text }) => text).join()}`)
  })

  it.each(['approve', 'deny', 'hold'] as const)(
    '%s several, one from the front and one from the end',
    async (name) => {
      const txIds = [await withdrawal(), await withdrawal(), await withdrawal()]
      const ids = await Promise.all(
        txIds.map(async (txId) => ({ id: String(txId), version: (await rowOf(txId)).version })),
      )
      const answers = await Promise.all(
        people.map((person, no) =>
          person.post(`/transaction/bulk?${at}`, {
            operation: name,
            ids: no === 0 ? ids : ids.toReversed(),
            params: said,
          }),
        ),
      )
      const results = answers.flatMap(({ status, text, body }) => {
        expect(status, text).toBe(200)
        return (body as { results: { id: string; ok: boolean }[] }).results
      })
      for (const { id } of ids) expect(results.some((result) => result.id === id && result.ok)).toBe(true)
    },
  )

  it('has done everything there is to do', () => {
    expect(operationNames.filter((name) => !done.has(name))).toEqual([])
  })
})

/** Rows of one payment, which nobody but whoever works on that payment locks. */
const ownRows: ReadonlySet<string> = new Set(['transaction', 'counter_event', 'scheme_decline'])

describe('the order of locks', () => {
  beforeAll(async () => {
    await deposit(0, unlucky)
    await platform.pay(platform.nodes[0] as FastifyInstance, '/withdrawals', {
      userId: 'sharer_0',
      txType: 'BankIBANWithdrawal',
      amount: { amount: '20.00', currency: 'EUR' },
      iban: 'SE3550000000054910000003',
      accountHolder: 'Ada Lindberg',
    })
    const paid = await deposit(1, 'sharer_1', '33.00')
    await platform.pay(platform.nodes[1] as FastifyInstance, `/payments/${paid.txId}/refund`, {})
  })

  it('is seen at all: gates, the probe, accounts and payments are locked', () => {
    expect([...locks.names()]).toEqual(
      expect.arrayContaining([
        'counter_gate ACCOUNT',
        'counter_gate USER',
        'counter_gate IP',
        'maintenance_probe',
        'user_psp_account',
        'transaction',
        'pending_grant',
        'config',
        'backoffice_user',
        'investigation_case',
      ]),
    )
  })

  it('is the same for a payment and its case, whoever begins', () => {
    const isOther = (name: string) => name !== 'transaction' && name !== 'investigation_case'
    expect(locks.opposites(isOther)).toEqual([])
  })

  it('is the same in every transaction', () => {
    expect(locks.opposites((name) => ownRows.has(name))).toEqual([])
  })
})
