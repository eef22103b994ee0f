import type { Money } from '@signalbox/model/money/money'
import type { Tx } from '../../kit/database.ts'
import type { SettlementDeps } from './match-batch.ts'
import { converted, ratesOn } from './our-rates.ts'

/** Whether an amount is more than one person gives up alone at this merchant. What cannot be valued is. */
export async function aboveWriteOffLimit(
  tx: Tx,
  deps: SettlementDeps,
  merchantId: number,
  day: string,
): Promise<(amount: Money) => boolean> {
  const { writeOffMax } = (await deps.merchantConfig(tx, merchantId)).recon
  const { sheet, baseCurrency } = await ratesOn(tx, merchantId, day)
  return (amount) => {
    const inItsCurrency = writeOffMax[amount.currency]
    if (inItsCurrency !== undefined) return amount.minor > BigInt(inItsCurrency)
    const worth = converted(sheet, amount, baseCurrency)
    return worth === undefined || worth.minor > BigInt(writeOffMax[baseCurrency] ?? '0')
  }
}
