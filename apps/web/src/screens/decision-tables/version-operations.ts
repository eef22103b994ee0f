import { api, requestFile } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { saveFile } from '../../ui/save-file.ts'
import { nameOf, revisionOf, type CarryOut } from './approval-operations.ts'
import type { RulesetOperation } from './ruleset-operation-dialog.tsx'
import type { SectionInfo } from './section-info.ts'

export function archiving(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Archive ${nameOf(info)}?`,
    text: 'Someone else must approve this. Until then the rules stay active. The rows are kept in the history.',
    confirmLabel: 'Request archiving',
    destructive: true,
    note: 'required',
    isReason: true,
    run: (note) => {
      const body = { ...revisionOf(info.ruleset?.active), note }
      return carryOut(
        info.key,
        'archived',
        'Sent for approval.',
        (id) => api('POST /ruleset/{id}/archive', { params: { id: info.key }, body, operationId: id }),
        body,
      )
    },
  }
}

/** Ends a draft, and with it a ruleset that was never active. */
export function discarding(info: SectionInfo, carryOut: CarryOut, remove: () => void): RulesetOperation {
  return {
    title: info.ruleset?.active ? `Discard the draft of ${nameOf(info)}?` : `Delete ${nameOf(info)}?`,
    text: info.ruleset?.active
      ? 'The active version does not change. The changes in the draft are lost.'
      : 'The ruleset was never active, so it is deleted.',
    confirmLabel: info.ruleset?.active ? 'Discard draft' : 'Delete',
    destructive: true,
    note: 'optional',
    run: (note) => {
      const query = { ...revisionOf(info.ruleset?.open), ...(note === '' ? {} : { note }) }
      return carryOut(
        info.key,
        'deleted',
        info.ruleset?.active ? 'The draft was discarded.' : 'Deleted.',
        async (id) => {
          await api('DELETE /ruleset/{id}', { params: { id: info.key }, query, operationId: id })
          remove()
          return null
        },
        query,
      )
    },
  }
}

/** Makes the rows of an older version the new draft. */
export function restoring(
  info: SectionInfo,
  version: number,
  carryOut: CarryOut,
  whenDone: () => void,
): RulesetOperation {
  return {
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
  }
}

export function cloning(info: SectionInfo, carryOut: CarryOut): RulesetOperation {
  return {
    title: `Clone ${nameOf(info)}`,
    text: info.step
      ? `The rows of version ${info.step.version} as a new draft.`
      : 'The same rows as a new draft.',
    confirmLabel: 'Clone',
    note: 'required',
    name: `${nameOf(info)} (copy)`,
    atMerchant: true,
    run: (note, { name, merchantId }) => {
      const query = { merchantId }
      const body = { name, note, ...(info.step && { version: info.step.version }) }
      return carryOut(
        info.key,
        'cloned',
        `${name} was created as a draft.`,
        (id) => api('POST /ruleset/{id}/clone', { params: { id: info.key }, query, body, operationId: id }),
        { ...query, ...body },
      )
    },
  }
}

export async function exportRows(info: SectionInfo, format: 'csv' | 'json'): Promise<void> {
  try {
    const { name, content } = await requestFile(`/ruleset/${encodeURIComponent(info.key)}/export`, {
      format,
      ...(info.step ? { version: info.step.version } : {}),
    })
    saveFile(name, content)
  } catch (error) {
    reportFailure(error, { label: 'Rows', done: 'exported' })
  }
}
