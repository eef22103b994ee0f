import type { ApprovalRow } from '@signalbox/model/entities/approval'
import type { DecisionName } from '@signalbox/model/payments/approval-rules'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { decimalText, parseSignedMoney } from '@signalbox/model/money/money-text'

export interface Excluded {
  readonly row: ApprovalRow
  readonly why: string
}

/** Which of the selected payments somebody can decide about, and why not the others. */
export function splitByObstacle(
  name: DecisionName,
  rows: readonly ApprovalRow[],
): { readonly open: ApprovalRow[]; readonly excluded: Excluded[] } {
  const open = rows.filter(({ allowed }) => allowed.includes(name))
  const excluded = rows.flatMap((row) => {
    const why = row.allowed.includes(name)
      ? undefined
      : (row.obstacles[name] ?? 'This payment cannot be decided now.')
    return why === undefined ? [] : [{ row, why }]
  })
  return { open, excluded }
}

/** What payments come to, per currency, without a sign: people think of the size of what they decide about. */
export function sumsOf(rows: readonly ApprovalRow[]): { readonly count: number; readonly sum: WireMoney }[] {
  const sums = new Map<string, { count: number; minor: bigint }>()
  for (const { amount } of rows) {
    const minor = parseSignedMoney(amount.amount, amount.currency)?.minor ?? 0n
    const last = sums.get(amount.currency) ?? { count: 0, minor: 0n }
    sums.set(amount.currency, {
      count: last.count + 1,
      minor: last.minor + (minor < 0n ? -minor : minor),
    })
  }
  return [...sums].map(([currency, { count, minor }]) => ({
    count,
    sum: { amount: decimalText({ minor, currency }), currency },
  }))
}
