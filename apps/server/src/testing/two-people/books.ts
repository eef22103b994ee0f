import { expect } from 'vitest'
import { at, lone, outcomeOf, type Rule } from './cast.ts'

const line = (type: string, side: string) => ({
  type,
  dimension: '',
  side,
  amount: { amount: '1.00', currency: 'EUR' },
})

/** An entry by hand, proposed by the one who tries alone. */
async function proposed(): Promise<{ id: string; version: number }> {
  const made = await lone.post(`/ledger-request/adjustment?${at}`, {
    valueDate: new Date().toISOString().slice(0, 10),
    reason: 'A correction',
    lines: [line('USER_FUNDS', 'DEBIT'), line('USER_FEE_INCOME', 'CREDIT')],
  })
  expect(made.status, made.text).toBe(200)
  return made.body as { id: string; version: number }
}

const approve = async ({ id, version }: { id: string; version: number }) =>
  outcomeOf(await lone.post(`/ledger-request/${id}/approve?${at}`, { version }))

export const bookChanges: Rule = {
  'the same account': async () => approve(await proposed()),
  'both at once': async () => {
    const request = await proposed()
    const [first, second] = await Promise.all([approve(request), approve(request)])
    expect(second).toEqual(first)
    return first
  },
}
