import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { documentOf, redone, toggleSection, undone } from '../../kit/decision-grid/core/grid-state.ts'
import { DecisionGrid } from '../../kit/decision-grid/decision-grid.tsx'
import { CellSources, type CatalogueItem } from '../../kit/decision-grid/pickers/cell-sources.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useMay, useMerchant, useSession, useSettings } from '../../kit/session/session-store.ts'
import { useLeaveGuard } from '../../kit/record/use-leave-guard.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { usePrefetch } from '../../ui/loadable.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { RulesDesk } from './desk/rules-desk.ts'
import { RowStrip } from './row-strip.tsx'
import { rulesetActions } from './ruleset-actions.ts'
import { SaveButtons } from './save-buttons.tsx'
import { SectionHeading } from './section-heading.tsx'
import type { LoadedTable } from './section-info.ts'
import type { TableNavigation } from './table-address.ts'
import styles from './table-desk.module.css'
import { TableDialogs, type OpenDialog } from './table-dialogs.tsx'
import { TablePage } from './table-page.tsx'
import { FilterNotice, HiddenColumns, RestoredNotice } from './table-notices.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import { HistoryDrawer, ReviewDrawer, tableParts, TryPanel } from './table-parts.ts'
import { useFindings, useInvalidCells, useMarks } from './use-checks.ts'
import { useRowFilter } from './use-row-filter.ts'
import { useSaving } from './use-saving.ts'
import { useShownColumns } from './use-shown-columns.ts'
import { useSteps } from './use-steps.tsx'
import { useWorkspace, useWorkspaceState } from './use-workspace.ts'

type Catalogues = Readonly<Record<string, readonly CatalogueItem[]>>

export interface TableDeskProps {
  readonly table: DecisionTable
  readonly loaded: LoadedTable
  readonly language: CellLanguage
  readonly catalogues: Catalogues | undefined
  readonly nav: TableNavigation
}

const nothing: Catalogues = {}
const noHits: ReadonlySet<string> = new Set()

/** A worker that lives as long as the page. */
function useDesk(): RulesDesk {
  const [desk] = useState(() => new RulesDesk())
  useEffect(() => () => desk.close(), [desk])
  return desk
}

