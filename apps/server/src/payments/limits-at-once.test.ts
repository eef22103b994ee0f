import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { OutputValue } from '@signalbox/model/rules/decision-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { createDatabase } from '../kit/database.ts'
import { appUrl } from '../kit/database-roles.ts'
import { patientPool } from '../kit/testing/patient-pool.ts'
import { eventually } from '../testing/eventually.ts'
import { testPlatform, type TestPlatform } from '../testing/test-app.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { scriptedOutside } from './testing/scripted-outside.ts'

const merchantId = 100010001
const roles = { app: true, report: true }
const euros = (amount: string) => ({ EUR: amount })

let platform: TestPlatform
let nodes: FastifyInstance[]
let token: string
const closers: (() => Promise<unknown>)[] = []

/** A server whose clock is wrong by so many seconds, on the same database. */
async function nodeOffBy(seconds: number): Promise<FastifyInstance> {
  const db = createDatabase(patientPool(appUrl(platform.ownerUrl, roles), 6))
  const lookups = createDatabase(patientPool(appUrl(platform.ownerUrl, roles), 2))
  const app = await buildApp({
    config: platform.config,
    deps: { ...platform.deps, db, now: () => new Date(Date.now() + seconds * 1000) },
    database: { ownerUrl: platform.ownerUrl, roles, lanes: { payments: db, lookups } },
    payments: { outside: scriptedOutside() },
  })
  closers.unshift(async () => {
    await app.close()
    await Promise.all([db.destroy(), lookups.destroy()])
  })
  await app.ready()
  return app
}

beforeAll(async () => {
  platform = await testPlatform({}, { outside: scriptedOutside() })
  nodes = [await nodeOffBy(4), await nodeOffBy(-4)]
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  token = granted.json<{ access_token: string }>().access_token
})
afterAll(async () => {
  for (const close of closers) await close()
  await platform.close()
})

async function deposit(node: FastifyInstance, changes: Record<string, unknown>): Promise<PaymentAnswer> {
  const answer = await node.inject({
    method: 'POST',
    url: '/signalbox/api/v1/deposits',
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
    payload: {
      merchantId,
      sessionId: 's-1',
      txType: 'SkrillDeposit',
      amount: { amount: '10.00', currency: 'EUR' },
      ...changes,
    },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<PaymentAnswer>()
}

interface Case {
  readonly name: string
  readonly table: 'velocity' | 'period-limit'
  readonly outputs: Readonly<Record<string, OutputValue>>
  /** How the payments of the burst differ; the same user and everything else where it says nothing. */
  readonly each?: (no: number) => Record<string, string>
}

const rolling = { window: 1, unit: 'HOUR', windowKind: 'ROLLING', action: 'DECLINE' }
const atOnce = 14
const room = 5

const cases: readonly Case[] = [
  {
    name: 'T29, last hours, a sum',
    table: 'period-limit',
    outputs: { window: 'ROLLING', rollingHours: 24, maxSum: euros('5500') },
  },
  {
    name: 'T29, last hours, net',
    table: 'period-limit',
    outputs: { window: 'ROLLING', rollingHours: 24, maxSum: euros('5500'), net: true },
  },
  {
    name: 'T29, last hours, a number per account',
    table: 'period-limit',
    outputs: { window: 'ROLLING', rollingHours: 1, maxCount: room, scope: 'ACCOUNT' },
    each: () => ({ walletAccount: 'one@wallet.example' }),
  },
  { name: 'T29, month', table: 'period-limit', outputs: { window: 'MONTH', maxSum: euros('5500') } },
  { name: 'T9, up to now, a number', table: 'velocity', outputs: { ...rolling, scope: 'USER', maxTx: room } },
  {
    name: 'T9, up to now, a sum of successful payments',
    table: 'velocity',
    outputs: { ...rolling, scope: 'USER', maxSum: euros('5500'), countStates: ['SUCCESSFUL'] },
  },
  {
    name: 'T9, since the period began',
    table: 'velocity',
    outputs: { ...rolling, unit: 'MONTH', windowKind: 'CALENDAR', scope: 'USER', maxTx: room },
  },
  {
    name: 'T9, payments of an address',
    table: 'velocity',
    outputs: { ...rolling, scope: 'IP', maxTx: room },
    each: () => ({ ip: '192.0.2.77' }),
  },
  {
    name: 'T9, payments of the merchant that the row matches',
    table: 'velocity',
    outputs: { ...rolling, scope: 'MERCHANT', maxTx: room, historyFilter: ['SAME_CONDITIONS'] },
  },
  {
    name: 'T9, accounts of a user',
    table: 'velocity',
    outputs: { ...rolling, scope: 'USER', maxAccounts: room },
    each: (no) => ({ walletAccount: `wallet${no}@wallet.example` }),
  },
  {
    name: 'T9, users of an account',
    table: 'velocity',
    outputs: { ...rolling, scope: 'ACCOUNT', maxUsers: room },
    each: (no) => ({ userId: `sharer_${no}`, walletAccount: 'shared@wallet.example' }),
  },
]

const usersOf = (place: number, { each }: Case): string[] => {
  const own = `burst_${place}`
  const all = Array.from({ length: atOnce }, (_, no) => each?.(no).userId ?? own)
  return [...new Set(all)]
}

describe('limits with room for five, on two nodes whose clocks are eight seconds apart', () => {
  beforeAll(async () => {
    const publish = await rulePublisher(platform, merchantId)
    for (const table of ['period-limit', 'velocity'] as const) {
      const rows = cases.flatMap((each, place) =>
        each.table === table ? [{ conditions: onlyFor(...usersOf(place, each)), outputs: each.outputs }] : [],
      )
      const id = await publish(table, ...rows)
      for (const node of nodes) {
        const { rules } = node.payments.machine.parts
        const inForce = async () =>
          (await rules.effective(merchantId, table)).rulesets.map(({ version }) => version.rulesetId)
        await eventually(inForce, (ids) => ids.includes(id), `${table} is not in force`)
      }
    }
  }, 90_000)

  it.each(cases.map((each, place) => ({ ...each, place })))(
    '$name: exactly five of fourteen at once pass',
    async ({ place, each }) => {
      const answers = await Promise.all(
        Array.from({ length: atOnce }, (_, no) =>
          deposit(nodes[no % nodes.length] as FastifyInstance, {
            userId: `burst_${place}`,
            // No two are the same, or the second would be taken for the first sent again; five of them fit, six never do.
            amount: { amount: `10.${10 + no}`, currency: 'EUR' },
            ...each?.(no),
          }),
        ),
      )
      const states = answers.map(({ state }) => state)
      expect(states.filter((state) => state === 'SUCCESSFUL')).toHaveLength(room)
      expect(states.filter((state) => state === 'FAILED')).toHaveLength(atOnce - room)
    },
  )
})
