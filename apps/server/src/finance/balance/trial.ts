import { accountLabels, classLabels } from '@signalbox/model/balance/account-words'
import { field } from '@signalbox/model/field/field'
import { accountClasses, parseAccountKey } from '@signalbox/model/ledger/account'
import { toWire } from '@signalbox/model/money/money-schema'
import type { Work } from '../../kit/handle.ts'
import { exportRecords, type ExportSource } from '../../kit/record-export.ts'
import { mostAccounts } from './accounts.ts'
import { sumsAsOf, type AccountSum, type AsOf } from './as-of-store.ts'
import { consolidate } from './consolidate.ts'

/** A balance stands on the side it is on; an account without one says nothing. */
function trialRow({ merchantId, account, debit, credit }: AccountSum) {
  const parsed = parseAccountKey(account)
  if (!parsed) return []
  const { type, dimension, currency } = parsed
  const minor = debit - credit
  if (minor === 0n) return []
  return [
    {
      merchantId,
      account,
      type,
      class: accountClasses[type],
      dimension,
      debit: minor > 0n ? toWire({ minor, currency }) : null,
      credit: minor < 0n ? toWire({ minor: -minor, currency }) : null,
    },
  ]
}

function totalsOf(sums: readonly AccountSum[]) {
  const found = new Map<string, { debit: bigint; credit: bigint }>()
  for (const { account, debit, credit } of sums) {
    const currency = parseAccountKey(account)?.currency ?? ''
    const known = found.get(currency) ?? { debit: 0n, credit: 0n }
    const minor = debit - credit
    if (minor > 0n) known.debit += minor
    else known.credit -= minor
    found.set(currency, known)
  }
  return [...found]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { debit, credit }]) => ({
      debit: toWire({ minor: debit, currency }),
      credit: toWire({ minor: credit, currency }),
      balanced: debit === credit,
    }))
}

export async function trialBalance(work: Work, asOf: AsOf) {
  const sums = await sumsAsOf(work.tx, work.scope.effective, asOf)
  const rows = sums.flatMap(trialRow)
  return {
    rows: rows.slice(0, mostAccounts),
    isCut: rows.length > mostAccounts,
    totals: totalsOf(sums),
    consolidated: await consolidate(work, sums, asOf),
  }
}

const fields = {
  merchantId: field.merchant({ label: 'Merchant' }),
  class: field.choice({ label: 'Class', options: classLabels }),
  type: field.choice({ label: 'Account', options: accountLabels }),
  dimension: field.string({ label: 'Detail' }),
  account: field.string({ label: 'Account key' }),
  debit: field.money({ label: 'Debit' }),
  credit: field.money({ label: 'Credit' }),
}

const trialSource = (asOf: AsOf): ExportSource => ({
  entity: { slug: 'trial-balance', plural: 'Trial balance', fields },
  store: ({ tx, scope }) => {
    const rows = async () => (await sumsAsOf(tx, scope.effective, asOf)).flatMap(trialRow)
    return {
      list: async () => {
        const found = await rows()
        return { items: found, start: 0, limit: found.length, total: found.length, totalCapped: false }
      },
      async *batches() {
        yield await rows()
      },
    }
  },
})

export const exportTrial = (work: Work, asOf: AsOf) =>
  exportRecords(trialSource(asOf), work, { ...asOf, start: 0, limit: 1, format: 'csv' })
