import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { DecisionGrid } from '../../kit/decision-grid/decision-grid.tsx'
import { useMerchant, useSettings } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { from } from '../../ui/breakpoints.ts'
import { EditorHeading } from './editor-heading.tsx'
import { TryPanel } from './lazy-table-components.ts'
import { RowStrip } from './row-strip.tsx'
import styles from './table-editor.module.css'
import { FilterNotice, HiddenColumns, RestoredNotice } from './table-notices.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { TableEditorModel } from './use-table-editor.ts'

interface EditorProps {
  readonly editor: TableEditorModel
}

function Toolbar({ editor }: EditorProps) {
  const { session, state, document, infos, mayEdit, nav, setDialog } = editor
  const line = state.lines.at(state.history.present.selection.anchor.line)
  const active = line && document.sections[line.section]?.key
  const editable = document.sections.filter(({ editable: may }) => may)
  const imported = editable.find(({ key }) => key === active)?.key ?? editable[0]?.key
  const history = [active, ...document.sections.map(({ key }) => key)].find(
    (key) => key !== undefined && infos.get(key)?.state !== 'NEW',
  )
  return (
    <TableToolbar
      session={session}
      state={state}
      filter={editor.filter}
      findings={editor.allFindings}
      isChecked={editor.isChecked}
      mayEdit={mayEdit}
      tryOpen={nav.address.panel === 'try'}
      onTry={editor.toggleTry}
      performanceOpen={editor.performance.isShown}
      onPerformance={editor.performance.may ? () => nav.showPerformance(!nav.address.performance) : undefined}
      onColumns={() => setDialog({ kind: 'columns' })}
      onImport={mayEdit && imported ? () => setDialog({ kind: 'import', key: imported }) : undefined}
      onHistory={history ? () => nav.open('history', history) : undefined}
      onGoTo={editor.goTo}
    />
  )
}

function NoRules({ editor: { table, mayEdit, setDialog } }: EditorProps) {
  const merchant = useMerchant()
  return (
    <div className={styles.empty}>
      <EmptyState
        icon="rules"
        title={`${merchant.name} has no rules here. ${table.onNoMatch}`}
        action={
          mayEdit ? (
            <Button onClick={() => setDialog({ kind: 'new' })} leftSection={<Icon name="plus" size={16} />}>
              New ruleset
            </Button>
          ) : undefined
        }
      />
    </div>
  )
}

function Grid({ editor }: EditorProps) {
  const { table, session, look, marks } = editor
  const merchant = useMerchant()
  const { density } = useSettings()
  const heading = (section: number) => <EditorHeading editor={editor} section={section} />
  return (
    <DecisionGrid
      editor={session.grid}
      label={`${table.title} of ${merchant.name}`}
      density={density}
      widths={look.widths}
      onResize={look.resize}
      marks={marks}
      changeOf={session.changeOf}
      heading={heading}
    />
  )
}

function Try({ editor }: EditorProps) {
  const { table, session, rulesWorker, nav, goTo, onHits, trialFacts } = editor
  const roomy = useMediaQuery(from('large'), true, { getInitialValueInEffect: false })
  return (
    <TryPanel
      table={table}
      session={session}
      rulesWorker={rulesWorker}
      given={trialFacts}
      docked={roomy ?? true}
      onHits={onHits}
      onGoTo={(key, ruleId, columnId) => {
        goTo(key, ruleId, columnId)
        if (!roomy) nav.close()
      }}
      onClose={nav.close}
    />
  )
}

/** The rows, and the bars above and below them. */
export function EditorContent({ editor }: EditorProps) {
  const { table, session, state, document, restored, forgetNotice, discard, look, marks, nav } = editor
  const isEmpty = document.sections.length === 0
  return (
    <div className={styles.editor}>
      {restored ? <RestoredNotice restored={restored} onDiscard={discard} onClose={forgetNotice} /> : null}
      <div className={styles.bar}>
        <Toolbar editor={editor} />
      </div>
      <HiddenColumns
        columns={look.hiddenInUse}
        onShow={() => look.choose(new Set([...look.shown, ...look.hiddenInUse.map(({ id }) => id)]))}
      />
      <FilterNotice filter={editor.filter} state={state} />
      <div className={styles.main}>
        {isEmpty ? <NoRules editor={editor} /> : <Grid editor={editor} />}
        {nav.address.panel === 'try' ? <Try editor={editor} /> : null}
      </div>
      {isEmpty ? null : (
        <RowStrip
          table={table}
          state={state}
          marks={marks}
          catalogues={editor.catalogues}
          performance={editor.performance}
          commentsAt={(section) => {
            const open = session.infoAt(section)?.ruleset?.open
            return open ? { rulesetId: open.rulesetId, version: open.version } : null
          }}
          onReview={(section) => {
            const key = session.infoAt(section)?.key
            if (key !== undefined) nav.open('review', key)
          }}
          onChange={(change) => {
            session.grid.update(change)
            session.grid.focus()
          }}
        />
      )}
    </div>
  )
}
