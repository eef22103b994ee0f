import { counted } from '@signalbox/model/text/counted'
import type { Work } from '../../kit/handle.ts'
import type { BankResources } from './bank-resources.ts'
import { openEntryIds } from './statement-store.ts'

/** So many entries are looked at in one go. */
const most = 1_000

/** Settlement files may come after the money: what is open is looked at again, oldest first. */
export async function matchOpen(work: Work, { entries }: BankResources) {
  const ids = await openEntryIds(work.tx, work.scope.effective, most)
  const counts = { confirmed: 0, amountDiffers: 0, proposed: 0, unmatched: 0 }
  for (const id of ids) {
    const { state } = await entries.operate(work, id, 'match', {})
    if (state === 'CONFIRMED') counts.confirmed++
    else if (state === 'AMOUNT_DIFFERS') counts.amountDiffers++
    else if (state === 'PROPOSED') counts.proposed++
    else counts.unmatched++
  }
  work.audit({
    merchantId: work.scope.selected,
    entityType: entries.entity.slug,
    entityId: 'match',
    entityLabel: counted(ids.length, 'entry', 'entries'),
    action: 'MATCH_OPEN',
    after: counts,
  })
  return { looked: ids.length, matches: counts }
}
