import type { ChangeSet, ChangeSetState, DraftSeen } from '@signalbox/model/calls/change-set'
import { api } from '../../../../kit/api.ts'
import type { Decision } from './decide-dialog.tsx'
import type { useSetStep } from './use-change-sets.ts'

type Take = ReturnType<typeof useSetStep>['take']

const whenApproved: Readonly<Partial<Record<ChangeSetState, string>>> = {
  ACTIVE: 'All rulesets are active.',
  SCHEDULED: 'Approved and scheduled.',
}

/** Steps that are taken with a note. */
function decisionsOn(set: ChangeSet, take: Take) {
  const { id, version, title } = set
  const params = { id }
  const members = set.members.map((member) => ({
    rulesetId: member.rulesetId,
    version: member.version,
    revision: member.revision,
  }))
  const plain = { isNoteRequired: false, hasDate: false } as const
  const submit: Decision = {
    title: `Submit ${title}`,
    verb: 'Submit for approval',
    isNoteRequired: true,
    hasDate: true,
    run: (note, activateAt) =>
      take(
        () => api('POST /changeset/{id}/submit', { params, body: { version, note, activateAt, members } }),
        ({ state }) => whenApproved[state] ?? 'Sent for approval.',
        'submitted',
      ),
  }
  const deny: Decision = {
    title: `Deny ${title}`,
    verb: 'Deny',
    isNoteRequired: true,
    hasDate: false,
    run: (note = '') =>
      take(
        () => api('POST /changeset/{id}/deny', { params, body: { version, note } }),
        () => 'Denied. Its authors can change it.',
        'denied',
      ),
  }
  const withdraw: Decision = {
    ...plain,
    title: `Withdraw ${title}`,
    verb: 'Withdraw',
    run: (note) =>
      take(
        () => api('POST /changeset/{id}/withdraw', { params, body: { version, note } }),
        () => 'Withdrawn. Its rulesets are drafts again.',
        'withdrawn',
      ),
  }
  const cancel: Decision = {
    ...plain,
    title: `Cancel ${title}`,
    verb: 'Cancel change set',
    run: (note) =>
      take(
        () => api('POST /changeset/{id}/cancel', { params, body: { version, note } }),
        () => 'Cancelled. Its drafts stay.',
        'cancelled',
      ),
  }
  return { submit, deny, withdraw, cancel }
}

/** Everything that can be done with a set, each on the version that is shown. */
export function changeSetSteps(set: ChangeSet, take: Take) {
  const { id, version } = set
  const params = { id }
  return {
    ...decisionsOn(set, take),
    approve: () =>
      take(
        () => api('POST /changeset/{id}/approve', { params, body: { version } }),
        ({ state }) => whenApproved[state] ?? 'Approved. One more person must approve it.',
        'approved',
      ),
    add: (member: DraftSeen) =>
      take(
        () => api('POST /changeset/{id}/member', { params, body: { version, member } }),
        () => 'Draft added.',
        'updated',
      ),
    remove: (rulesetId: string) =>
      take(
        () =>
          api('DELETE /changeset/{id}/member/{rulesetId}', { params: { id, rulesetId }, query: { version } }),
        () => 'Draft removed from the change set.',
        'updated',
      ),
  }
}
export type SetSteps = ReturnType<typeof changeSetSteps>
