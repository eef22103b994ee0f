import { sql } from 'kysely'
import { expect } from 'vitest'
import { eventually } from '../eventually.ts'
import type { TwoPersonRule } from './attempt.ts'
import { at, colleague, lone, platform } from './cast.ts'

let cents = 0
/** A payment of which somebody wrote down that the bank had all of it back, and of which the PSP says so once more. */
async function returnedTwice(): Promise<string> {
  const amount = { amount: `900.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = await platform.deposit({ userId: `returned-${cents}`, amount })
  expect(body.state, JSON.stringify(body)).toBe('SUCCESSFUL')
  const { version } = await platform.row(body)
  const written = await lone.post(`/transaction/${body.txId}/correction?${at}`, {
    version,
    correction: 'ManualChargeback',
    info: 'By letter of the bank',
    notificationDate: '2026-02-01',
  })
  expect(written.status, written.text).toBe(200)
  const listed = await fetch(`${platform.sandboxUrl}/admin/operations?reference=${body.txRefId}`)
  const [operation] = ((await listed.json()) as { items: { id: string }[] }).items
  const told = await fetch(`${platform.sandboxUrl}/admin/operations/${operation?.id}/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ act: 'dispute' }),
  })
  expect(told.status, await told.text()).toBe(200)
  const cases = async () =>
    (
      await sql<{ id: string }>`select id from investigation_case where tx_id = ${body.txId}
        and type = 'CALLBACK_FAILED'`.execute(platform.db)
    ).rows
  const [found] = await eventually(cases, (all) => all.length > 0)
  return found?.id ?? ''
}

export const difference: TwoPersonRule = {
  guard: 'apps/server/src/payments/cases/book-difference.ts',
  asksForProof: false,
  copies: 'it is about one report of a PSP',
  prepare: async () => {
    const id = await returnedTwice()
    const request = async () => {
      const { version } = (await lone.get(`/case/${id}?${at}`)).body as { version: number }
      return { path: `/case/${id}/book?${at}`, body: { version, text: 'The PSP confirms it' } }
    }
    return { one: lone, other: colleague, ask: await request(), confirmation: request }
  },
  ways: {},
}
