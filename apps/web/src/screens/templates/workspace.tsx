import { Alert, Button, Group, Tabs } from '@mantine/core'
import type { TemplateFinding, TemplateHistoryEntry } from '@signalbox/model/calls/template'
import type { FullTemplate, ScriptCase, TemplateDraft, TemplateType } from '@signalbox/model/template'
import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { CodeEditorProps } from '../../kit/code-editor/editor-types.ts'
import { live } from '../../kit/live.ts'
import { useLeaveGuard } from '../../kit/use-leave-guard.ts'
import { confirm } from '../../ui/confirm.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { toast } from '../../ui/toast.tsx'
import { CasesTab } from './cases-tab.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { EditTab } from './edit-tab.tsx'
import { draftOf, nameProblem } from './editor-state.ts'
import { noFindings } from './findings.tsx'
import { HistoryTab } from './history-tab.tsx'
import type { PendingTexts } from './pending-texts.ts'
import { PreviewTab } from './preview-tab.tsx'
import { RunTab } from './run-tab.tsx'
import { SaveDialog } from './save-dialog.tsx'
import type { Tab, TemplatesNavigation } from './templates-address.ts'
import { TextTab } from './text-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import { useCheck } from './use-answer.ts'
import { useTemplateEditor } from './use-template-editor.ts'
import { templatesKey } from './use-templates.ts'
import { workspaceActions } from './workspace-actions.ts'
import { WorkspaceHeader } from './workspace-header.tsx'
import styles from './workspace.module.css'

export interface WorkspaceProps {
  /** Null for a new one. */
  readonly base: FullTemplate | null
  readonly start: TemplateDraft
  readonly nav: TemplatesNavigation
  readonly mayEdit: boolean
}

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

/** Somebody else saved the open template: ask for it again, which shows it or says that it is newer. */
function useFreshRecord(id: string | undefined, knownVersion: number | undefined): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      live.on('template', ({ key, payload }) => {
        if (key !== undefined && key !== id) return
        if (payload?.version === knownVersion && payload?.changeType !== 'DELETE') return
        void queryClient.invalidateQueries({ queryKey: [...templatesKey, 'record'] })
      }),
    [id, knownVersion, queryClient],
  )
}

