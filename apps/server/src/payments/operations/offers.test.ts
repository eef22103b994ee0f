import { randomUUID } from 'node:crypto'
import { allCalls } from '@signalbox/model/calls/index'
import { accountStatuses } from '@signalbox/model/entities/user-psp-account'
import { operationNames, operations, type OperationName } from '@signalbox/model/payments/operations'
import { isFinal } from '@signalbox/model/payments/transitions'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { oneIn } from '../../testing/one-in.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import type { PspOutcome } from '../connectors/psp-outcome.ts'
import { sweep } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { scriptedServices, type ScriptedServices } from '../testing/scripted-services.ts'
import { behaviourOf, merchantBehaviours } from '../testing/walk-psp.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import { askTask, paymentTasks, reprocessTask } from './payment-tasks.ts'
import { newApiToken } from '../../testing/new-api-token.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
let platform: TestPlatform
let services: ScriptedServices
let staff: Client
let colleague: Client
/** Sees what waits for approval, and what they decided. */
let approver: Client
beforeAll(async () => {
  services = scriptedServices()
  platform = await testPlatform({}, { services, timings: { pollMs: [3_600_000] } })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT']
    where username in ('admin', 'investigator')`.execute(platform.db)
  await sql`update backoffice_user set roles = array['ADMIN_APPROVER'] where username = 'approver3'`.execute(
    platform.db,
  )
  staff = await platform.as('admin')
  colleague = await platform.as('investigator')
  approver = await platform.as('approver3')
})
afterAll(() => platform.close())
afterEach(() => services.merchantAnswers('transfer', () => merchantBehaviours.accepts()))

const machine = () => platform.app.payments.machine
let users = 0

async function pay(answer: Parameters<ScriptedServices['answer']>[0], amount = '10.00'): Promise<number> {
  services.answer(answer)
  const made = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: {
      authorization: `Bearer ${await newApiToken(platform)}`,
      'idempotency-key': randomUUID(),
    },
    payload: {
      merchantId,
      userId: `offer_${++users}`,
      sessionId: 's-1',
      txType: 'CreditcardDeposit',
      amount: { amount, currency: 'EUR' },
      card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123' },
    },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ txId: number }>().txId
}

const rowOf = async (id: number) => {
  const row = await findTransaction(platform.db, merchantId, id)
  if (!row) throw new Error(`There is no transaction ${id}`)
  return row
}
const offersOf = async (id: number): Promise<OperationName[]> =>
  (await staff.get(`/transaction/${id}?${at}`)).body.allowedOps
const operate = async (id: number, op: string, more: object = {}) =>
  staff.post(`/transaction/${id}/${op}?${at}`, {
    version: (await rowOf(id)).version,
    info: 'Seen at the PSP',
    ...more,
    ...(op === 'force-successful' && { pspRefId: `seen-${id}` }),
  })

/** What a job does that was asked for in the console. */
async function runTask(name: string, id: number) {
  const operator = { id: 'admin', name: 'admin', roles: ['INVESTIGATOR_ADMIN'] }
  const task = paymentTasks(machine()).find((each) => each.name === name)
  await task?.run(
    { merchantId, id, operator, info: 'Seen at the PSP' },
    { jobId: '1', queuedAt: new Date(), attempt: 1, signal: new AbortController().signal },
  )
}

async function carriedOut(id: number, op: OperationName) {
  const done = await operate(id, op)
  expect([op, done.status], done.text).toEqual([op, 200])
  if (op === 'check') await runTask(askTask, id)
  if (op === 'reprocess') await runTask(reprocessTask, id)
  await sweep(machine())
}

const openCases = async (id: number) => {
  const { rows } = await sql<{ type: string }>`select type from investigation_case
    where tx_id = ${id} and state <> 'RESOLVED'`.execute(platform.db)
  return rows.map(({ type }) => type)
}

/** What decides about a payment; the others describe it, hand it out, or make another one. */
const deciding: readonly OperationName[] = [
  'check',
  'force-successful',
  'force-failed',
  'reprocess',
  'cancel',
]
/** Where the merchant, or somebody of ours, has the next word. */
const beyondPsp = [402, 403]

const unclear = (statusNo: number): PspOutcome => ({
  ...(behaviourOf('hearsNothing').submitted({ minor: 1000n, currency: 'EUR' }).heard as Extract<
    PspOutcome,
    { kind: 'unknown' }
  >),
  statusNo,
})

/** The ways into every number of INCONSISTENT that a PSP can lead to, each with a PSP that knows how it ended. */
const ways: readonly (readonly [string, number, () => Promise<number>])[] = [
  ...statusCodes
    .filter(({ status, no }) => status === 'INCONSISTENT' && !beyondPsp.includes(no))
    .map(({ no }) => {
      const make = () =>
        pay(({ amount }) => ({ did: behaviourOf('approves').submitted(amount).did, heard: unclear(no) }))
      return [`${no}, carried out`, no, make] as const
    }),
  ...[400, 404, 405].map((no) => {
    const make = () =>
      pay(({ amount, idempotencyKey }) =>
        idempotencyKey.endsWith('-1')
          ? { did: undefined, heard: unclear(no) }
          : behaviourOf('approves').submitted(amount),
      )
    return [`${no}, unknown to the PSP`, no, make] as const
  }),
  [
    '402, refused by the merchant',
    402,
    async () => {
      services.merchantAnswers('transfer', () => merchantBehaviours.refuses())
      const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
      services.merchantAnswers('transfer', () => merchantBehaviours.accepts())
      return id
    },
  ],
  [
    '402, opened again',
    402,
    async () => {
      const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
      await carriedOut(id, 'force-inconsistent')
      return id
    },
  ],
]

describe('an open case', () => {
  it.each(oneIn(3, ways))('%s: whatever is offered is done, and ends it', async (_way, statusNo, make) => {
    const offers = (await offersOf(await make())).filter((op) => deciding.includes(op))
    expect(offers).toEqual(expect.arrayContaining(['force-successful', 'force-failed']))
    // The PSP has said yes, or what it says does not fit: asking it again brings nothing new.
    expect(offers.includes('check')).toBe(!beyondPsp.includes(statusNo))
    for (const op of offers) {
      const id = await make()
      expect((await rowOf(id)).statusNo).toBe(statusNo)
      expect(await openCases(id)).toEqual(['INCONSISTENT'])
      await carriedOut(id, op)
      const row = await rowOf(id)
      expect([op, row.statusNo, isFinal(row.statusNo), row.nextStep]).toEqual([op, row.statusNo, true, null])
      expect([op, await openCases(id)]).toEqual([op, []])
    }
  })

  it('is not decided a second time while the first decision is carried out, and nobody is offered that', async () => {
    const id = await pay(({ amount }) => behaviourOf('approvesInSilence').submitted(amount))
    services.merchantAnswers('transfer', () => merchantBehaviours.neverAnswers())
    await carriedOut(id, 'force-successful')
    const row = await rowOf(id)
    expect([row.statusNo, row.nextStep]).toEqual([400, 'transfer'])
    const offers = await offersOf(id)
    for (const op of ['force-successful', 'force-failed', 'reprocess'] as const) {
      expect(offers).not.toContain(op)
      expect([op, (await operate(id, op)).status]).toEqual([op, 409])
    }
    expect(offers).toContain('check')
    services.merchantAnswers('transfer', () => merchantBehaviours.accepts())
    await sql`update transaction set lease_until = now() - interval '1 second' where id = ${id}`.execute(
      platform.db,
    )
    await carriedOut(id, 'check')
    expect((await rowOf(id)).statusNo).toBe(0)
    expect(await openCases(id)).toEqual([])
  })

  it('opened again while the merchant is still to be told of the failure waits for the decision', async () => {
    services.merchantAnswers('merchant-cancel', () => merchantBehaviours.neverAnswers())
    const id = await pay(() => behaviourOf('declines').submitted({ minor: 1000n, currency: 'EUR' }))
    expect(await rowOf(id)).toMatchObject({ statusNo: 504, nextStep: 'cancel' })
    await carriedOut(id, 'force-inconsistent')
    services.merchantAnswers('merchant-cancel', () => merchantBehaviours.accepts())
    platform.clock.now = new Date(Date.now() + 120_000)
    await sweep(machine())
    platform.clock.now = null
    expect(await rowOf(id)).toMatchObject({ statusNo: 402, nextStep: null })
    await carriedOut(id, 'force-failed')
    expect(await rowOf(id)).toMatchObject({ statusNo: 506, nextStep: null })
    expect(services.told.get(id)).toEqual(['authorize', 'cancel'])
  })

  it.each(['DISPUTE', 'RECON_DIFFERENCE', 'MANUAL'])('%s is closed with a reason', async (type) => {
    const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
    const caseId = platform.deps.newId()
    await sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, cause, due_at, opened_at,
        updated_at, updated_by)
      values (${merchantId}, ${caseId}, ${id}, ${type}, 'OPEN', 'LOW', 'To be seen', now(), now(), now(), 'system')`.execute(
      platform.db,
    )
    const [found] = (await staff.get(`/case?${at}&keyword=${id}`)).body.items
    expect(found.allowed).toContain('close')
    const body = { version: found.version, resolution: 'NO_ACTION', text: 'Looked into' }
    const closed = await staff.post(`/case/${caseId}/close?${at}`, body)
    expect(closed.status, closed.text).toBe(200)
    expect(await openCases(id)).toEqual([])
  })

  it('leaves books behind that hold', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

describe('a payment somebody does not see', () => {
  /** What is sent to each call that writes about the payment in its address. A new call has to be named here. */
  const bodies: Readonly<Record<string, (version: number) => object>> = {
    'POST /transaction/{id}/{op}': (version) => ({ version, info: 'Looked into', addTags: ['seen'] }),
    'POST /transaction/{id}/note': () => ({ text: 'Looked into' }),
    'POST /transaction/{id}/note/{noteId}/strike': () => ({}),
  }
  const writes = allCalls.filter(
    ({ effect, path }) => effect === 'write' && path.includes('/transaction/{id}'),
  )
  const addressesOf = (path: string, id: number) =>
    (path.includes('{op}') ? operationNames : ['']).map((op) =>
      path.replace('{id}', String(id)).replace('{op}', op).replace('{noteId}', randomUUID()),
    )

  /** All that is kept about a payment. */
  const written = async (id: number) => {
    const { rows } = await sql`select to_jsonb(t) as payment,
        (select count(*) from tx_event e where e.tx_id = t.id) as events,
        (select count(*) from approval a where a.tx_id = t.id) as approvals,
        (select count(*) from tx_note n where n.tx_id = t.id) as notes,
        (select count(*) from investigation_case c where c.tx_id = t.id) as cases,
        (select count(*) from transaction child where child.origin_tx_id = t.id) as children
      from transaction t where t.id = ${id}`.execute(platform.db)
    return rows[0]
  }

  /** How every call answers, each once. */
  async function answersTo(who: Client, id: number): Promise<Set<number>> {
    const statuses = new Set<number>()
    const { version } = await rowOf(id)
    for (const { key, path } of writes)
      for (const address of addressesOf(path, id)) {
        const body = bodies[key]?.(version) ?? expect.fail(`What is sent to ${key} is not known`)
        statuses.add((await who.post(`${address}?${at}`, body)).status)
      }
    const ids = [{ id: String(id), version }]
    for (const operation of operationNames.filter((name) => operations[name].bulk)) {
      const params = { info: 'Looked into', ...(operation === 'tag' && { addTags: ['seen'] }) }
      const { body } = await who.post(`/transaction/bulk?${at}`, { operation, ids, params })
      statuses.add(body.results[0].code === 'NOT_FOUND' ? 404 : 200)
    }
    return statuses
  }

  /** How somebody's calls were answered, and whether anything is written of them. */
  const triedBy = async (who: Client, id: number) => {
    const { status } = await who.get(`/transaction/${id}?${at}`)
    const before = JSON.stringify(await written(id))
    const answers = [...(await answersTo(who, id))]
    return { opened: status, answers, isChanged: JSON.stringify(await written(id)) !== before }
  }
  const refused = { opened: 404, answers: [404], isChanged: false }
  const timeout = 240_000

  it('is changed by no call of an approver, and its state is not told', { timeout }, async () => {
    const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
    await sql`update transaction set status_no = 300 where id = ${id}`.execute(platform.db)
    expect(await triedBy(approver, id)).toEqual(refused)
  })

  it('is changed by no call of anybody while its user is to be erased', { timeout }, async () => {
    const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
    const { userId } = await rowOf(id)
    await sql`insert into gdpr_request (merchant_id, id, subject, user_id, type, state, reason, requested_by, created_at,
        updated_at, updated_by)
      values (${merchantId}, ${randomUUID()}, ${userId}, ${userId}, 'ERASE', 'RESTRICTED', 'Asked for', 'gdpr', now(), now(),
        'gdpr')`.execute(platform.db)
    expect(await triedBy(staff, id)).toEqual(refused)
    expect((await staff.post(`/case?${at}`, { txId: id, text: 'Looked into' })).status).toBe(422)
  })
})

describe('what is offered', () => {
  it('is no refund of less than the PSP moves', async () => {
    const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
    // Ten yen for ten euro: the PSP moves nothing for the last cent.
    await sql`update transaction set psp_currency = 'JPY', psp_amount_minor = 10, psp_captured_minor = 10
      where id = ${id}`.execute(platform.db)
    const refund = async (amount?: string) =>
      staff.post(`/transaction/${id}/refund?${at}`, {
        version: (await rowOf(id)).version,
        info: 'A part of it',
        ...(amount !== undefined && { amount: { amount, currency: 'EUR' } }),
      })
    const offers = async () => {
      const { body: list } = await staff.get(`/transaction?${at}&id=${id}`)
      const { body: reasons } = await staff.get(`/transaction/${id}/reason?${at}`)
      const { left, corrections } = reasons as { left: { refund: unknown }; corrections: { type: string }[] }
      return [
        (await offersOf(id)).includes('refund'),
        (list.items as { allowedOps: string[] }[])[0]?.allowedOps.includes('refund'),
        left.refund !== null,
        corrections.some(({ type }) => type === 'ManualRefund'),
      ]
    }
    expect((await refund('9.00')).status).toBe(200)
    expect(await offers()).toEqual([true, true, true, true])
    expect((await refund('0.99')).status).toBe(200)
    expect(await offers()).toEqual([false, false, false, false])
    const refused = await refund()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The amount is too small for the PSP in JPY.',
    ])
  })

  /** Whether another payment is offered in every place, and made. */
  async function isMadeAgain(id: number): Promise<boolean[]> {
    const amount = { amount: '10.00', currency: 'EUR' }
    const { body: list } = await staff.get(`/transaction?${at}&id=${id}`)
    const listed = (list.items as { allowedOps: OperationName[] }[])[0]?.allowedOps ?? []
    const { body: reasons } = await staff.get(`/transaction/${id}/reason?${at}`)
    const offered = await offersOf(id)
    const done = [await operate(id, 'repeat', { amount }), await operate(id, 'reprocess')]
    expect(done.every(({ status }) => [200, 409].includes(status))).toBe(true)
    return [
      listed.includes('repeat'),
      listed.includes('reprocess'),
      offered.includes('repeat'),
      offered.includes('reprocess'),
      (reasons.targets as unknown[]).length > 0,
      ...done.map((answer) => answer.status === 200),
    ]
  }

  it('is another payment only with a card that is in the vault', async () => {
    const id = await pay(({ amount }) => behaviourOf('declines').submitted(amount))
    const { accountId } = await rowOf(id)
    await sql`update user_psp_account set status = 'ACTIVE' where id = ${accountId}`.execute(platform.db)
    const { rows } = await sql<{ vaultRef: string }>`select vault_ref from user_psp_account
      where id = ${accountId}`.execute(platform.db)
    // As an account of the generated past, and one whose card is gone.
    for (const ref of [null, randomUUID()]) {
      await sql`update user_psp_account set vault_ref = ${ref} where id = ${accountId}`.execute(platform.db)
      expect(await isMadeAgain(id)).toEqual(Array(7).fill(false))
      const { body } = await operate(id, 'repeat', { amount: { amount: '10.00', currency: 'EUR' } })
      expect(body.message).toBe('The account used for the payment is not stored.')
    }
    await sql`update user_psp_account set vault_ref = ${rows[0]?.vaultRef} where id = ${accountId}`.execute(
      platform.db,
    )
    expect(await isMadeAgain(id)).toEqual(Array(7).fill(true))
  })

  it('is no second try of what nobody knows the card of', async () => {
    const id = await pay(({ amount }) => behaviourOf('hearsNothing').submitted(amount))
    expect(await offersOf(id)).toContain('reprocess')
    await sql`update transaction set step_state = step_state || '{"input": {}}' where id = ${id}`.execute(
      platform.db,
    )
    expect(await offersOf(id)).not.toContain('reprocess')
    const { status, body } = await operate(id, 'reprocess')
    expect([status, body.message]).toEqual([409, 'The account used for the payment is not stored.'])
  })

  it('with an account without a card ends with a code of its own where somebody pays with it', async () => {
    const first = await rowOf(await pay(({ amount }) => behaviourOf('approves').submitted(amount)))
    await sql`update user_psp_account set vault_ref = null where id = ${first.accountId}`.execute(platform.db)
    const made = await platform.app.inject({
      method: 'POST',
      url: '/signalbox/api/v1/deposits',
      headers: {
        authorization: `Bearer ${await newApiToken(platform)}`,
        'idempotency-key': randomUUID(),
      },
      payload: {
        merchantId,
        userId: first.userId,
        sessionId: 's-1',
        txType: 'CreditcardDeposit',
        amount: { amount: '10.00', currency: 'EUR' },
        accountId: first.accountId,
      },
    })
    expect(made.statusCode, made.body).toBe(201)
    expect(await rowOf(made.json<{ txId: number }>().txId)).toMatchObject({
      statusNo: StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT,
    })
  })

  it('is another payment only with an account that pays', async () => {
    const declined = await pay(({ amount }) => behaviourOf('declines').submitted(amount))
    const onlySaid = await pay(({ amount }) => behaviourOf('hearsNothing').submitted(amount))
    await carriedOut(onlySaid, 'force-failed')
    const madeAgain = async (id: number, status: string) => {
      const { accountId } = await rowOf(id)
      await sql`update user_psp_account set status = ${status} where id = ${accountId}`.execute(platform.db)
      return isMadeAgain(id)
    }
    const others = Object.keys(accountStatuses).filter((status) => status !== 'ACTIVE')
    for (const id of [declined, onlySaid])
      for (const status of [...others, 'ACTIVE']) {
        const isMade = status === 'ACTIVE'
        expect(await madeAgain(id, status), `${id} with ${status}`).toEqual(Array(7).fill(isMade))
      }
  })

  it(
    'is not to open again what one has asked for oneself, but to whoever confirms it',
    { timeout: 120_000 },
    async () => {
      const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount), '600.00')
      const isOffered = async (who: Client) => {
        const { body: list } = await who.get(`/transaction?${at}&id=${id}`)
        const listed = (list.items as { allowedOps: string[] }[])[0]?.allowedOps ?? []
        const { allowedOps } = (await who.get(`/transaction/${id}?${at}`)).body as { allowedOps: string[] }
        return [listed, allowedOps].map((offers) => offers.includes('force-inconsistent'))
      }
      expect([await isOffered(staff), await isOffered(colleague)]).toEqual([
        [true, true],
        [true, true],
      ])
      expect((await operate(id, 'force-inconsistent')).status).toBe(200)
      expect([await isOffered(staff), await isOffered(colleague)]).toEqual([
        [false, false],
        [true, true],
      ])
      expect((await operate(id, 'force-inconsistent')).body.code).toBe('FOUR_EYES')
      const { version } = await rowOf(id)
      const body = { version, info: 'Seen at the PSP' }
      const confirmed = await colleague.post(`/transaction/${id}/force-inconsistent?${at}`, body)
      expect([confirmed.status, confirmed.body.statusNo], confirmed.text).toEqual([200, 402])
    },
  )

  it('is the same in the list and where it is done, in every state', async () => {
    const id = await pay(({ amount }) => behaviourOf('approves').submitted(amount))
    const refused: string[] = []
    for (const no of [0, 100, 200, 201, 250, 303, 351, 400, 402, 504, 597, 601]) {
      await sql`update transaction set status_no = ${no}, next_step = ${no >= 200 && no < 300 ? 'submit' : null},
        lease_until = now() + interval '1 day', updated_at = now() where id = ${id}`.execute(platform.db)
      const offers = await offersOf(id)
      for (const op of operationNames.filter((name) => deciding.includes(name) && !offers.includes(name))) {
        const { status } = await operate(id, op)
        if (status !== 409) refused.push(`${op} at ${no} was not offered and answered ${status}`)
      }
    }
    expect(refused).toEqual([])
  })
})
