import { sql } from 'kysely'
import type { Tx } from '../../../kit/database.ts'
import type { KycFinding } from '../../connectors/kyc-client.ts'

export async function insertKycCheck(
  tx: Tx,
  row: {
    readonly merchantId: number
    readonly id: string
    readonly userId: string
    /** Absent when nobody was paying. */
    readonly txId: number | null
    readonly provider: string
    readonly at: Date
    readonly finding: KycFinding
  },
): Promise<void> {
  const { finding } = row
  await sql`insert into kyc_check (merchant_id, id, user_id, tx_id, provider, at, status, age_status, id_status,
      address_status, warnings, score)
    values (${row.merchantId}, ${row.id}, ${row.userId}, ${row.txId}, ${row.provider}, ${row.at},
      ${finding.overallStatus}, ${finding.ageStatus}, ${finding.idStatus}, ${finding.addressStatus},
      ${[...finding.pepsSanctions]}, ${Math.round(finding.score)})`.execute(tx)
}
