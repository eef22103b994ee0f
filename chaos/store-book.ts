import { sql } from 'kysely'
import type { Database } from '../apps/server/src/kit/database.ts'
import type { PspBookLine } from './sandbox-client.ts'

/** Vouchers are redeemed in a store of our own, which no simulated provider knows: its book is the vouchers. */
export async function storeBook(db: Database): Promise<(PspBookLine & { readonly key: string })[]> {
  const { rows } = await sql<{ reference: string; minor: string; currency: string; isRefunded: boolean }>`
    select merchant_id || 'A' || redeem_tx_id as reference, value_minor::text as minor, currency,
      state = 'REFUNDED' as is_refunded
    from voucher where state in ('REDEEMED', 'REFUNDED') order by redeem_tx_id`.execute(db)
  return rows.flatMap(({ isRefunded, ...line }) =>
    (isRefunded ? ['captured', 'refunded'] : ['captured']).map((movement) => ({
      ...line,
      psp: 'store',
      account: 'default',
      movement,
      key: `voucher ${line.reference}`,
    })),
  )
}
