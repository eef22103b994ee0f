import type { Tx } from '../../../kit/database.ts'

export interface MerchantRow {
  readonly state: string
  readonly timeZone: string
  readonly baseCurrency: string
  readonly country: string | null
  readonly currencies: readonly string[]
}

export async function findMerchant(tx: Tx, merchantId: number): Promise<MerchantRow | undefined> {
  return tx
    .selectFrom('merchant')
    .select(['state', 'timeZone', 'baseCurrency', 'country', 'currencies'])
    .where('id', '=', merchantId)
    .executeTakeFirst()
}
