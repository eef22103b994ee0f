import type { MerchantBlock } from '@signalbox/model/access/session'
import type { Tx } from '../../kit/database.ts'

/** What screens must know about the merchant they work for. */
export async function merchantBlock(tx: Tx, id: number): Promise<MerchantBlock | undefined> {
  const row = await tx
    .selectFrom('merchant')
    .select(['id', 'name', 'baseCurrency', 'currencies', 'timeZone', 'maskSensitiveData'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const { maskSensitiveData, ...rest } = row
  return { ...rest, flags: { maskSensitiveData } }
}
