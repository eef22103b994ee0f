import { expect } from 'vitest'
import type { TwoPersonRule } from './attempt.ts'
import { at, colleague, lone } from './cast.ts'

const line = (type: string, side: string) => ({
  type,
  dimension: '',
  side,
  amount: { amount: '1.00', currency: 'EUR' },
})

export const bookChanges: TwoPersonRule = {
  guard: 'apps/server/src/finance/balance/requests.ts',
  asksForProof: false,
  copies: 'entries by hand are proposed one by one',
  prepare: async () => {
    const made = await lone.post(`/ledger-request/adjustment?${at}`, {
      valueDate: new Date().toISOString().slice(0, 10),
      reason: 'A correction',
      lines: [line('USER_FUNDS', 'DEBIT'), line('USER_FEE_INCOME', 'CREDIT')],
    })
    expect(made.status, made.text).toBe(200)
    const { id, version } = made.body as { id: string; version: number }
    const path = `/ledger-request/${id}/approve?${at}`
    return { one: lone, other: colleague, confirmation: async () => ({ path, body: { version } }) }
  },
  ways: {},
}