function useWorkspace({ base, start, nav }: WorkspaceProps) {
  const [reviewing, setReviewing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [showDetails, setShowDetails] = useState(base === null)
  const [pending, setPending] = useState<PendingTexts>({})
  const [goTo, setGoTo] = useState<CodeEditorProps['goTo']>(undefined)
  const editor = useTemplateEditor({
    base,
    start,
    onSaved: (saved) => {
      setReviewing(false)
      toast.success(
        base === null ? `${saved.templateType} was created.` : `Version ${saved.version} is live.`,
      )
      if (saved.id !== base?.id) nav.open(saved.id, true)
    },
  })
  const check = useCheck(editor.draft)
  useFreshRecord(editor.base?.id, editor.base?.version)
  useLeaveGuard(
    () => editor.hasUnsaved() || Object.keys(pending).length > 0,
    () => editor.forget(),
  )
  const toFinding = (finding: TemplateFinding) => {
    if (finding.field === 'textContent') nav.showTab('text')
    else if (finding.field === 'testCases') nav.showTab('cases')
    else nav.showTab('edit')
    if (finding.line !== undefined) setGoTo({ line: finding.line, column: finding.column ?? 1 })
  }
  const review = () => {
    if (Object.keys(pending).length > 0) {
      nav.showTab('cases')
      toast.warning('A test case is not valid JSON yet.', { id: 'pending-json' })
      return
    }
    if (editor.base !== null && !editor.dirty) return
    const unnamed = nameProblem(editor.draft.templateType)
    if (unnamed !== null) {
      editor.refuse({ templateType: unnamed })
      setShowDetails(true)
      nav.showTab('edit')
      return
    }
    const [first] = check.answer?.problems ?? []
    if (check.upToDate && first) {
      toFinding(first)
      toast.warning('Problems keep this template from being saved.', {
        id: 'template-problems',
        detail: first.message,
      })
      return
    }
    setReviewing(true)
  }
  const discard = async () => {
    const sure = await confirm({
      title: 'Discard your changes?',
      message: 'The template goes back to the version that is saved.',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      destructive: true,
    })
    if (!sure) return
    setPending({})
    editor.discard()
  }
  return {
    editor,
    check,
    reviewing,
    setReviewing,
    deleting,
    setDeleting,
    showDetails,
    setShowDetails,
    pending,
    setPending,
    goTo,
    toFinding,
    review,
    discard,
  }
}

type Model = ReturnType<typeof useWorkspace>

function Notices({ model }: { readonly model: Model }) {
  const { editor, discard } = model
  return (
    <>
      {editor.newer ? (
        <Alert color="orange" variant="light" icon={<Icon name="warning" />} className={styles.notice}>
          <Group justify="space-between" gap={8}>
            <span>
              {editor.newer.updatedBy} saved version {editor.newer.version} while you were editing.
            </span>
            <Button size="compact-sm" variant="default" onClick={() => editor.compare(editor.newer)}>
              Compare
            </Button>
          </Group>
        </Alert>
      ) : null}
      {editor.restored && editor.dirty ? (
        <Alert color="indigo" variant="light" icon={<Icon name="history" />} className={styles.notice}>
          <Group justify="space-between" gap={8}>
            <span>Your unsaved changes from before are back.</span>
            <Button size="compact-sm" variant="default" onClick={() => void discard()}>
              Discard them
            </Button>
          </Group>
        </Alert>
      ) : null}
    </>
  )
}

function Panel({
  tab,
  model,
  props,
}: {
  readonly tab: Tab
  readonly model: Model
  readonly props: WorkspaceProps
}) {
  const { editor, check, goTo, toFinding, pending, setPending, setReviewing } = model
  const { nav, mayEdit } = props
  const findings = check.answer ?? noFindings
  switch (tab) {
    case 'edit':
      return (
        <EditTab
          editor={editor}
          mayEdit={mayEdit}
          findings={findings}
          showDetails={model.showDetails}
          goTo={goTo}
          onGoTo={toFinding}
        />
      )
    case 'text':
      return <TextTab editor={editor} mayEdit={mayEdit} findings={findings} goTo={goTo} onGoTo={toFinding} />
    case 'cases':
      return (
        <CasesTab
          cases={(editor.draft.testCases ?? []) as readonly ScriptCase[]}
          results={check.answer?.cases ?? []}
          fresh={check.upToDate}
          mayEdit={mayEdit}
          pending={pending}
          onPending={setPending}
          onChange={(cases) => editor.set('testCases', cases)}
        />
      )
    case 'run':
      return <RunTab editor={editor} mayEdit={mayEdit} />
    case 'preview':
      return <PreviewTab draft={editor.draft} nav={nav} />
    case 'history':
      return (
        <HistoryTab
          editor={editor}
          nav={nav}
          mayEdit={mayEdit}
          onRevert={({ template, version }: TemplateHistoryEntry) => {
            editor.load({ ...draftOf(template) }, `Revert to version ${version}`)
            nav.showTab('edit')
            setReviewing(true)
          }}
        />
      )
    case 'usage':
      return editor.base ? <UsageTab id={editor.base.id} /> : null
  }
}

/** One open template: header, tabs, and the dialogs that belong to it. */
export function Workspace(props: WorkspaceProps) {
  const { nav, mayEdit } = props
  const model = useWorkspace(props)
  const { editor, check, reviewing, setReviewing, deleting, setDeleting, showDetails, setShowDetails } = model
  const tabs = tabsOf(editor.type, editor.base !== null)
  const tab = tabs.find((known) => known === nav.address.tab) ?? 'edit'
  const problemCount = check.answer?.problems.length ?? 0
  useShortcuts('Template', mayEdit ? [{ keys: 'mod+S', label: 'Save', run: model.review }] : [])
  return (
    <section className={styles.workspace} aria-label="Template">
      <WorkspaceHeader
        editor={editor}
        mayEdit={mayEdit}
        actions={workspaceActions(editor, nav, mayEdit, {
          onDelete: () => setDeleting(true),
          onDiscard: () => void model.discard(),
        })}
        onSave={model.review}
        onBack={nav.close}
      />
      <Notices model={model} />
      <Tabs
        className={styles.tabs}
        value={tab}
        onChange={(value) => nav.showTab((value ?? 'edit') as Tab)}
        keepMounted={false}
      >
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
        <Tabs.Panel value={tab} className={styles.panel}>
          <Panel tab={tab} model={model} props={props} />
        </Tabs.Panel>
      </Tabs>
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
    </section>
  )
}