/** The table with everything around it that needs its rows. */
export function TableDesk({ table, loaded, language, catalogues, nav }: TableDeskProps) {
  const { workspace, restored, forgetNotice, discard } = useWorkspace(table, loaded, language)
  const { state, infos } = useWorkspaceState(workspace)
  const desk = useDesk()
  const steps = useSteps(workspace)
  const merchant = useMerchant()
  const merchantName = useMerchantName()
  const { username } = useSession().metadata.user
  const mayEdit = useMay(table.access.edit)
  const { density } = useSettings()
  const roomy = useMediaQuery('(min-width: 1100px)', true, { getInitialValueInEffect: false })
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const [hits, setHits] = useState(noHits)
  const document = documentOf(state)
  const findings = useFindings(table, workspace, desk, catalogues)
  const { marks: checkMarks, placed } = useMarks(table, workspace, findings)
  const invalid = useInvalidCells(table, document)
  const isChecked = document.sections.every(({ key, editable }) => !editable || findings.has(key))
  const marks = useMemo(() => ({ ...checkMarks, isHit: (id: string) => hits.has(id) }), [checkMarks, hits])
  const look = useShownColumns(table, workspace, document)
  const { setFilter } = nav
  const filter = useRowFilter(table, workspace, marks, { text: nav.address.filter, setText: setFilter })
  const dirty = workspace.dirtyKeys()
  const close = () => setDialog(null)
  const saving = useSaving(table, workspace, close)
  const { address } = nav
  const opened = address.ruleset === null ? undefined : infos.get(address.ruleset)

  usePrefetch(tableParts, true)
  useLeaveGuard(() => workspace.dirtyKeys().length > 0, discard)
  useShortcuts(table.title, [
    ...(mayEdit
      ? [
          { keys: 'mod+S', label: 'Save', run: () => openSave() },
          { keys: 'mod+Z', label: 'Undo', run: () => workspace.grid.update(undone) },
          { keys: 'mod+Y', label: 'Redo', run: () => workspace.grid.update(redone) },
        ]
      : []),
    { keys: 't', label: 'Try it', run: () => toggleTry() },
  ])

  const openSave = () => {
    if (workspace.dirtyKeys().length > 0) setDialog({ kind: 'save' })
  }
  const toggleTry = () => (address.panel === 'try' ? nav.close() : nav.open('try'))
  const goTo = useCallback(
    (key: string, ruleId: string, columnId?: string) => {
      workspace.goTo(key, ruleId, columnId)
      setDialog(null)
    },
    [workspace],
  )
  const onHits = useCallback((ids: ReadonlySet<string>) => setHits(ids.size === 0 ? noHits : ids), [])

  const heading = (section: number) => {
    const info = workspace.infoAt(section)
    const found = document.sections[section]
    if (!info || !found) return null
    const { key, content } = found
    const isDraft = info.state === 'DRAFT' || info.state === 'REJECTED'
    const onSubmit = mayEdit && isDraft && !dirty.includes(key) ? () => steps.submit(info) : undefined
    return (
      <SectionHeading
        table={table}
        info={info}
        content={content}
        collapsed={state.collapsed.has(key)}
        dirty={dirty.includes(key)}
        owner={info.inherited ? merchantName(info.merchantId) : null}
        onToggle={() => workspace.grid.update((now) => toggleSection(now, key))}
        onReview={() => nav.open('review', key)}
        onSubmit={onSubmit}
        onNewer={() => setDialog({ kind: 'newer', key })}
        actions={rulesetActions({
          info,
          enabled: content.enabled,
          mayEdit,
          username,
          merchantName: merchant.name,
          steps,
          onSettings: () => setDialog({ kind: 'settings', key }),
          onToggleEnabled: () =>
            workspace.changeFields(
              key,
              { enabled: !content.enabled },
              content.enabled ? 'Switch ruleset off' : 'Switch ruleset on',
            ),
          onHistory: () => nav.open('history', key),
          onReview: () => nav.open('review', key),
          onImport: () => setDialog({ kind: 'import', key }),
          onRemoveNew: () => workspace.remove(key),
          onSubmit,
        })}
      />
    )
  }

  const activeKey = (): string | undefined => {
    const line = state.lines.at(state.history.present.selection.anchor.line)
    return line && document.sections[line.section]?.key
  }
  const importKey = () => {
    const active = activeKey()
    const editable = document.sections.filter(({ editable: may }) => may)
    return editable.find(({ key }) => key === active)?.key ?? editable[0]?.key
  }
  const historyKey = () => {
    const active = activeKey()
    return [active, ...document.sections.map(({ key }) => key)].find(
      (key) => key !== undefined && infos.get(key)?.state !== 'NEW',
    )
  }
  const imported = importKey()
  const history = historyKey()
  return (
    <CellSources value={catalogues ?? nothing}>
      <TablePage
        table={table}
        actions={
          mayEdit ? (
            <SaveButtons
              dirty={dirty.length}
              onNew={() => setDialog({ kind: 'new' })}
              onDiscard={discard}
              onSave={openSave}
            />
          ) : undefined
        }
      >
        <div className={styles.desk}>
          {restored ? (
            <RestoredNotice restored={restored} onDiscard={discard} onClose={forgetNotice} />
          ) : null}
          <div className={styles.bar}>
            <TableToolbar
              workspace={workspace}
              state={state}
              filter={filter}
              findings={invalid.length === 0 ? placed : [...invalid, ...placed]}
              isChecked={isChecked}
              mayEdit={mayEdit}
              tryOpen={address.panel === 'try'}
              onTry={toggleTry}
              onColumns={() => setDialog({ kind: 'columns' })}
              onImport={mayEdit && imported ? () => setDialog({ kind: 'import', key: imported }) : undefined}
              onHistory={history ? () => nav.open('history', history) : undefined}
              onGoTo={goTo}
            />
          </div>
          <HiddenColumns
            columns={look.hiddenInUse}
            onShow={() => look.choose(new Set([...look.shown, ...look.hiddenInUse.map(({ id }) => id)]))}
          />
          <FilterNotice filter={filter} state={state} />
          <div className={styles.main}>
            {document.sections.length === 0 ? (
              <div className={styles.empty}>
                <EmptyState
                  icon="rules"
                  title={`${merchant.name} has no rules here. ${table.onNoMatch}`}
                  action={
                    mayEdit ? (
                      <Button
                        onClick={() => setDialog({ kind: 'new' })}
                        leftSection={<Icon name="plus" size={16} />}
                      >
                        New ruleset
                      </Button>
                    ) : undefined
                  }
                />
              </div>
            ) : (
              <DecisionGrid
                editor={workspace.grid}
                label={`${table.title} of ${merchant.name}`}
                density={density}
                widths={look.widths}
                onResize={look.resize}
                marks={marks}
                changeOf={workspace.changeOf}
                heading={heading}
              />
            )}
            {address.panel === 'try' ? (
              <TryPanel
                table={table}
                workspace={workspace}
                desk={desk}
                docked={roomy ?? true}
                onHits={onHits}
                onGoTo={(key, ruleId, columnId) => {
                  goTo(key, ruleId, columnId)
                  if (!roomy) nav.close()
                }}
                onClose={nav.close}
              />
            ) : null}
          </div>
          {document.sections.length > 0 ? (
            <RowStrip
              table={table}
              state={state}
              marks={marks}
              catalogues={catalogues}
              onChange={(change) => {
                workspace.grid.update(change)
                workspace.grid.focus()
              }}
            />
          ) : null}
        </div>
      </TablePage>

      <TableDialogs
        table={table}
        language={language}
        workspace={workspace}
        desk={desk}
        dialog={dialog}
        findings={placed}
        saving={saving}
        look={look}
        onGoTo={goTo}
        onClose={close}
      />
      {address.panel === 'review' && opened?.ruleset?.open ? (
        <ReviewDrawer table={table} info={opened} steps={steps} onClose={nav.close} />
      ) : null}
      {address.panel === 'history' && opened ? (
        <HistoryDrawer
          table={table}
          info={opened}
          version={address.version}
          onVersion={nav.showVersion}
          steps={steps}
          onClose={nav.close}
        />
      ) : null}
      {steps.dialog}
    </CellSources>
  )
}
