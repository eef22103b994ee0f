import { sql } from 'kysely'
import type { ReturnedPart } from '@signalbox/model/money/returned-part'
import { openStates } from '@signalbox/model/reference/status-codes'
import type { Tx } from '../../../kit/database.ts'
import { statusIs } from '../../../kit/status-sql.ts'
import type { TxKey } from './transaction-store.ts'

type ReturnMethod = 'REFUND' | 'REVERSAL' | 'CHARGEBACK' | 'CHARGEBACK_WON'

/** What children of one kind moved, or will have moved once they are decided. */
export type ReturnedSums = Readonly<Record<ReturnMethod, ReturnedPart>>

interface SumRow {
  readonly method: ReturnMethod
  readonly wallet: string
  readonly fee: string
  readonly vat: string
  readonly psp: string
}

/** A child of a payment of which nobody knows yet how it ends. */
interface UndecidedChild {
  readonly id: number
  readonly txType: string
}

/** A refund or capture of a payment that is not decided: what is left of the payment depends on how it ends. */
export async function undecidedChild(tx: Tx, { merchantId, id }: TxKey): Promise<UndecidedChild | undefined> {
  const { rows } = await sql<UndecidedChild>`select id, tx_type from transaction
    where merchant_id = ${merchantId} and origin_tx_id = ${id} and method in ('REFUND', 'CAPTURE')
      and ${statusIs('status_no', ...openStates)} order by id limit 1`.execute(tx)
  return rows[0]
}

/** Whether somebody has written down by hand that a dispute of a payment was won. */
export async function isWonByHand(tx: Tx, { merchantId, id }: TxKey): Promise<boolean> {
  const { rows } =
    await sql`select 1 from transaction where merchant_id = ${merchantId} and origin_tx_id = ${id}
    and tx_type = 'ManualChargebackWon' and ${statusIs('status_no', 'SUCCESSFUL')} limit 1`.execute(tx)
  return rows.length > 0
}

const none: ReturnedPart = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }

/**
 * What went back of a payment, or is on its way. Whoever asks holds the payment, so that nothing is added meanwhile. What
 * is undecided counts as gone; a dispute counts as won when it is.
 */
export async function returnedSums(tx: Tx, { merchantId, id }: TxKey): Promise<ReturnedSums> {
  const { rows } =
    await sql<SumRow>`select method, sum(abs(amount_minor))::text as wallet, sum(fee_minor)::text as fee,
      sum(vat_minor)::text as vat, sum(abs(coalesce(psp_amount_minor, 0)))::text as psp
    from transaction
    where merchant_id = ${merchantId} and origin_tx_id = ${id}
      and method in ('REFUND', 'REVERSAL', 'CHARGEBACK', 'CHARGEBACK_WON')
      and (${statusIs('status_no', 'SUCCESSFUL')} or (method <> 'CHARGEBACK_WON' and ${statusIs('status_no', ...openStates)}))
    group by method`.execute(tx)
  const of = (method: ReturnMethod): ReturnedPart => {
    const row = rows.find((each) => each.method === method)
    return row
      ? { wallet: BigInt(row.wallet), fee: BigInt(row.fee), vat: BigInt(row.vat), psp: BigInt(row.psp) }
      : none
  }
  return {
    REFUND: of('REFUND'),
    REVERSAL: of('REVERSAL'),
    CHARGEBACK: of('CHARGEBACK'),
    CHARGEBACK_WON: of('CHARGEBACK_WON'),
  }
}
