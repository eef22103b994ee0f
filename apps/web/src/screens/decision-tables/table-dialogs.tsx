import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { useMerchant } from '../../kit/session/session-store.ts'
import type { RulesWorkerClient } from './rules-worker/rules-worker-client.ts'
import {
  ColumnsDialog,
  ConflictDialog,
  ImportDialog,
  MergeDialog,
  RulesetDialog,
  SaveDialog,
} from './lazy-table-components.ts'
import type { EditSession } from './edit-session.ts'
import type { PlacedFinding } from './use-checks.ts'
import type { Conflict, useSaving } from './use-saving.ts'
import type { useShownColumns } from './use-shown-columns.ts'

export type OpenDialog =
  | { readonly kind: 'save' | 'columns' | 'new' }
  | { readonly kind: 'settings' | 'import' | 'newer' | 'merge'; readonly key: string }

export interface TableDialogsProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  readonly session: EditSession
  readonly rulesWorker: RulesWorkerClient
  readonly dialog: OpenDialog | null
  readonly findings: readonly PlacedFinding[]
  readonly saving: ReturnType<typeof useSaving>
  readonly look: ReturnType<typeof useShownColumns>
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
  readonly onClose: () => void
}

const priorityStep = 10

/** Behind those that are there, with room for others in between. */
function nextPriority(session: EditSession): number {
  const taken = session.grid
    .document()
    .sections.flatMap(({ key, content }) => (session.infos().get(key)?.inherited ? [] : content.priority))
  return Math.min(9999, Math.max(0, ...taken) + priorityStep)
}

function NewRuleset({ table, language, session, onClose }: TableDialogsProps) {
  const merchant = useMerchant()
  return (
    <RulesetDialog
      table={table}
      language={language}
      title={`New ruleset of ${merchant.name}`}
      confirmLabel="Add ruleset"
      settings={{
        name: '',
        note: '',
        priority: nextPriority(session),
        inherit: 'OVERRIDABLE',
        enabled: true,
        preconditions: {},
      }}
      onConfirm={(settings) => {
        session.addRuleset(settings)
        onClose()
        session.grid.focus()
      }}
      onClose={onClose}
    />
  )
}

function Settings({ table, language, session, onClose, at }: TableDialogsProps & { readonly at: string }) {
  const content = session.contentAt(at)
  if (!content) return null
  return (
    <RulesetDialog
      table={table}
      language={language}
      title={`Settings of ${content.name}`}
      confirmLabel="Apply"
      settings={content}
      onConfirm={(settings) => {
        session.changeFields(at, settings, 'Change settings')
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function Conflicted({
  table,
  session,
  conflict,
  onDone,
}: {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly conflict: Conflict
  readonly onDone: () => void
}) {
  const base = session.infos().get(conflict.key)?.base
  const mine = session.contentToSave(conflict.key)
  if (!base || !mine) return null
  return (
    <ConflictDialog
      table={table}
      base={base}
      mine={mine}
      conflict={conflict}
      onResolve={(content) => {
        session.rebase(conflict.current, content)
        onDone()
      }}
      onTakeTheirs={() => {
        session.accept(conflict.key, conflict.current)
        onDone()
      }}
      onClose={onDone}
    />
  )
}

/** Somebody saved before me, which a save was told, or before I tried. */
function conflictOf({ saving, dialog, session }: TableDialogsProps): Conflict | null {
  if (saving.conflict) return saving.conflict
  if (dialog?.kind !== 'newer') return null
  const current = session.infos().get(dialog.key)?.newer
  return current ? { key: dialog.key, current } : null
}

/** Whatever lies over the table. */
export function TableDialogs(props: TableDialogsProps) {
  const { table, session, rulesWorker, dialog, findings, saving, look, onGoTo, onClose } = props
  const conflict = conflictOf(props)
  if (conflict) {
    const done = () => {
      saving.endConflict()
      if (dialog?.kind === 'newer') onClose()
    }
    return <Conflicted table={table} session={session} conflict={conflict} onDone={done} />
  }
  switch (dialog?.kind) {
    case 'save':
      return (
        <SaveDialog
          table={table}
          session={session}
          findings={findings}
          saving={saving.saving}
          failure={saving.failure}
          initialNote={saving.pendingRequest?.note}
          onSave={(request) => void saving.save(request)}
          onClose={() => {
            saving.giveUp()
            onClose()
          }}
          onGoTo={onGoTo}
        />
      )
    case 'columns':
      return (
        <ColumnsDialog
          table={table}
          shown={look.shown}
          used={look.used}
          onChange={look.choose}
          onReset={look.reset}
          onClose={onClose}
        />
      )
    case 'new':
      return <NewRuleset {...props} />
    case 'settings':
      return <Settings {...props} at={dialog.key} />
    case 'import':
      return (
        <ImportDialog
          table={table}
          session={session}
          rulesWorker={rulesWorker}
          rulesetKey={dialog.key}
          onClose={onClose}
        />
      )
    case 'merge':
      return <MergeDialog table={table} session={session} rulesetKey={dialog.key} onClose={onClose} />
    case 'newer':
    case undefined:
      return null
  }
}
