import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import { decisionTables, tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { WorkSource } from '../../kit/work-source.ts'
import { waitingVersions, type WaitingVersion } from './waiting-store.ts'

const beginning = ({ archives, confirmUntil }: WaitingVersion): string =>
  confirmUntil !== null ? 'Confirm emergency change · ' : archives ? 'Archive ' : ''

const titleOf = (version: WaitingVersion): string =>
  `${beginning(version)}${tableOfSlug(version.decisionTable)?.title ?? version.decisionTable}: ${version.name}`

function sentBy({ submittedBy, changeNote, approvers, confirmUntil }: WaitingVersion): string {
  const by = submittedBy ?? 'someone'
  const who = confirmUntil === null ? `Sent by ${by}` : `Activated by ${by} without approval`
  const first = approvers.length > 0 ? `${who}, approved by ${approvers.join(', ')}` : who
  return [first, changeNote.trim()].filter(Boolean).join(': ')
}

/** Whoever worked on it or approved it already needs another person. */
const hadAPart = ({ editorIds, editors, approverIds, approvers }: WaitingVersion) => [
  ...editorIds,
  ...editors,
  ...approverIds,
  ...approvers,
]

/** Versions sent for approval, in tables the person may edit. Whoever worked on one needs another person. */
export const rulesetsToApprove: WorkSource = async ({ tx, user, merchants }) => {
  const tables = decisionTables.filter(({ access }) => mayAccess(access.edit, user)).map(({ slug }) => slug)
  const versions = await waitingVersions(tx, merchants, tables)
  return versions
    .filter((version) => !isSamePerson(peopleOf(user), hadAPart(version)))
    .map((version) => ({
      id: `${version.id}.${version.version}${version.confirmUntil === null ? '' : '.confirm'}`,
      record: version.id,
      part: tableOfSlug(version.decisionTable)?.route ?? null,
      merchantId: version.merchantId,
      title: titleOf(version),
      detail: sentBy(version),
      since: version.submittedAt,
      dueAt: version.confirmUntil,
      urgent: version.confirmUntil !== null,
    }))
}
