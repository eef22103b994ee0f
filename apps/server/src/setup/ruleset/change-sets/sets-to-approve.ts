import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { WorkSource } from '../../../kit/work-source.ts'
import { waitingSets, type WaitingSet } from './change-set-store.ts'

const hadAPart = ({ editorIds, editors, memberEditors, approverIds, approvers }: WaitingSet) => [
  ...editorIds,
  ...editors,
  ...memberEditors,
  ...approverIds,
  ...approvers,
]

function sentBy({ submittedBy, note, approvers }: WaitingSet): string {
  const by = `Sent by ${submittedBy ?? 'someone'}`
  const first = approvers.length > 0 ? `${by}, approved by ${approvers.join(', ')}` : by
  return [first, note].filter(Boolean).join(': ')
}

/** Change sets of tables the person may all edit. Whoever worked on one, or on a member, needs another person. */
export const changeSetsToApprove: WorkSource = async ({ tx, user, merchants }) => {
  const mayEdit = (slug: string) => {
    const table = tableOfSlug(slug)
    return table !== undefined && mayAccess(table.access.edit, user)
  }
  const sets = await waitingSets(tx, merchants)
  return sets
    .filter((set) => set.tables.every(mayEdit) && !isSamePerson(peopleOf(user), hadAPart(set)))
    .map((set) => ({
      id: set.id,
      record: set.id,
      part: null,
      merchantId: set.merchantId,
      title: `Change set: ${set.title}`,
      detail: sentBy(set),
      since: set.submittedAt,
      dueAt: null,
      urgent: false,
    }))
}
