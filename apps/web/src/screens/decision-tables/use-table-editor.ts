import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import type { GridDocument } from '../../kit/decision-grid/core/grid-document.ts'
import { documentOf, redone, undone } from '../../kit/decision-grid/core/grid-state.ts'
import type { CatalogueItem } from '../../kit/decision-grid/pickers/cell-sources.ts'
import { useLeaveGuard } from '../../kit/record/use-leave-guard.ts'
import { useStable } from '../../kit/use-stable.ts'
import { useMay } from '../../kit/session/session-store.ts'
import { usePrefetch } from '../../ui/loadable.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import type { EditSession } from './edit-session.ts'
import { lazyTableComponents } from './lazy-table-components.ts'
import { RulesWorkerClient } from './rules-worker/rules-worker-client.ts'
import type { LoadedTable } from './section-info.ts'
import type { TableNavigation } from './table-address.ts'
import type { OpenDialog } from './table-dialogs.tsx'
import type { SampleFacts } from './try-it/sample-payments.ts'
import { useFindings, useInvalidCells, useMarks } from './use-checks.ts'
import { useEditSession, useEditSessionState } from './use-edit-session.ts'
import { useRowFilter } from './use-row-filter.ts'
import { useRowPerformance } from './use-row-performance.ts'
import { useRulesetOperations } from './use-ruleset-operations.tsx'
import { useSaving } from './use-saving.ts'
import { useShownColumns } from './use-shown-columns.ts'

export type Catalogues = Readonly<Record<string, readonly CatalogueItem[]>>

export interface TableEditorProps {
  readonly table: DecisionTable
  readonly loaded: LoadedTable
  readonly language: CellLanguage
  readonly catalogues: Catalogues | undefined
  readonly nav: TableNavigation
}

const noHits: ReadonlySet<string> = new Set()

/** A worker that lives as long as the page. */
function useRulesWorker(): RulesWorkerClient {
  const [rulesWorker] = useState(() => new RulesWorkerClient())
  useEffect(() => () => rulesWorker.close(), [rulesWorker])
  return rulesWorker
}

/** What the checks say about the rows, and how each row is marked for it. */
function useEditorFindings(
  { table, catalogues, nav }: TableEditorProps,
  session: EditSession,
  rulesWorker: RulesWorkerClient,
  document: GridDocument,
) {
  const [hits, setHits] = useState(noHits)
  const [trialFacts, setTrialFacts] = useState<SampleFacts | null>(null)
  const findings = useFindings(table, session, rulesWorker, catalogues)
  const onWitness = useStable((facts: SampleFacts) => {
    setTrialFacts(facts)
    nav.open('try')
  })
  const { marks: checkMarks, placed } = useMarks(table, session, findings, onWitness)
  const invalid = useInvalidCells(table, document)
  const isChecked = document.sections.every(({ key, editable }) => !editable || findings.has(key))
  const performance = useRowPerformance(table, nav.address.performance)
  const marks = useMemo(
    () => ({ ...checkMarks, isHit: (id: string) => hits.has(id), figures: performance.texts }),
    [checkMarks, hits, performance.texts],
  )
  const onHits = useCallback((ids: ReadonlySet<string>) => setHits(ids.size === 0 ? noHits : ids), [])
  return {
    placed,
    allFindings: invalid.length === 0 ? placed : [...invalid, ...placed],
    isChecked,
    marks,
    performance,
    onHits,
    trialFacts,
  }
}

/** Everything the parts of the editor share: the rows, what was found about them, and what is open over them. */
export function useTableEditor(props: TableEditorProps) {
  const { table, loaded, language, catalogues, nav } = props
  const { session, restored, forgetNotice, discard } = useEditSession(table, loaded, language)
  const { state, infos } = useEditSessionState(session)
  const rulesWorker = useRulesWorker()
  const operations = useRulesetOperations(session)
  const mayEdit = useMay(table.access.edit)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const document = documentOf(state)
  const findings = useEditorFindings(props, session, rulesWorker, document)
  const look = useShownColumns(table, session, document)
  const { setFilter } = nav
  const filter = useRowFilter(table, session, findings.marks, {
    text: nav.address.filter,
    setText: setFilter,
  })
  const dirty = session.dirtyKeys()
  const closeDialog = () => setDialog(null)
  const saving = useSaving(table, session, closeDialog)
  const openSave = () => {
    if (session.dirtyKeys().length > 0) setDialog({ kind: 'save' })
  }
  const toggleTry = () => (nav.address.panel === 'try' ? nav.close() : nav.open('try'))

  usePrefetch(lazyTableComponents, true)
  useLeaveGuard(() => session.dirtyKeys().length > 0, discard)
  useShortcuts(table.title, [
    ...(mayEdit
      ? [
          { keys: 'mod+S', label: 'Save', run: () => openSave() },
          { keys: 'mod+Z', label: 'Undo', run: () => session.grid.update(undone) },
          { keys: 'mod+Y', label: 'Redo', run: () => session.grid.update(redone) },
        ]
      : []),
    { keys: 't', label: 'Try it', run: () => toggleTry() },
  ])
  const goTo = useCallback(
    (key: string, ruleId: string, columnId?: string) => {
      session.goTo(key, ruleId, columnId)
      setDialog(null)
    },
    [session],
  )
  return {
    table,
    language,
    catalogues,
    nav,
    session,
    state,
    infos,
    document,
    restored,
    forgetNotice,
    discard,
    mayEdit,
    dirty,
    operations,
    rulesWorker,
    dialog,
    setDialog,
    closeDialog,
    openSave,
    toggleTry,
    saving,
    ...findings,
    look,
    filter,
    goTo,
  }
}

export type TableEditorModel = ReturnType<typeof useTableEditor>
