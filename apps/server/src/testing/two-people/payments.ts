import { expect } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Client } from '../../kit/testing/kit-app.ts'
import { apiClient, publicKey, tokenOf } from './api-clients.ts'
import type { Attempt, Request, TwoPersonRule } from './attempt.ts'
import { at, brand, colleague, lone, ok, outcomeOf, platform, type Outcome, type Rule } from './cast.ts'

type Way = (txId: number) => Promise<Outcome>
export const through = async (client: { clientId: string; secret: string }): Promise<Way> => {
  const authorization = `Bearer ${await tokenOf(client)}`
  return async (txId) =>
    outcomeOf((await platform.call('POST', `/payments/${txId}/approve`, {}, { authorization })) as never)
}
export const inConsole =
  (who: Client): Way =>
  async (txId) => {
    const { version } = await platform.row({ merchantId: brand, txId })
    return outcomeOf(await who.post(`/transaction/${txId}/approve?${at}`, { version }))
  }

let cents = 0
export async function largePayout(headers?: Record<string, string>): Promise<number> {
  const amount = { amount: `6000.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = headers
    ? await platform.call(
        'POST',
        '/withdrawals',
        {
          merchantId: brand,
          userId: 'user_1',
          sessionId: 's-1',
          txType: 'BankIBANWithdrawal',
          amount,
          iban: 'DE89370400440532013000',
          ip: '192.0.2.10',
        },
        { 'idempotency-key': `two-people-${cents}`, ...headers },
      )
    : await platform.withdraw({ amount })
  expect(body.state, JSON.stringify(body)).toBe('WAITING_APPROVAL')
  return body.txId
}
const statusOf = async (txId: number) => (await platform.row({ merchantId: brand, txId })).statusNo

const waitsForSecond = StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL

/** The second of two approvals, by whoever gave the first. */
async function bothLevels(first: Way, second: Way): Promise<Outcome> {
  const txId = await largePayout()
  expect(await first(txId)).toEqual(ok)
  const outcome = await second(txId)
  expect(await statusOf(txId)).toBe(waitsForSecond)
  return outcome
}

async function withSigningKeyOf(holder: Client) {
  const client = await apiClient(colleague)
  const { body } = await colleague.get(`/api-client/${client.id}?${at}`)
  const saved = await holder.put(`/api-client/${client.id}?${at}`, {
    version: body.version,
    signingKeyPublic: publicKey(),
  })
  expect(saved.status, saved.text).toBe(200)
  return client
}

const payoutWays: Rule = {
  'the same account': () => bothLevels(inConsole(lone), inConsole(lone)),
  'two own API clients': async () =>
    bothLevels(await through(await apiClient(lone)), await through(await apiClient(lone))),
  'console, then an own API client': async () =>
    bothLevels(inConsole(lone), await through(await apiClient(lone))),
  'an own API client, then console': async () =>
    bothLevels(await through(await apiClient(lone)), inConsole(lone)),
  "a colleague's API client with an own secret": async () =>
    bothLevels(inConsole(lone), await through(await apiClient(colleague, lone))),
  "a colleague's API client with an own signing key": async () =>
    bothLevels(inConsole(lone), await through(await withSigningKeyOf(lone))),
  'a payment begun by an own API client': async () => {
    const client = await apiClient(lone)
    const txId = await largePayout({ authorization: `Bearer ${await tokenOf(client)}` })
    return inConsole(lone)(txId)
  },
  'a payment begun by an own API client that is removed at once': async () => {
    const client = await apiClient(lone)
    const txId = await largePayout({ authorization: `Bearer ${await tokenOf(client)}` })
    const { version } = (await lone.get(`/api-client/${client.id}?${at}`)).body
    await lone.delete(`/api-client/${client.id}?${at}&version=${version}`)
    return inConsole(lone)(txId)
  },
  "a payment begun by a colleague's API client with an own signing key, which has another by now":
    async () => {
      const client = await withSigningKeyOf(lone)
      const txId = await largePayout({ authorization: `Bearer ${await tokenOf(client)}` })
      const { version } = (await colleague.get(`/api-client/${client.id}?${at}`)).body
      const change = { version, signingKeyPublic: publicKey() }
      const saved = await colleague.put(`/api-client/${client.id}?${at}`, change)
      expect(saved.status, saved.text).toBe(200)
      return inConsole(lone)(txId)
    },
  'a payment begun and approved by two own API clients': async () => {
    const txId = await largePayout({ authorization: `Bearer ${await tokenOf(await apiClient(lone))}` })
    return (await through(await apiClient(lone)))(txId)
  },
  'both at once': async () => {
    const txId = await largePayout()
    const ways = [inConsole(lone), await through(await apiClient(lone)), await through(await apiClient(lone))]
    const outcomes = await Promise.all(ways.map((way) => way(txId)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await statusOf(txId)).toBe(waitsForSecond)
    // Whoever was slower than themselves is told so, or that it changed meanwhile.
    return (await inConsole(lone)(txId)) satisfies Outcome
  },
}

/** Rules whose first call asks and whose second, the same, confirms. */
async function twiceTheSame(request: () => Promise<Request>): Promise<Attempt> {
  return { one: lone, other: colleague, ask: await request(), confirmation: request }
}
const versionOf = async (txId: number) => (await platform.row({ merchantId: brand, txId })).version

export const payout: TwoPersonRule = {
  guard: 'packages/model/src/payments/approval-rules.ts',
  asksForProof: false,
  copies: 'a withdrawal comes from one call, and what is made again of it waits again',
  prepare: async () => {
    const txId = await largePayout()
    return twiceTheSame(async () => ({
      path: `/transaction/${txId}/approve?${at}`,
      body: { version: await versionOf(txId) },
    }))
  },
  ways: payoutWays,
}

async function finished(): Promise<number> {
  const amount = { amount: `600.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = await platform.deposit({ userId: `reopened-${cents}`, amount })
  expect(body.state, JSON.stringify(body)).toBe('SUCCESSFUL')
  return body.txId
}
export const reopen: TwoPersonRule = {
  guard: 'apps/server/src/payments/core/operations/repairs.ts',
  asksForProof: false,
  copies: 'it is about one payment',
  prepare: async () => {
    const txId = await finished()
    return twiceTheSame(async () => ({
      path: `/transaction/${txId}/force-inconsistent?${at}`,
      body: { version: await versionOf(txId), info: 'A doubt' },
    }))
  },
  ways: {},
}

/** The PSP gave an answer nobody can read: whether it moved the money is not known. */
async function unclear(): Promise<number> {
  const amount = { amount: '777.03', currency: 'EUR' }
  const { body } = await platform.deposit({ userId: `unclear-${++cents}`, amount })
  expect(body.state, JSON.stringify(body)).toBe('INCONSISTENT')
  return body.txId
}
export const forcedSuccess: TwoPersonRule = {
  guard: 'apps/server/src/payments/core/operations/force-successful.ts',
  asksForProof: false,
  copies: 'it is about one payment',
  prepare: async () => {
    const txId = await unclear()
    const body = { info: 'On the statement', pspRefId: `seen-${txId}`, sendToMerchant: false }
    return twiceTheSame(async () => ({
      path: `/transaction/${txId}/force-successful?${at}`,
      body: { ...body, version: await versionOf(txId) },
    }))
  },
  ways: {},
}
