import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { api } from '../../kit/api.ts'
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

/** Sends a draft to somebody else for approval. */
export function submission(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Submit ${nameOf(info)}?`,
    text: 'Someone else must approve it. Until then it cannot be edited.',
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
          reply?.open ? 'Sent for approval.' : 'Only names and notes changed, so it is active now.',
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

export function approval(info: SectionInfo, carryOut: CarryOut, whenDone: () => void): RulesetOperation {
  return {
    title: `Approve ${nameOf(info)}?`,
    text: info.ruleset?.open?.effectiveFrom
      ? 'It will become active on its scheduled date.'
      : 'It applies to payments from now on.',
    confirmLabel: 'Approve',
    note: 'optional',
    run: async (note) => {
      const body = { ...revisionOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
      const done = await carryOut(
        info.key,
        'approved',
        (reply) =>
          reply?.open?.effectiveFrom ? 'Approved. It will become active on its scheduled date.' : 'Approved.',
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
