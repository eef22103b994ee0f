import type { SecretBox } from '@signalbox/server/kit/secret-box'
import type { KitDeps } from '@signalbox/server/kit/unit-of-work'
import { bookState, periodsOf } from '@signalbox/server/finance/balance/period-store'
import { closePeriod, nextToClose } from '@signalbox/server/finance/balance/periods'
import { proposeAdjustment } from '@signalbox/server/finance/balance/propose'
import { noSettlements } from '@signalbox/server/finance/balance/psp-figures'
import { ledgerRequests } from '@signalbox/server/finance/balance/requests'
import { checkMerchant } from '@signalbox/server/payments/ledger/check-books'
import { actAs } from '../act-as.ts'

const brand = 100010001

const adjustment = (now: Date, amount: string, reason: string) => ({
  valueDate: now.toISOString().slice(0, 10),
  reason,
  lines: [
    { type: 'RECON_DIFFERENCE', dimension: 'acmecards', side: 'DEBIT', amount: { amount, currency: 'EUR' } },
    { type: 'USER_FUNDS', dimension: '', side: 'CREDIT', amount: { amount, currency: 'EUR' } },
  ] as const,
})

/**
 * The first month of the demo's books is closed, and finance has corrected something: each by the functions behind the
 * calls of the console, as the people of the demo would. One more correction waits for the second person.
 */
export async function seedBooks(kit: KitDeps, box: SecretBox): Promise<void> {
  if ((await periodsOf(kit.db, brand)).length > 0) return
  const [finance, finance2] = await Promise.all(
    ['finance', 'finance2'].map((name) => actAs(kit, [], name, brand)),
  )
  if (!finance || !finance2) return
  const findings = await checkMerchant(kit, brand)
  const month = nextToClose(await bookState(kit.db, brand))?.slice(0, 7)
  if (findings.length > 0 || month === undefined || month >= kit.now().toISOString().slice(0, 7)) return
  const requests = ledgerRequests()
  const propose = (amount: string, reason: string) =>
    finance.act((work) => proposeAdjustment(requests, work, adjustment(work.now, amount, reason), box))
  const first = { month, version: 0, note: 'First month of the books' }
  await finance.act((work) => closePeriod(work, first, noSettlements))
  const { id } = await propose('2.40', 'Bonus booked short by the wallet')
  await finance2.act((work) => requests.operate(work, id, 'approve', { reason: 'Seen in the wallet' }))
  await propose('0.85', 'Rounding of a payout')
}
