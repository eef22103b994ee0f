import type { PayoutFacts } from '@signalbox/model/payments/payout-bank'
import type { Database, Tx } from '../../kit/database.ts'
import { findMapping, type FoundMapping } from './find-mapping.ts'
import { countingMappings } from './store.ts'

export type { FoundMapping }

/** The row that applies to a payout of a merchant, asked for by payments and by people alike. */
export const mappingFor = async (
  db: Database | Tx,
  merchantId: number,
  facts: PayoutFacts,
): Promise<FoundMapping> => findMapping(await countingMappings(db, merchantId), facts)
