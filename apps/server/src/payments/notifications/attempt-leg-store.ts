import { sql } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'

/** One attempt at a PSP, as messages about the payment tell of it. */
export interface AttemptLeg {
  readonly no: number
  readonly psp: string
  readonly pspAccount: string
  readonly pspRefId: string | null
  readonly pspStatusCode: string | null
  readonly statusNo: number | null
}

export async function attemptLegs(
  db: Database | Tx,
  { merchantId, id }: { readonly merchantId: number; readonly id: number },
): Promise<AttemptLeg[]> {
  const { rows } = await sql<AttemptLeg>`
    select no, psp, psp_account, psp_ref_id, psp_status_code, status_no from tx_attempt
    where merchant_id = ${merchantId} and tx_id = ${id} order by no limit 50`.execute(db)
  return rows
}
