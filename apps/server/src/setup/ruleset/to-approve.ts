import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import { decisionTables, tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { WorkSource } from '../../kit/work-source.ts'
import { waitingVersions, type WaitingVersion } from './waiting-store.ts'

const titleOf = ({ decisionTable, name, archives }: WaitingVersion): string =>
  `${archives ? 'Archive ' : ''}${tableOfSlug(decisionTable)?.title ?? decisionTable}: ${name}`

const sentBy = ({ submittedBy, changeNote }: WaitingVersion): string =>
  [`Sent by ${submittedBy ?? 'somebody'}`, changeNote.trim()].filter(Boolean).join(': ')

/** Versions sent for approval, in tables the person may edit. Whoever worked on one needs another person. */
export const rulesetsToApprove: WorkSource = async ({ tx, user, merchants }) => {
  const tables = decisionTables.filter(({ access }) => mayAccess(access.edit, user)).map(({ slug }) => slug)
  const versions = await waitingVersions(tx, merchants, tables)
  return versions
    .filter(({ editorIds, editors }) => !isSamePerson(peopleOf(user), [...editorIds, ...editors]))
    .map((version) => ({
      id: `${version.id}.${version.version}`,
      record: version.id,
      part: tableOfSlug(version.decisionTable)?.route ?? null,
      merchantId: version.merchantId,
      title: titleOf(version),
      detail: sentBy(version),
      since: version.submittedAt,
      dueAt: null,
      urgent: false,
    }))
}
