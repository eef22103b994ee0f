import { randomUUID } from 'node:crypto'
import { errorCodes } from '@signalbox/model/status-codes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testPlatform, type TestPlatform } from '../testing/test-app.ts'
import type { PspOutcome } from './connectors/psp-outcome.ts'
import { checkBooks } from './ledger/invariants.ts'
import { scriptedOutside } from './testing/scripted-outside.ts'

let platform: TestPlatform
let token = ''
const outside = scriptedOutside()

beforeAll(async () => {
  platform = await testPlatform({}, { outside })
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}` },
  })
  token = granted.json<{ access_token: string }>().access_token
}, 90_000)
afterAll(() => platform.close())

let users = 0
async function deposit(): Promise<{ txId: number; statusCodeNo: number }> {
  const answer = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: {
      merchantId: 100010001,
      userId: `user_${++users}`,
      sessionId: 's',
      txType: 'CreditcardDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123' },
    },
  })
  return answer.json()
}

const log = {
  target: 'PSP',
  method: 'POST',
  url: 'psp',
  requestHeaders: {},
  requestBody: '',
  status: 200,
  responseHeaders: {},
  responseBody: '',
  at: '2026-11-16T10:00:00.000Z',
  latencyMs: 1,
  failure: null,
} as const
const said = { pspRefId: 'r', pspCode: 'X', pspMessage: 'No', log }

/** What no answer of a PSP is: found out afterwards, or decided by people. Callbacks, repairs and lifecycles test these. */
const decidedLater = new Set([402, 403, 600, 601, 602])

/** Named in the catalogue for parts of the platform that are still to come. */
const notYet = new Set([408, 411, 412, 413, 576, 591, 592])

const failures = errorCodes.filter(({ no, status }) => status === 'FAILED' && !notYet.has(no))
const unknowns = [
  ['timeout', 400],
  ['reference', 401],
  ['io', 404],
  ['unparseable', 405],
  ['amount', 407],
  ['name', 410],
] as const

describe('what a PSP answers', () => {
  it.each(failures.map(({ no, code }) => [code, no] as const))(
    'a refusal with %s %i ends with it',
    async (_code, no) => {
      outside.answer((): PspOutcome => ({ kind: 'declined', statusNo: no, ...said }))
      const { txId, statusCodeNo } = await deposit()
      // The issuer wants the user to authenticate: the demo rules try that before they give up.
      expect(statusCodeNo).toBe(no)
      expect(outside.told.get(txId)).toEqual(['authorize', 'cancel'])
    },
  )

  it.each(unknowns)('nobody knows (%s): %i, and the merchant is told nothing', async (reason, no) => {
    outside.answer((): PspOutcome => ({ kind: 'unknown', reason, statusNo: no, ...said }))
    const { txId, statusCodeNo } = await deposit()
    expect(statusCodeNo).toBe(no)
    expect(outside.told.get(txId)).toEqual(['authorize'])
  })

  it.each([
    ['connect', 501],
    ['io', 545],
    ['config', 508],
    ['outOfService', 512],
  ] as const)('never sent (%s): %i once all have been tried', async (reason, no) => {
    outside.answer((): PspOutcome => ({ kind: 'notSent', reason, statusNo: no, log }))
    expect((await deposit()).statusCodeNo).toBe(no)
  })

  it('something of ours that breaks is a failure of the system, and nothing is booked', async () => {
    outside.answer(() => {
      throw new Error('a defect')
    })
    expect((await deposit()).statusCodeNo).toBe(500)
  })
})

describe('the catalogue', () => {
  it('has no code that nobody raises', () => {
    const answered = [...failures.map(({ no }) => no), ...unknowns.map(([, no]) => no)]
    const reached = new Set([...answered, ...decidedLater, ...notYet])
    expect(errorCodes.filter(({ no }) => !reached.has(no))).toEqual([])
  })

  it('and the books are right after all of that', async () => {
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })
})
