import type { ScriptCase } from '@signalbox/model/template-language/template'
import { CasesTab } from './cases-tab.tsx'
import { EditTab } from './edit-tab.tsx'
import { draftOf } from './editor-state.ts'
import { noFindings } from './findings.tsx'
import { HistoryTab } from './history-tab.tsx'
import { PreviewTab } from './preview-tab.tsx'
import { RunTab } from './run-tab.tsx'
import type { Tab } from './templates-address.ts'
import { TextTab } from './text-tab.tsx'
import { UsageTab } from './usage-tab.tsx'
import type { WorkspaceModel, WorkspaceProps } from './use-workspace.ts'

export interface WorkspacePanelProps {
  readonly tab: Tab
  readonly model: WorkspaceModel
  readonly workspace: WorkspaceProps
}

/** What one tab shows. */
export function WorkspacePanel({ tab, model, workspace }: WorkspacePanelProps) {
  const { editor, check, goTo, toFinding, pending, setPending, setReviewing } = model
  const { nav, mayEdit } = workspace
  const findings = check.answer ?? noFindings
  switch (tab) {
    case 'edit':
      return (
        <EditTab
          editor={editor}
          mayEdit={mayEdit}
          findings={findings}
          showDetails={model.showDetails}
          goTo={goTo?.field === 'content' ? goTo : undefined}
          onGoTo={toFinding}
        />
      )
    case 'text':
      return (
        <TextTab
          editor={editor}
          mayEdit={mayEdit}
          findings={findings}
          goTo={goTo?.field === 'textContent' ? goTo : undefined}
          onGoTo={toFinding}
        />
      )
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
          onRevert={({ template, version }) => {
            editor.load(draftOf(template), `Revert to version ${version}`)
            nav.showTab('edit')
            setReviewing(true)
          }}
        />
      )
    case 'usage':
      return editor.base ? <UsageTab id={editor.base.id} /> : null
  }
}
