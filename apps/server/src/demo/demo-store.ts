import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import type { Tx } from '../kit/database.ts'
import { entityStore } from '../kit/entity-store.ts'

/** The seed has no person and no selected merchant; it writes where each row says it belongs. */
export function insertBankMapping(tx: Tx, values: Record<string, unknown> & { merchantId: number }) {
  const scope = {
    selected: values.merchantId,
    chain: [values.merchantId],
    effective: [values.merchantId],
    group: values.merchantId,
  }
  return entityStore(bankMapping, tx, scope).insert(values)
}
