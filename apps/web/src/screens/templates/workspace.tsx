import { Button, Tabs } from '@mantine/core'
import type { TemplateType } from '@signalbox/model/template-language/template'
import { Icon } from '../../ui/icon.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { SaveDialog } from './save-dialog.tsx'
import type { Tab } from './templates-address.ts'
import { useWorkspace, type WorkspaceModel, type WorkspaceProps } from './use-workspace.ts'
import { workspaceActions } from './workspace-actions.ts'
import { WorkspaceHeader } from './workspace-header.tsx'
import { WorkspaceNotices } from './workspace-notices.tsx'
import { WorkspacePanel } from './workspace-panel.tsx'
import styles from './workspace.module.css'

const tabNames: Readonly<Record<Tab, string>> = {
  edit: 'Edit',
  text: 'Text',
  cases: 'Test cases',
  run: 'Run',
  preview: 'Preview',
  history: 'History',
  usage: 'Used by',
}

function tabsOf(type: TemplateType, isStored: boolean): Tab[] {
  const own: Readonly<Record<TemplateType, readonly Tab[]>> = {
    email: ['edit', 'text', 'preview'],
    script: ['edit', 'cases'],
    html: ['edit', 'preview'],
    sql: ['edit', 'run'],
    mq: ['edit', 'preview'],
    css: ['edit', 'preview'],
  }
  return isStored ? [...own[type], 'history', 'usage'] : [...own[type]]
}

/** These keep their cursor and their undo steps while another tab is looked at. */
const editors: readonly Tab[] = ['edit', 'text']

interface TabRowProps {
  readonly model: WorkspaceModel
  readonly tabs: readonly Tab[]
  readonly tab: Tab
}

function TabRow({ model: { check, showDetails, setShowDetails }, tabs, tab }: TabRowProps) {
  const problemCount = check.answer?.problems.length ?? 0
  return (
    <div className={styles.tabRow}>
      <Tabs.List className={styles.tabList}>
        {tabs.map((name) => (
          <Tabs.Tab key={name} value={name}>
            {tabNames[name]}
            {name === 'edit' && problemCount > 0 ? (
              <span className={styles.count}>{problemCount}</span>
            ) : null}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {tab === 'edit' ? (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-expanded={showDetails}
          rightSection={<Icon name={showDetails ? 'chevron-up' : 'chevron-down'} size={14} />}
          onClick={() => setShowDetails(!showDetails)}
        >
          Details
        </Button>
      ) : null}
    </div>
  )
}

function WorkspaceDialogs({ model, nav }: { readonly model: WorkspaceModel } & Pick<WorkspaceProps, 'nav'>) {
  const { editor, reviewing, setReviewing, deleting, setDeleting } = model
  return (
    <>
      {reviewing && !editor.conflict ? (
        <SaveDialog editor={editor} onClose={() => setReviewing(false)} />
      ) : null}
      {editor.conflict ? <ConflictDialog editor={editor} current={editor.conflict} /> : null}
      {deleting && editor.base ? (
        <DeleteDialog
          template={editor.base}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            editor.forget()
            nav.close()
          }}
        />
      ) : null}
    </>
  )
}

/** One open template: header, tabs, and the dialogs that belong to it. */
export function Workspace(props: WorkspaceProps) {
  const { nav, mayEdit } = props
  const model = useWorkspace(props)
  const { editor } = model
  const tabs = tabsOf(editor.type, editor.base !== null)
  const tab = tabs.find((known) => known === nav.address.tab) ?? 'edit'
  useShortcuts('Template', mayEdit ? [{ keys: 'mod+S', label: 'Save', run: model.review }] : [])
  return (
    <section className={styles.workspace} aria-label="Template">
      <WorkspaceHeader
        editor={editor}
        mayEdit={mayEdit}
        actions={workspaceActions(editor, nav, mayEdit, {
          onDelete: () => model.setDeleting(true),
          onDiscard: () => void model.discard(),
        })}
        onSave={model.review}
        onBack={nav.close}
      />
      <WorkspaceNotices model={model} gone={props.gone ?? false} />
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={(value) => nav.showTab((value ?? 'edit') as Tab)}
        keepMounted={false}
        keepMountedMode="display-none"
      >
        <TabRow model={model} tabs={tabs} tab={tab} />
        {tabs
          .filter((name) => name === tab || editors.includes(name))
          .map((name) => (
            <Tabs.Panel key={name} value={name} className={styles.panel} keepMounted={editors.includes(name)}>
              <WorkspacePanel tab={name} model={model} workspace={props} />
            </Tabs.Panel>
          ))}
      </Tabs>
      <WorkspaceDialogs model={model} nav={nav} />
    </section>
  )
}
