import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { createElement } from 'react'
import { api } from '../../kit/api.ts'
import { AssessmentNote } from './assessment-note.tsx'
import type { RulesetOperation } from './ruleset-operation-dialog.tsx'
import type { SectionInfo } from './section-info.ts'

type RevisionRef = Pick<RulesetRevision, 'version' | 'revision'>

export const revisionOf = (revision: RevisionRef | null | undefined): RevisionRef => ({
  version: revision?.version ?? 0,
  revision: revision?.revision ?? 0,
})

/** Carries a call out and puts its answer on the screen; false when it was refused, which has been said. */
export type CarryOut = (
  key: string,
  done: string,
  saying: string | ((reply: RulesetInFull | null) => string),
  call: (operationId: string) => Promise<RulesetInFull | null>,
  content: unknown,
) => Promise<boolean>

export const nameOf = ({ ruleset, base }: SectionInfo): string =>
  ruleset?.summary.name ?? base?.name ?? 'the ruleset'

/** Sends a draft to someone else for approval. */
export function submission(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Submit ${nameOf(info)}?`,
    text: [
      'Someone else must approve it. Until then it cannot be edited.',
      createElement(AssessmentNote, { key: 'assessment', id: info.key, revision: info.step?.revision }),
    ],
    confirmLabel: 'Submit',
    note: 'required',
    isReason: true,
    initialNote: info.ruleset?.open?.changeNote ?? '',
    dated: true,
    run: (note, { effectiveFrom }) => {
      const body = { ...revisionOf(info.ruleset?.open), note, effectiveFrom }
      return carryOut(
        info.key,
        'submitted',
        (reply) =>
          reply?.open
            ? 'Sent for approval.'
            : 'Only names, notes or disabled rows changed, so it is active now.',
        (id) => api('POST /ruleset/{id}/submit', { params: { id: info.key }, body, operationId: id }),
        body,
      )
    },
  }
}

export function withdrawal(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Withdraw ${nameOf(info)}?`,
    text: 'The approval request is cancelled. The version becomes a draft that can be edited.',
    confirmLabel: 'Withdraw',
    note: 'optional',
    run: (note) => {
      const body = { ...revisionOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
      return carryOut(
        info.key,
        'withdrawn',
        'The version is a draft again.',
        (id) => api('POST /ruleset/{id}/withdraw', { params: { id: info.key }, body, operationId: id }),
        body,
      )
    },
  }
}

function approvalText({ ruleset }: SectionInfo): string {
  const open = ruleset?.open
  const left = (open?.approval?.needed ?? 1) - (open?.approval?.approvedBy.length ?? 0)
  if (left > 1) return 'It needs two approvers. After you, one more person must approve it.'
  return open?.effectiveFrom
    ? 'It will become active on its scheduled date.'
    : 'It applies to payments from now on.'
}

export function approval(info: SectionInfo, carryOut: CarryOut, whenDone: () => void): RulesetOperation {
  return {
    title: `Approve ${nameOf(info)}?`,
    text: approvalText(info),
    confirmLabel: 'Approve',
    note: 'optional',
    run: async (note) => {
      const body = { ...revisionOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
      const done = await carryOut(
        info.key,
        'approved',
        (reply) =>
          reply?.open?.state === 'PENDING_APPROVAL'
            ? 'Approved. One more person must approve it.'
            : reply?.open?.effectiveFrom
              ? 'Approved. It will become active on its scheduled date.'
              : 'Approved.',
        (id) => api('POST /ruleset/{id}/approve', { params: { id: info.key }, body, operationId: id }),
        body,
      )
      if (done) whenDone()
      return done
    },
  }
}

export function denial(info: SectionInfo, carryOut: CarryOut, whenDone: () => void): RulesetOperation {
  return {
    title: `Deny ${nameOf(info)}?`,
    text: 'It is returned to its author with your reason.',
    confirmLabel: 'Deny',
    destructive: true,
    note: 'required',
    noteLabel: 'Reason',
    run: async (note) => {
      const body = { ...revisionOf(info.ruleset?.open), note }
      const done = await carryOut(
        info.key,
        'denied',
        'Returned to its author.',
        (id) => api('POST /ruleset/{id}/deny', { params: { id: info.key }, body, operationId: id }),
        body,
      )
      if (done) whenDone()
      return done
    },
  }
}

/** Puts a draft that only tightens into effect at once. */
export function breakGlass(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Activate ${nameOf(info)} without approval?`,
    text: [
      'For emergencies, and only for changes that stop or limit more payments. Everyone who may approve is alerted. Unless one of them confirms it within 24 hours, it is reverted.',
      createElement(AssessmentNote, { key: 'assessment', id: info.key, revision: info.step?.revision }),
    ],
    confirmLabel: 'Activate now',
    destructive: true,
    note: 'required',
    noteLabel: 'Reason',
    isReason: true,
    run: (note) => {
      const body = { ...revisionOf(info.ruleset?.open), note }
      return carryOut(
        info.key,
        'activated',
        'Active now. Someone else must confirm it within 24 hours.',
        (id) => api('POST /ruleset/{id}/break-glass', { params: { id: info.key }, body, operationId: id }),
        body,
      )
    },
  }
}

export function confirmation(info: SectionInfo, carryOut: CarryOut, whenDone: () => void): RulesetOperation {
  return {
    title: `Confirm ${nameOf(info)}?`,
    text: 'The emergency change stays active.',
    confirmLabel: 'Confirm',
    note: 'optional',
    run: async (note) => {
      const body = { ...revisionOf(info.ruleset?.active), ...(note === '' ? {} : { note }) }
      const done = await carryOut(
        info.key,
        'confirmed',
        'Confirmed.',
        (id) => api('POST /ruleset/{id}/confirm', { params: { id: info.key }, body, operationId: id }),
        body,
      )
      if (done) whenDone()
      return done
    },
  }
}

export function reversion(info: SectionInfo, carryOut: CarryOut, whenDone: () => void): RulesetOperation {
  return {
    title: `Revert ${nameOf(info)}?`,
    text: info.ruleset?.active?.basedOn
      ? `Version ${info.ruleset.active.basedOn} comes back at once.`
      : 'The ruleset is archived at once.',
    confirmLabel: 'Revert',
    destructive: true,
    note: 'required',
    noteLabel: 'Reason',
    run: async (note) => {
      const body = { ...revisionOf(info.ruleset?.active), note }
      const done = await carryOut(
        info.key,
        'reverted',
        'Reverted.',
        (id) => api('POST /ruleset/{id}/revert', { params: { id: info.key }, body, operationId: id }),
        body,
      )
      if (done) whenDone()
      return done
    },
  }
}
