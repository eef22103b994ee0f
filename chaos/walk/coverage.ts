import { sql } from 'kysely'
import { statusIs } from '../../apps/server/src/kit/status-sql.ts'
import type { Violation } from '../oracle.ts'
import type { Rig } from '../round.ts'
import { violation } from '../scenario.ts'
import type { Tally } from './tally.ts'

/** A walk of fewer payments may miss what is rare; a longer one that misses something does not walk there any more. */
const fromPayments = 1_000

const isDone = statusIs('t.status_no', 'SUCCESSFUL')

/** What a walk has to come across, each as a condition on transactions. */
const places: Readonly<Record<string, ReturnType<typeof sql<boolean>>>> = {
  'no decimals': sql`t.currency = 'JPY'`,
  'three decimals': sql`t.currency = 'KWD'`,
  'currency exchanged': sql`t.fx_rate is not null and t.psp_currency <> t.currency`,
  'fee added': sql`t.fee_minor > 0 and t.fee_mode = 'ADDED' and t.fee_bill_to = 'USER'`,
  'fee deducted': sql`t.fee_minor > 0 and t.fee_mode = 'DEDUCTED'`,
  'fee billed to the merchant': sql`t.fee_minor > 0 and t.fee_bill_to = 'MERCHANT'`,
  'VAT inside the fee': sql`t.vat_minor > 0 and t.merchant_id in (100010001, 100010002)`,
  'VAT on top of the fee': sql`t.vat_minor > 0 and t.merchant_id in (100010000, 100010003)`,
  'fallback to another PSP': sql`t.attempt_count > 1 and jsonb_array_length(coalesce(t.step_state->'tried', '[]')) > 1`,
  'captured in part': sql`t.method = 'DEPOSIT' and t.captured_minor > 0 and t.captured_minor < t.amount_minor`,
  capture: sql`t.method = 'CAPTURE' and ${isDone}`,
  void: sql`t.method = 'VOID' and ${isDone}`,
  refund: sql`t.method = 'REFUND' and ${isDone}`,
  reversal: sql`t.method = 'REVERSAL'`,
  chargeback: sql`t.method = 'CHARGEBACK'`,
  'chargeback won': sql`t.method = 'CHARGEBACK_WON'`,
  payout: sql`t.method = 'WITHDRAWAL' and ${isDone}`,
}

/** Counts what was come across, and names what was not. */
export async function coverageOf({ db }: Rig, tally: Tally, kinds: readonly string[]): Promise<Violation[]> {
  const counts = Object.values(places).map(
    (holds, index) => sql`count(*) filter (where ${holds})::integer as ${sql.ref(`place${index}`)}`,
  )
  const { rows } = await sql<Readonly<Record<string, number>>>`
    select ${sql.join(counts)} from transaction t`.execute(db)
  const seen = Object.keys(places).map((place, index) => [place, rows[0]?.[`place${index}`] ?? 0] as const)
  const { rows: heard } = await sql<{ outcome: string; times: number }>`
    select outcome, count(*)::integer as times from callback group by 1`.execute(db)
  for (const { outcome, times } of heard) tally.add('callbacks heard', outcome, times)
  for (const [place, times] of seen) tally.add('coverage', place, times)
  if (tally.total('payments') < fromPayments) return []
  const missed = [
    ...seen.filter(([, times]) => times === 0).map(([place]) => place),
    ...kinds.filter((kind) => tally.times('events', kind) === 0),
  ]
  return missed.map((place) => violation('the walk goes everywhere', place, 'never happened'))
}
