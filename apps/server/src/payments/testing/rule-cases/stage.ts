import { sql } from 'kysely'
import { expect } from 'vitest'
import { mailTasks } from '../../../jobs/index.ts'
import { runQueuedJobs } from '../../../kit/jobs/job-queue.ts'
import type { CashierAnswer } from '../../public-api/cashier/cashier-answer.ts'
import type { PaymentPlatform } from '../payment-platform.ts'
import { card, ownIban, ownPan, type Seen, type Stage } from './rule-case.ts'

const merchantId = 100010001
const brand = `merchantId=${merchantId}`

/** Everything that was left to the queue. */
export async function runJobs({ app, config, deps, queueUrl }: PaymentPlatform): Promise<void> {
  const tasks = [...mailTasks(config, deps), ...app.payments.tasks]
  await runQueuedJobs({ url: queueUrl, log: deps.log, tasks })
}

export async function openStage(on: PaymentPlatform): Promise<Stage> {
  const console = await on.as('admin')
  const approver = await on.as('approver1')
  const seen = async (answer: Seen['answer']): Promise<Seen> => ({ answer, row: await on.row(answer) })
  return {
    deposit: async (userId, changes) =>
      seen((await on.deposit({ userId, ...card(ownPan(userId)), ...changes })).body),
    withdraw: async (userId, changes) =>
      seen((await on.withdraw({ userId, iban: ownIban(userId), ...changes })).body),
    succeeded: async ({ answer }) => {
      await on.until(answer, 'SUCCESSFUL')
    },
    age: async (userId, hours) => {
      const back = sql`${`${Math.round(hours * 3600)} seconds`}::interval`
      const own = sql`select id from transaction where merchant_id = ${merchantId} and user_id = ${userId}`
      await sql`update counter_event set at = at - ${back}, priced_at = priced_at - ${back} where merchant_id = ${merchantId} and tx_id in (${own})`.execute(
        on.db,
      )
      await sql`update transaction set created_at = created_at - ${back} where merchant_id = ${merchantId}
        and user_id = ${userId}`.execute(on.db)
    },
    detail: async ({ row }, part) =>
      (await console.get(`/transaction/${row.id}/${part}?${brand}`)).body as Record<string, unknown>,
    cashier: async (userId) => {
      const query = `${brand}&userId=${userId}&sessionId=s-1&method=DEPOSIT&currency=EUR`
      return (await on.call<CashierAnswer>('GET', `/payment-methods?${query}`)).body
    },
    messages: async ({ row }) => {
      const { rows } = await sql<Awaited<ReturnType<Stage['messages']>>[number]>`
        select kind, target, body ->> 'template' as template, body ->> 'attachment' as attachment from notification
        where merchant_id = ${merchantId} and tx_id = ${row.id} and kind in ('EMAIL', 'SMS', 'MQ')
        order by created_at, id`.execute(on.db)
      return rows
    },
    hold: async ({ row }) => {
      const held = await approver.post(`/transaction/${row.id}/hold?${brand}`, {
        version: row.version,
        info: 'Waits for a document',
      })
      expect(held.status, held.text).toBe(200)
    },
    later: async ({ answer }) => {
      await runJobs(on)
      return seen(answer)
    },
  }
}
