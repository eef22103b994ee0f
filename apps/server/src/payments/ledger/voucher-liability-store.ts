import { sql } from 'kysely'
import type { Database } from '../../kit/database.ts'
import { find } from './invariants-store.ts'

/**
 * What is owed to holders of vouchers is the value of those that were sold and can still be redeemed, product by product.
 * One that another has taken the place of counts no more, one that is blocked does.
 */
export const wrongVoucherLiability = (db: Database, merchantId: number) =>
  find(
    db,
    sql`select coalesce(b.sku, v.sku) || ' ' || coalesce(b.currency, v.currency) as subject,
        'owed ' || coalesce(b.owed, 0) || ', outstanding ' || coalesce(v.outstanding, 0) as detail
      from (select split_part(account, ':', 3) as sku, split_part(account, ':', 4) as currency,
            sum(credit_total - debit_total) as owed
          from account_balance where merchant_id = ${merchantId} and account like 'VOUCHER\\_LIABILITY:%'
          group by 1, 2) b
      full join (select sku, currency, sum(value_minor) as outstanding from voucher
          where merchant_id = ${merchantId} and state in ('ACTIVE', 'RESERVED', 'BLOCKED')
            and activated_at is not null and reissued_as is null
          group by 1, 2) v on v.sku = b.sku and v.currency = b.currency
      where coalesce(b.owed, 0) <> coalesce(v.outstanding, 0)`,
  )
