import { sql, type RawBuilder } from 'kysely'

/** What matching goes by. */
export interface MatchedBatch {
  readonly merchantId: number
  readonly id: string
  readonly batchRef: string
  readonly psp: string
  readonly pspAccount: string
  readonly payoutDate: string
  readonly settlementCurrency: string
  readonly importedAt: string
  readonly netMinor: string
  readonly declaredNetMinor: string | null
  readonly bankAmountMinor: string | null
}

export const ofBatch = ({ merchantId, id }: MatchedBatch) =>
  sql`l.merchant_id = ${merchantId} and l.batch_id = ${id}::uuid`

/** Nobody has decided about these, so the machine may. */
export const undecided = sql`l.match_status in ('MATCHED', 'MATCHED_WEAK', 'DIFFERENCE', 'UNMATCHED')
  and l.origin in ('FILE', 'SPLIT')`

/** What the net of a line is more than its gross without its fees, in the currency of the net; zero where it adds up. */
export const offSumOf = (line: 'l' | 'held') => {
  const of = (column: string) => sql.ref(`${line}.${column}`)
  return sql<string>`settlement_line_off(${of('gross_minor')}, ${of('gross_currency')}, ${of('fx_rate')}, ${of('fee_minor')},
    ${of('net_minor')}, ${of('net_currency')})`
}

/** The kinds of payments a line of this type can be about. */
export const isCompatible = (
  type: RawBuilder<unknown>,
  method: RawBuilder<unknown>,
) => sql<boolean>`(case ${type}
  when 'SETTLED' then ${method} in ('DEPOSIT', 'CAPTURE') when 'REFUNDED' then ${method} = 'REFUND'
  when 'PAYOUT' then ${method} = 'WITHDRAWAL' when 'CHARGEBACK' then ${method} = 'CHARGEBACK'
  when 'CHARGEBACK_REVERSED' then ${method} = 'CHARGEBACK_WON' when 'ADJUSTMENT' then ${method} = 'REVERSAL'
  else false end)`

/** Lines of a payment. */
export const linesAbout = (payment: RawBuilder<unknown>) =>
  sql`(select * from settlement_line where (tx_merchant_id, tx_id) = (${payment}) offset 0) other`

/** The same with their batches, of those that count. */
export const linesOf = (payment: RawBuilder<unknown>) => sql`${linesAbout(payment)}
  join settlement_batch b on b.merchant_id = other.merchant_id and b.id = other.batch_id and b.state <> 'REJECTED'`

/** The way money takes at the PSP: a payout that came back is money in. */
export const wayOf = sql`(case t.method when 'DEPOSIT' then 1 when 'CAPTURE' then 1 when 'CHARGEBACK_WON' then 1
  when 'REVERSAL' then case when (select o.method from transaction o where o.merchant_id = t.merchant_id
    and o.id = t.origin_tx_id) = 'WITHDRAWAL' then 1 else -1 end else -1 end)`
