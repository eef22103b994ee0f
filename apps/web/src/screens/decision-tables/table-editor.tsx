import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { CashierLink } from '../../kit/cashier-link.tsx'
import { CellSources } from '../../kit/decision-grid/pickers/cell-sources.ts'
import { EditorContent } from './editor-content.tsx'
import { EmergencyDrawer, HistoryDrawer, ReviewDrawer } from './lazy-table-components.ts'
import { isUnconfirmed } from './section-info.ts'
import { SaveButtons } from './save-buttons.tsx'
import { TableDialogs } from './table-dialogs.tsx'
import { TablePage } from './table-page.tsx'
import {
  useTableEditor,
  type Catalogues,
  type TableEditorModel,
  type TableEditorProps,
} from './use-table-editor.ts'

const nothing: Catalogues = {}

/** Panels that the address opens beside or over the table. */
function Drawers({ editor }: { readonly editor: TableEditorModel }) {
  const { table, infos, operations, nav } = editor
  const { address } = nav
  const opened = address.ruleset === null ? undefined : infos.get(address.ruleset)
  return (
    <>
      {address.panel === 'review' && opened && isUnconfirmed(opened) ? (
        <EmergencyDrawer table={table} info={opened} operations={operations} onClose={nav.close} />
      ) : address.panel === 'review' && opened?.ruleset?.open ? (
        <ReviewDrawer table={table} info={opened} operations={operations} onClose={nav.close} />
      ) : null}
      {address.panel === 'history' && opened ? (
        <HistoryDrawer
          table={table}
          info={opened}
          version={address.version}
          onVersion={nav.showVersion}
          operations={operations}
          onClose={nav.close}
        />
      ) : null}
    </>
  )
}

/** What it says is seen before anybody pays. */
const isAskedByCashier = ({ steps }: DecisionTable): boolean => steps.includes('D0')

/** The table with everything around it that needs its rows. */
export function TableEditor(props: TableEditorProps) {
  const editor = useTableEditor(props)
  const { table, language, session, discard, setDialog } = editor
  return (
    <CellSources value={props.catalogues ?? nothing}>
      <TablePage
        table={table}
        actions={
          <>
            {isAskedByCashier(table) ? <CashierLink /> : null}
            {editor.mayEdit ? (
              <SaveButtons
                dirty={editor.dirty.length}
                onNew={() => setDialog({ kind: 'new' })}
                onDiscard={discard}
                onSave={editor.openSave}
              />
            ) : null}
          </>
        }
      >
        <EditorContent editor={editor} />
      </TablePage>

      <TableDialogs
        table={table}
        language={language}
        session={session}
        rulesWorker={editor.rulesWorker}
        dialog={editor.dialog}
        findings={editor.placed}
        saving={editor.saving}
        look={editor.look}
        onGoTo={editor.goTo}
        onClose={editor.closeDialog}
      />
      <Drawers editor={editor} />
      {editor.operations.dialog}
    </CellSources>
  )
}
