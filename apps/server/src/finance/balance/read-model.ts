import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import type { Work } from '../../kit/handle.ts'
import type { WorkSource } from '../../kit/work-source.ts'
import { pspTiles } from './accounts.ts'
import type { BalanceJoins } from './psp-figures.ts'
import { waitingRequests } from './request-store.ts'

/** Proposals about the books that wait for this person: those of others, at merchants they serve. */
export const ledgerRequestsToDecide: WorkSource = async ({ tx, user, merchants }) => {
  if (!mayAccess('balance.edit', user)) return []
  const waiting = await waitingRequests(tx, merchants)
  return waiting
    .filter(({ people }) => !isSamePerson(peopleOf(user), people))
    .map(({ id, merchantId, title, reason, requestedBy, createdAt }) => ({
      id,
      record: id,
      part: null,
      merchantId,
      title,
      detail: `Requested by ${requestedBy}: ${reason}`,
      since: createdAt,
      dueAt: null,
      urgent: false,
    }))
}

/** Balances at PSPs that have sent no settlement file for days. */
export async function countWithoutFile(
  work: Pick<Work, 'tx' | 'scope' | 'now'>,
  joins: Pick<BalanceJoins, 'figuresOfPsps'>,
): Promise<number> {
  return (await pspTiles(work, joins, { noFile: 'true' })).items.length
}
