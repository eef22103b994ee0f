import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { reportFailure } from '../../kit/failure.ts'
import { useOperationId } from '../../kit/operation-id.ts'
import { toast } from '../../ui/toast.tsx'
import {
  approval,
  breakGlass,
  confirmation,
  denial,
  reversion,
  submission,
  withdrawal,
  type CarryOut,
} from './approval-operations.ts'
import type { EditSession } from './edit-session.ts'
import { RulesetOperationDialog } from './lazy-table-components.ts'
import type { RulesetOperation } from './ruleset-operation-dialog.tsx'
import type { SectionInfo } from './section-info.ts'
import { rulesetsKey } from './use-loaded-table.ts'
import { archiving, cloning, discarding, exportRows, restoring } from './version-operations.ts'

/** Everything the server does to a ruleset besides saving it. Each asks first, and the screen shows what came of it. */
export function useRulesetOperations(session: EditSession) {
  const [operation, setOperation] = useState<RulesetOperation | null>(null)
  const queryClient = useQueryClient()
  const operationId = useOperationId()

  const carryOut: CarryOut = async (key, done, saying, call, content) => {
    try {
      const reply = await call(operationId([key, done, content]))
      if (reply && session.infos().has(reply.summary.id)) session.accept(key, reply)
      toast.success(typeof saying === 'string' ? saying : saying(reply))
      return true
    } catch (error) {
      reportFailure(error, { label: 'Ruleset', done })
      return false
    } finally {
      void queryClient.invalidateQueries({ queryKey: rulesetsKey })
    }
  }

  return {
    dialog: (operation ? (
      <RulesetOperationDialog operation={operation} onClose={() => setOperation(null)} />
    ) : null) as ReactNode,
    submit: (info: SectionInfo) => setOperation(submission(info, carryOut)),
    withdraw: (info: SectionInfo) => setOperation(withdrawal(info, carryOut)),
    approve: (info: SectionInfo, whenDone: () => void) => setOperation(approval(info, carryOut, whenDone)),
    deny: (info: SectionInfo, whenDone: () => void) => setOperation(denial(info, carryOut, whenDone)),
    breakGlass: (info: SectionInfo) => setOperation(breakGlass(info, carryOut)),
    confirm: (info: SectionInfo, whenDone: () => void) =>
      setOperation(confirmation(info, carryOut, whenDone)),
    revert: (info: SectionInfo, whenDone: () => void) => setOperation(reversion(info, carryOut, whenDone)),
    archive: (info: SectionInfo) => setOperation(archiving(info, carryOut)),
    discardDraft: (info: SectionInfo) =>
      setOperation(discarding(info, carryOut, () => session.remove(info.key))),
    restore: (info: SectionInfo, version: number, whenDone: () => void) =>
      setOperation(restoring(info, version, carryOut, whenDone)),
    clone: (info: SectionInfo) => setOperation(cloning(info, carryOut)),
    exportRows,
  }
}

export type RulesetOperations = ReturnType<typeof useRulesetOperations>
