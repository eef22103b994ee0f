import { currencyOf } from '@signalbox/model/reference/currencies'
import { methodOf } from '@signalbox/model/payments/transaction-method'
import { invalid } from '@signalbox/model/text/refusal'
import { statusCodesNamed, txStatuses } from '@signalbox/model/reference/status-codes'
import type { Database, Tx } from '../../kit/database.ts'
import { pspNames } from '../../setup/psp/read-model.ts'
import type { PaymentSearch } from './payment-search-store.ts'

/** The parameters that hold several values with commas between, and what is wrong with a value nothing can have. */
const lists = {
  states: {
    isKnown: (value: string) => txStatuses.some((known) => known === value),
    message: 'Unknown state',
  },
  statuses: { isKnown: (value: string) => statusCodesNamed(value).length > 0, message: 'Unknown status' },
  txTypes: {
    isKnown: (value: string) => methodOf(value) !== undefined,
    message: 'Unknown transaction type',
  },
  currencies: { isKnown: (value: string) => currencyOf(value) !== undefined, message: 'Unknown currency' },
} as const

const split = (text: string | undefined) => text?.split(',').map((each) => each.trim())

function known(
  query: Readonly<Record<string, unknown>>,
  name: keyof typeof lists,
): readonly string[] | undefined {
  const text = query[name]
  const values = split(typeof text === 'string' ? text : undefined)
  if (values?.every(lists[name].isKnown) === false)
    throw invalid({ field: name, code: 'INVALID', message: lists[name].message })
  return values
}

/** A misspelt value would find nothing and say nothing, and its caller would believe that there is nothing. */
export async function readLists(
  db: Database | Tx,
  query: Readonly<Record<string, unknown>>,
): Promise<Pick<PaymentSearch, 'states' | 'statusCodes' | 'txTypes' | 'psps' | 'currencies'>> {
  const psps = split(typeof query.psps === 'string' ? query.psps : undefined)
  const names = psps && new Set((await pspNames(db)).map(({ psp }) => psp))
  if (psps?.every((psp) => names?.has(psp)) === false)
    throw invalid({ field: 'psps', code: 'INVALID', message: 'Unknown PSP' })
  return {
    states: known(query, 'states'),
    statusCodes: known(query, 'statuses'),
    txTypes: known(query, 'txTypes'),
    currencies: known(query, 'currencies'),
    psps,
  }
}
