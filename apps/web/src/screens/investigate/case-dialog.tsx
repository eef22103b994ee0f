import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { useState } from 'react'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { CaseActionDialog, type CaseActionInput, type CaseActionName } from './case-action-dialog.tsx'
import type { CaseTask } from './case-buttons.tsx'
import { ResolveDialog } from './resolve-dialog.tsx'
import type { CaseActions } from './use-case-actions.ts'

interface OpenDialog {
  readonly task: CaseTask
  readonly caseId: string
  readonly txId?: number
}

const isOutcome = (task: CaseTask): task is 'SUCCESSFUL' | 'FAILED' =>
  task === 'SUCCESSFUL' || task === 'FAILED'

/** A dialog is about the case it was opened for; it is not carried over to the next. */
export function useOpenDialog(id: string) {
  const [open, setOpen] = useState<OpenDialog | null>(null)
  return {
    open: open?.caseId === id ? open : null,
    show: (task: CaseTask, txId?: number) =>
      setOpen({ task, caseId: id, ...(txId !== undefined && { txId }) }),
    close: () => setOpen(null),
  }
}

interface CaseDialogProps {
  readonly list: ListPageModel
  readonly sheet: CaseSheet
  readonly caseActions: CaseActions
  readonly open: OpenDialog
  readonly onClose: () => void
}

/** The question before something is done about a case. */
export function CaseDialog({ list, sheet, caseActions, open, onClose }: CaseDialogProps) {
  const { task } = open
  const { version } = sheet
  /** Once somebody has decided the next case is open, so that hands stay on the keys. */
  const goOn = async (done: Promise<boolean>) => {
    const next = list.next ?? list.close
    if (!(await done)) return
    onClose()
    next()
  }
  const run = (name: CaseActionName, { text, txId, resolution }: CaseActionInput) => {
    if (name === 'attach') void goOn(caseActions.run('attach', sheet, { version, txId, text }))
    else if (name === 'close') void goOn(caseActions.run('close', sheet, { version, resolution, text }))
    else if (name === 'apply') void goOn(caseActions.run('apply', sheet, { version, text }))
    else if (name === 'book') void goOn(caseActions.run('book', sheet, { version, text }))
    else if (name === 'dismiss') void goOn(caseActions.run('dismiss', sheet, { version, text }))
    else if (name === 'reopen')
      void caseActions.run('reopen', sheet, { version, text }).then((done) => done && onClose())
  }
  const shared = { running: caseActions.running !== null, onClose }
  if (isOutcome(task))
    return (
      <ResolveDialog
        {...shared}
        sheet={sheet}
        outcome={task}
        refused={caseActions.refused}
        onRun={(body) => void goOn(caseActions.run('resolve', sheet, body))}
      />
    )
  return <CaseActionDialog {...shared} task={task} txId={open.txId} onRun={(input) => run(task, input)} />
}
