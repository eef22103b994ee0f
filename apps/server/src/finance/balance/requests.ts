import { isSamePerson, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { ledgerRequest } from '@signalbox/model/entities/ledger-request'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { carryOut } from './carry-out.ts'
import { requestPeople } from './request-store.ts'

export type LedgerRequestRecord = RecordOf<typeof ledgerRequest>
export type LedgerRequests = Resource<typeof ledgerRequest>
type Decision = OperationHook<LedgerRequestRecord>

function requireWaiting(current: LedgerRequestRecord): void {
  if (current.state === 'WAITING') return
  const message = `The request was ${current.state.toLowerCase()} by ${current.decidedBy ?? 'somebody'}.`
  throw new Refusal('INVALID_STATE', { message, current })
}

async function requireOther(work: Work, current: LedgerRequestRecord): Promise<void> {
  requireWaiting(current)
  const people = await requestPeople(work.tx, current)
  requireOtherPerson(peopleOf(work.user), people, 'You requested this; another person must decide.')
}

const decided = (work: Work, state: LedgerRequestRecord['state'], reason: string | undefined) => ({
  state,
  decidedBy: work.user.username,
  decidedAt: work.now,
  decisionNote: reason?.trim() || null,
})

const approve: Decision = {
  async run(work, current, { reason }) {
    await requireOther(work, current)
    const postedEntryId = await carryOut(work, current)
    return { ...decided(work, 'APPROVED', reason), postedEntryId }
  },
}

const reject: Decision = {
  async run(work, current, { reason }) {
    await requireOther(work, current)
    return decided(work, 'REJECTED', reason)
  },
}

/** Whoever proposed something may take it back. */
const withdraw: Decision = {
  async run(work, current, { reason }) {
    requireWaiting(current)
    const people = await requestPeople(work.tx, current)
    if (!isSamePerson(peopleOf(work.user), people))
      throw new Refusal('INVALID_STATE', { message: `Only ${current.requestedBy} can withdraw it.`, current })
    return decided(work, 'WITHDRAWN', reason)
  },
}

/** What was proposed about the books, and what became of it. */
export const ledgerRequests = (): LedgerRequests =>
  new Resource(ledgerRequest, { operations: { approve, reject, withdraw } })
