import { randomUUID } from 'node:crypto'
import type { OperationName } from '@signalbox/model/payments/operations'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import type { Timings } from '../core/flow/timings.ts'
import { sweep } from '../jobs/payment-work.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { scriptedServices, type ScriptedServices } from './scripted-services.ts'
import { newApiToken } from '../../testing/new-api-token.ts'

export const merchantId = 100010001

interface CaseLine {
  readonly id: string
  readonly type: string
  readonly state: string
  readonly resolution: string | null
  readonly cause: string
}

/** The whole server, with an outside world that says what a test lets it say. No HTTP, no waiting. */
export interface ScriptedPlatform extends TestPlatform {
  readonly services: ScriptedServices
  /** Somebody who may decide about money. */
  readonly staff: Client
  pay(changes?: object, path?: 'deposits' | 'withdrawals'): Promise<number>
  row(id: number): Promise<Transaction>
  children(id: number): Promise<Transaction[]>
  cases(id: number): Promise<CaseLine[]>
  offers(id: number): Promise<OperationName[]>
  operate(id: number, op: OperationName, body?: object, by?: Client): ReturnType<Client['post']>
  /** The same, and everything that follows from it. */
  carryOut(id: number, op: OperationName, body?: object): Promise<void>
  /** Lets time pass. */
  pass(ms: number): void
}

/** Pays by the public API, as another user each time. */
function payer(platform: TestPlatform): ScriptedPlatform['pay'] {
  let token: string | undefined
  let users = 0
  return async (changes = {}, path = 'deposits') => {
    const payload = {
      merchantId,
      userId: `scripted_${++users}`,
      sessionId: 's-1',
      amount: { amount: '10.00', currency: 'EUR' },
      ...(path === 'deposits'
        ? {
            txType: 'CreditcardDeposit',
            card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123' },
          }
        : { txType: 'BankIBANWithdrawal', iban: 'DE89370400440532013000' }),
      ...changes,
    }
    const ask = async () =>
      platform.app.inject({
        method: 'POST',
        url: `/signalbox/api/v1/${path}`,
        headers: {
          authorization: `Bearer ${(token ??= await newApiToken(platform))}`,
          'idempotency-key': randomUUID(),
        },
        payload,
      })
    let made = await ask()
    if (made.statusCode === 401) {
      token = undefined
      made = await ask()
    }
    expect(made.statusCode, made.body).toBe(201)
    return made.json<{ txId: number }>().txId
  }
}

/** `prepare`: by people as they are at first, before one of them has the roles these tests need. */
export async function scriptedPlatform(
  timings: Partial<Timings> = {},
  prepare: (platform: TestPlatform) => Promise<unknown> = () => Promise.resolve(),
): Promise<ScriptedPlatform> {
  const services = scriptedServices()
  const platform = await testPlatform({}, { services, timings: { pollMs: [3_600_000], ...timings } })
  const { db, app, clock } = platform
  await prepare(platform)
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT', 'ADMIN_APPROVER']
    where username = 'admin'`.execute(db)
  const staff = await platform.as('admin')

  const row = async (id: number) => {
    const found = await findTransaction(db, merchantId, id)
    if (!found) throw new Error(`There is no transaction ${id}`)
    return found
  }
  const operate: ScriptedPlatform['operate'] = async (id, op, body = {}, by = staff) =>
    by.post(`/transaction/${id}/${op}?merchantId=${merchantId}`, {
      version: (await row(id)).version,
      info: 'Seen at the PSP',
      ...(op === 'force-successful' && { pspRefId: `seen-${id}` }),
      ...body,
    })
  return {
    ...platform,
    services,
    staff,
    row,
    operate,
    pay: payer(platform),
    children: async (id) => {
      const { rows } = await sql<{ id: number }>`select id from transaction where origin_tx_id = ${id}
        order by id`.execute(db)
      return Promise.all(rows.map((child) => row(child.id)))
    },
    cases: async (id) => {
      const { rows } = await sql<CaseLine>`select id, type, state, resolution, cause from investigation_case
        where tx_id = ${id} order by opened_at, id`.execute(db)
      return rows
    },
    offers: async (id) => (await staff.get(`/transaction/${id}?merchantId=${merchantId}`)).body.allowedOps,
    carryOut: async (id, op, body) => {
      const done = await operate(id, op, body)
      expect([op, done.status], done.text).toEqual([op, 200])
      await sweep(app.payments.machine)
    },
    pass: (ms) => {
      clock.now = new Date((clock.now ?? new Date()).getTime() + ms)
    },
  }
}
