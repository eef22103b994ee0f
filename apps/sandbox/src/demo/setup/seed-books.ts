import { systemActor } from '@signalbox/server/kit/audit'
import type { Work } from '@signalbox/server/kit/handle'
import type { SecretBox } from '@signalbox/server/kit/secret-box'
import { perform, type KitDeps, type UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { bookState, periodsOf } from '@signalbox/server/finance/balance/period-store'
import { closePeriod, nextToClose } from '@signalbox/server/finance/balance/periods'
import { proposeAdjustment } from '@signalbox/server/finance/balance/propose'
import { noSettlements } from '@signalbox/server/finance/balance/psp-figures'
import { ledgerRequests } from '@signalbox/server/finance/balance/requests'
import { checkMerchant } from '@signalbox/server/payments/ledger/check-books'
import { userIds } from '../demo-store.ts'

const group = 100010000
const brand = 100010001

type Person = 'finance' | 'finance2'

/** What the calls of the console see when this person makes them at the brand. */
const workOf = (unit: UnitOfWork, deps: KitDeps, username: Person, id: string): Work =>
  ({
    ...unit,
    deps,
    scope: { selected: brand, chain: [brand, group, 1000], effective: [brand], group },
    user: { id, username },
    require: () => undefined,
    savepoint: (body: () => Promise<unknown>) => body(),
  }) as unknown as Work

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
  const ids = await userIds(kit.db, ['finance', 'finance2'])
  if (ids.size < 2) return
  const as = (unit: UnitOfWork, who: Person) => workOf(unit, kit, who, ids.get(who) ?? who)
  const findings = await checkMerchant(kit, brand)
  const month = nextToClose(await bookState(kit.db, brand))?.slice(0, 7)
  if (findings.length > 0 || month === undefined || month >= kit.now().toISOString().slice(0, 7)) return
  const requests = ledgerRequests()
  const actorOf = (username: Person) => ({
    ...systemActor,
    type: 'USER' as const,
    id: ids.get(username) ?? '',
    name: username,
  })
  await perform(kit, actorOf('finance'), (unit) =>
    closePeriod(as(unit, 'finance'), month, 'First month of the books', noSettlements),
  )
  const { value: request } = await perform(kit, actorOf('finance'), (unit) =>
    proposeAdjustment(
      requests,
      as(unit, 'finance'),
      adjustment(unit.now, '2.40', 'Bonus booked short by the wallet'),
      box,
    ),
  )
  await perform(kit, actorOf('finance2'), (unit) =>
    requests.operate(as(unit, 'finance2'), request.id, 'approve', { reason: 'Seen in the wallet' }),
  )
  await perform(kit, actorOf('finance'), (unit) =>
    proposeAdjustment(
      requests,
      as(unit, 'finance'),
      adjustment(unit.now, '0.85', 'Rounding of a payout'),
      box,
    ),
  )
}
