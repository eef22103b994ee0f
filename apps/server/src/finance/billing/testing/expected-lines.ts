import { sql } from 'kysely'
import { statusBands } from '@signalbox/model/reference/status-codes'
import type { Database } from '../../../kit/database.ts'

interface ExpectedLine {
  readonly code: string
  readonly net: string
}

/**
 * What the lines of a month have to come to at the test prices (billing-app.ts), worked out by the database alone: it
 * shares neither the counting nor the arithmetic with what drafts invoices. Only for books in EUR.
 */
export async function expectedLines(
  db: Database,
  merchants: readonly number[],
  period: string,
): Promise<readonly ExpectedLine[]> {
  const { first, last } = statusBands.SUCCESSFUL
  const { rows } = await sql<ExpectedLine>`
    with month as (
      select t.merchant_id, t.method, t.psp, t.scheme_token_used, abs(t.amount_base_minor) as base_minor,
        case t.psp_fee_currency when 'EUR' then t.psp_fee_minor end as fee_minor,
        p.transaction_fees, p.premium_pricing and t.psp = 'kestrelcard' as is_premium, p.kickback, p.kickback_ppm
      from transaction t left join psp p on p.psp = t.psp
      where t.merchant_id in (${sql.join(merchants)}) and t.status_no between ${first} and ${last}
        and not t.is_test_user and date_trunc('month', t.completed_at at time zone 'UTC') = ${`${period}-01`}::timestamp
    ), tiered as (
      select * from month where transaction_fees and not is_premium and method in ('DEPOSIT', 'WITHDRAWAL')
    ), lines (code, net) as (
      select 'MONTHLY', 250
      union all
      select method || '-' || merchant_id, round(count(*) * case
          when method = 'WITHDRAWAL' then 0.2
          when (select count(*) from tiered where method = 'DEPOSIT') >= 50 then 0.095
          else 0.12 end, 2)
        from tiered group by method, merchant_id
      union all
      select 'DEPOSIT-VOLUME-' || merchant_id, round(sum(base_minor) / 100.0 * 0.0015, 2)
        from tiered where method = 'DEPOSIT' group by merchant_id
      union all
      select 'PREMIUM-kestrelcard', round(count(*) * 0.33, 2)
        from month where is_premium and method in ('DEPOSIT', 'WITHDRAWAL')
      union all
      select 'REFUND', count(*) * 0.25 from month where method = 'REFUND'
      union all
      select 'CHARGEBACK', count(*) * 15.0 from month where method = 'CHARGEBACK'
      union all
      select 'SCHEME-TOKEN', round(count(*) * 0.01, 2) from month where method = 'DEPOSIT' and scheme_token_used
      union all
      select 'KICKBACK-' || psp, -round(sum(fee_minor) / 100.0 * kickback_ppm / 1000000.0, 2)
        from month where kickback and kickback_ppm > 0 and method in ('DEPOSIT', 'WITHDRAWAL')
        group by psp, kickback_ppm
    )
    select code, to_char(net, 'FM999999990.00') as net from lines where net <> 0 order by code`.execute(db)
  return rows
}
