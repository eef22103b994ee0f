import type { FastifyInstance } from 'fastify'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { OutputValue } from '@signalbox/model/rules/decision-table'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { onlyFor } from './testing/publish-rules.ts'
import { scriptedServices } from './testing/scripted-services.ts'
import { skewedPlatform, type SkewedPlatform } from './testing/skewed-nodes.ts'
import { oneIn } from '../testing/one-in.ts'

const euros = (amount: string) => ({ EUR: amount })

let platform: SkewedPlatform
beforeAll(async () => {
  platform = await skewedPlatform(scriptedServices(), [4, -4])
})
afterAll(async () => {
  await platform.close()
})

const deposit = (no: number, changes: Record<string, unknown>): Promise<PaymentAnswer> =>
  platform.pay(platform.nodes[no % platform.nodes.length] as FastifyInstance, '/deposits', {
    txType: 'SkrillDeposit',
    amount: { amount: '10.00', currency: 'EUR' },
    ...changes,
  })

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
    for (const table of ['period-limit', 'velocity'] as const) {
      const rows = cases.flatMap((each, place) =>
        each.table === table ? [{ conditions: onlyFor(...usersOf(place, each)), outputs: each.outputs }] : [],
      )
      await platform.publish(table, ...rows)
    }
  })

  it.each(
    oneIn(
      2,
      cases.map((each, place) => ({ ...each, place })),
    ),
  )('$name: exactly five of fourteen at once pass', async ({ place, each }) => {
    const answers = await Promise.all(
      Array.from({ length: atOnce }, (_, no) =>
        deposit(no, {
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
  })
})
