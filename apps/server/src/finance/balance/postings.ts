import { ledgerPosting } from '@signalbox/model/entities/ledger-posting'
import type { RecordOf } from '@signalbox/model/field/entity'
import { toWire } from '@signalbox/model/money/money-schema'
import { Resource } from '../../kit/resource.ts'
import { postingFilters } from './postings-store.ts'

type Posting = RecordOf<typeof ledgerPosting>

/** The view knows minor units; how many digits a currency has it does not. */
const moneyOf = (stored: unknown) => {
  const money = stored as { readonly minor: string; readonly currency: string } | null
  return money && toWire({ minor: BigInt(money.minor), currency: money.currency })
}

const withMoney = (posting: Posting): Posting => ({
  ...posting,
  debit: moneyOf(posting.debit),
  credit: moneyOf(posting.credit),
})

export const ledgerPostings = () =>
  new Resource(ledgerPosting, { filters: () => postingFilters, forList: withMoney, forFile: withMoney })
