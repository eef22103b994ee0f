import { createHash } from 'node:crypto'
import type { Api } from './api.ts'

export const settlementHeader =
  'batchRef;payoutDate;type;pspRefId;merchantRef;bookedAt;grossCurrency;grossAmount;fxRate;netCurrency;netAmount;' +
  'commission;markup;schemeFee;interchange;cardScheme;cardUsage;cardCategory;interchangeDomain'

interface OneLine {
  readonly batchRef: string
  readonly amount: string
  readonly day: string
}

/** Imports a file with one line of an account of its own, and says which batch it became. */
export async function importSettlement(
  api: Api,
  merchantId: number,
  { batchRef, amount, day }: OneLine,
): Promise<string> {
  const cells = [
    batchRef,
    day,
    'SETTLED',
    `R-${batchRef}`,
    `${merchantId}A1`,
    `${day}T00:00:00Z`,
    'EUR',
    amount,
  ]
  const line = [...cells, '1', 'EUR', amount, '0', '0', '0', '0', 'VISA', '', '', ''].join(';')
  const content = `${settlementHeader}\n${line}\n`
  const account = { psp: 'acmecards', pspAccount: batchRef }
  await api.post(
    '/settlement/import/preview',
    { ...account, fileName: `${batchRef}.csv`, content },
    { merchantId },
  )
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { id } = await api.post<{ id: string }>(
    '/settlement/import/commit',
    { ...account, sha256 },
    { merchantId },
  )
  return id
}
