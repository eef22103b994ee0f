import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { api, requestFile } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import type { SectionInfo } from './section-info.ts'
import type { Step } from './step-dialog.tsx'
import { StepDialog } from './table-parts.ts'
import type { TableWorkspace } from './table-workspace.ts'
import { rulesetsKey } from './use-loaded-table.ts'

type Stepped = Pick<RulesetRevision, 'version' | 'revision'>

const stepOf = (revision: Stepped | null | undefined): Stepped => ({
  version: revision?.version ?? 0,
  revision: revision?.revision ?? 0,
})

/** Everything the server does to a ruleset besides saving it. Each asks first, and the screen shows what came of it. */
export function useSteps(workspace: TableWorkspace) {
  const [step, setStep] = useState<Step | null>(null)
  const queryClient = useQueryClient()
  const operationId = useOperationId()

  /** Carries a call out and puts its answer on the screen; false when it was refused, which has been said. */
  const carryOut = async (
    key: string,
    done: string,
    saying: string | ((reply: RulesetInFull | null) => string),
    call: (operationId: string) => Promise<RulesetInFull | null>,
    content: unknown,
  ): Promise<boolean> => {
    try {
      const reply = await call(operationId([key, done, content]))
      if (reply && workspace.infos().has(reply.summary.id)) workspace.accept(key, reply)
      toast.success(typeof saying === 'string' ? saying : saying(reply))
      return true
    } catch (error) {
      reportFailure(error, { label: 'Ruleset', done, configuration: true })
      return false
    } finally {
      void queryClient.invalidateQueries({ queryKey: rulesetsKey })
    }
  }

  const nameOf = ({ ruleset, base }: SectionInfo): string =>
    ruleset?.summary.name ?? base?.name ?? 'the ruleset'

  return {
    dialog: (step ? <StepDialog step={step} onClose={() => setStep(null)} /> : null) as ReactNode,

    submit: (info: SectionInfo) =>
      setStep({
        title: `Submit ${nameOf(info)}?`,
        text: 'Someone else must approve it. Until then it cannot be edited.',
        confirmLabel: 'Submit',
        note: 'optional',
        dated: true,
        run: (note, { effectiveFrom }) => {
          const body = { ...stepOf(info.ruleset?.open), ...(note === '' ? {} : { note }), effectiveFrom }
          return carryOut(
            info.key,
            'submitted',
            (reply) =>
              reply?.open ? 'Sent for approval.' : 'Only names and notes changed, so it is active now.',
            (id) => api('POST /ruleset/{id}/submit', { params: { id: info.key }, body, operationId: id }),
            body,
          )
        },
      }),

    withdraw: (info: SectionInfo) =>
      setStep({
        title: `Withdraw ${nameOf(info)}?`,
        text: 'The approval request is cancelled. The version becomes a draft that can be edited.',
        confirmLabel: 'Withdraw',
        note: 'optional',
        run: (note) => {
          const body = { ...stepOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
          return carryOut(
            info.key,
            'withdrawn',
            'The version is a draft again.',
            (id) => api('POST /ruleset/{id}/withdraw', { params: { id: info.key }, body, operationId: id }),
            body,
          )
        },
      }),

    approve: (info: SectionInfo, whenDone: () => void) =>
      setStep({
        title: `Approve ${nameOf(info)}?`,
        text: info.ruleset?.open?.effectiveFrom
          ? 'It will become active on its scheduled date.'
          : 'It applies to payments from now on.',
        confirmLabel: 'Approve',
        note: 'optional',
        run: async (note) => {
          const body = { ...stepOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
          const done = await carryOut(
            info.key,
            'approved',
            (reply) =>
              reply?.open?.effectiveFrom
                ? 'Approved. It will become active on its scheduled date.'
                : 'Approved.',
            (id) => api('POST /ruleset/{id}/approve', { params: { id: info.key }, body, operationId: id }),
            body,
          )
          if (done) whenDone()
          return done
        },
      }),

    deny: (info: SectionInfo, whenDone: () => void) =>
      setStep({
        title: `Deny ${nameOf(info)}?`,
        text: 'It is returned to its author with your reason.',
        confirmLabel: 'Deny',
        destructive: true,
        note: 'required',
        noteLabel: 'Reason',
        run: async (note) => {
          const body = { ...stepOf(info.ruleset?.open), note }
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
      }),

    archive: (info: SectionInfo) =>
      setStep({
        title: `Archive ${nameOf(info)}?`,
        text: 'Someone else must approve this. Until then the rules stay active. The rows are kept in the history.',
        confirmLabel: 'Request archiving',
        destructive: true,
        note: 'required',
        run: (note) => {
          const body = { ...stepOf(info.ruleset?.active), note }
          return carryOut(
            info.key,
            'archived',
            'Sent for approval.',
            (id) => api('POST /ruleset/{id}/archive', { params: { id: info.key }, body, operationId: id }),
            body,
          )
        },
      }),

    discardDraft: (info: SectionInfo) =>
      setStep({
        title: info.ruleset?.active ? `Discard the draft of ${nameOf(info)}?` : `Delete ${nameOf(info)}?`,
        text: info.ruleset?.active
          ? 'The active version does not change. The changes in the draft are lost.'
          : 'The ruleset was never active, so it is deleted.',
        confirmLabel: info.ruleset?.active ? 'Discard draft' : 'Delete',
        destructive: true,
        note: 'optional',
        run: (note) => {
          const query = { ...stepOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
          return carryOut(
            info.key,
            'deleted',
            info.ruleset?.active ? 'The draft was discarded.' : 'Deleted.',
            async (id) => {
              await api('DELETE /ruleset/{id}', { params: { id: info.key }, query, operationId: id })
              workspace.remove(info.key)
              return null
            },
            query,
          )
        },
      }),

    restore: (info: SectionInfo, version: number, whenDone: () => void) =>
      setStep({
        title: `Restore version ${version} of ${nameOf(info)}?`,
        text: 'The rows of this version become a new draft. It takes effect after someone else approves it.',
        confirmLabel: 'Restore',
        note: 'required',
        initialNote: `Rollback to v${version}`,
        run: async (note) => {
          const body = { version, note }
          const done = await carryOut(
            info.key,
            'restored',
            `Version ${version} is a draft now.`,
            (id) => api('POST /ruleset/{id}/restore', { params: { id: info.key }, body, operationId: id }),
            body,
          )
          if (done) whenDone()
          return done
        },
      }),

    clone: (info: SectionInfo, merchantName: string) =>
      setStep({
        title: `Clone ${nameOf(info)}`,
        text: info.step
          ? `The rows of version ${info.step.version} as a new draft of ${merchantName}.`
          : `The same rows as a new draft of ${merchantName}.`,
        confirmLabel: 'Clone',
        note: 'required',
        name: `${nameOf(info)} (copy)`,
        run: (note, { name }) => {
          const body = { name, note, ...(info.step && { version: info.step.version }) }
          return carryOut(
            info.key,
            'cloned',
            `${name} was created as a draft.`,
            (id) => api('POST /ruleset/{id}/clone', { params: { id: info.key }, body, operationId: id }),
            body,
          )
        },
      }),

    exportRows: async (info: SectionInfo, format: 'csv' | 'json') => {
      try {
        const { name, content } = await requestFile(`/ruleset/${encodeURIComponent(info.key)}/export`, {
          format,
          ...(info.step ? { version: info.step.version } : {}),
        })
        saveFile(name, content)
      } catch (error) {
        reportFailure(error, { label: 'Rows', done: 'exported' })
      }
    },
  }
}

export type Steps = ReturnType<typeof useSteps>
