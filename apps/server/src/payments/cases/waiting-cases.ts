import { caseTypes } from '@signalbox/model/investigation/case'
import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import type { SessionUser } from '../../kit/session-user.ts'
import type { WorkSource } from '../../kit/work-source.ts'
import { waitingCases, type WaitingCase } from './waiting-store.ts'

function titleOf({ type, txId, psp }: WaitingCase): string {
  const about = txId === null ? psp : `transaction ${txId}`
  return about === null ? caseTypes[type] : `${caseTypes[type]}, ${about}`
}

function standingOf({ assigneeId, proposer }: WaitingCase, user: SessionUser): string {
  if (proposer) return `${proposer.name} proposed to book a difference; a second person must confirm it`
  return assigneeId === user.id ? 'Assigned to you' : 'Unassigned'
}

/** Cases the person has, may take, or may confirm somebody's proposal in. */
export const casesFor: WorkSource = async ({ tx, user, merchants, now }) => {
  const cases = await waitingCases(tx, merchants, { userId: user.id, roles: user.roles, now })
  return cases
    .filter(({ proposer }) => !proposer || !isSamePerson(peopleOf(user), [proposer.id, proposer.name]))
    .map((waiting) => ({
      id: waiting.id,
      record: waiting.id,
      part: waiting.type === 'UNKNOWN_CALLBACK' ? 'callbacks' : 'cases',
      merchantId: waiting.merchantId,
      title: titleOf(waiting),
      detail: standingOf(waiting, user),
      since: waiting.openedAt,
      dueAt: waiting.dueAt,
      urgent: waiting.overdue,
    }))
}
