import { Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { Dialog } from '../../ui/dialog.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { EditSession } from './edit-session.ts'
import { contentOfRevision } from './section-info.ts'
import { useVersion } from './use-version.ts'

export interface MergeDialogProps {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly rulesetKey: string
  readonly onClose: () => void
}

/** A draft and the version that became active after it was started: both together, as the next draft. */
export function MergeDialog({ table, session, rulesetKey, onClose }: MergeDialogProps) {
  const ruleset = session.infos().get(rulesetKey)?.ruleset
  const started = useVersion(rulesetKey, ruleset?.open?.basedOn ?? null)
  const mine = session.contentToSave(rulesetKey)
  if (!ruleset?.active || !mine || started.isPending) return null
  if (started.isError)
    return (
      <Dialog
        opened
        onClose={onClose}
        title="The draft cannot be merged now"
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>The version it was started from could not be loaded. Try again.</p>
      </Dialog>
    )
  const theirs = contentOfRevision(ruleset.active)
  const merge = (content: typeof mine) => {
    session.mergeWithActive(rulesetKey, content)
    onClose()
  }
  return (
    <ConflictDialog
      table={table}
      base={contentOfRevision(started.data)}
      mine={mine}
      conflict={{ key: rulesetKey, current: { ...ruleset, open: null } }}
      onResolve={merge}
      onTakeTheirs={() => merge(theirs)}
      onClose={onClose}
    />
  )
}
