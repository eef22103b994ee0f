import { sql } from 'kysely'
import { sweep } from '../jobs/payment-work.ts'
import { paymentTasks } from '../operations/payment-tasks.ts'
import { paymentPlatform, type PaymentPlatform } from './payment-platform.ts'

export let platform: PaymentPlatform

/** Payments that people in the console do something about; nothing is polled by itself. */
export async function startOperations(): Promise<void> {
  platform = await paymentPlatform({ transferMs: [0, 20, 20, 20, 20], pollMs: [3_600_000] })
  await sql`update backoffice_user set roles = array['INVESTIGATOR_ADMIN', 'MERCHANT_SUPPORT'] where username in ('admin', 'finance')`.execute(
    platform.db,
  )
}

export const machine = () => platform.app.payments.machine
export const deposit = (userId: string, amount: string) =>
  platform.deposit({ userId, amount: { amount, currency: 'EUR' } })

/** An operation as somebody in the console, and everything that follows from it. */
export async function operate(
  who: string,
  answer: { merchantId: number; txId: number },
  op: string,
  body: object = {},
) {
  const { version } = await platform.row(answer)
  const client = await platform.as(who)
  const done = await client.post(`/transaction/${answer.txId}/${op}?merchantId=100010001`, {
    version,
    ...body,
  })
  await sweep(machine())
  return done
}

export const openCases = async (txId: number) => {
  const { rows } = await sql<{
    state: string
    resolution: string | null
  }>`select state, resolution from investigation_case
    where tx_id = ${txId} order by opened_at`.execute(platform.db)
  return rows
}

/** What a job does that was asked for in the console. */
export async function runTask(name: string, answer: { merchantId: number; txId: number }, also: object = {}) {
  const task = paymentTasks(machine()).find((each) => each.name === name)
  await task?.run(
    { merchantId: answer.merchantId, id: answer.txId, ...also },
    { jobId: '1', queuedAt: new Date(), attempt: 1, signal: new AbortController().signal },
  )
}

export const child = async (id: number) => {
  const { rows } = await sql<{
    txType: string
    statusNo: number
    amount: string
    info: string | null
    originTxId: number | null
    apiSource: string
    paymentType: string
  }>`select tx_type, status_no, amount_minor::text as amount, info, origin_tx_id, api_source, payment_type
    from transaction where id = ${id}`.execute(platform.db)
  return rows[0]
}
