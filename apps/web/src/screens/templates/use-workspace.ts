import type { TemplateFinding } from '@signalbox/model/calls/template'
import type { FullTemplate, TemplateDraft } from '@signalbox/model/template-language/template'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { live } from '../../kit/live.ts'
import { useLeaveGuard } from '../../kit/record/use-leave-guard.ts'
import { confirm } from '../../ui/confirm.tsx'
import { toast } from '../../ui/toast.tsx'
import { nameProblem } from './editor-state.ts'
import type { PendingTexts } from './pending-texts.ts'
import type { Tab, TemplatesNavigation } from './templates-address.ts'
import { useCheck } from './use-debounced-request.ts'
import { useTemplateEditor, type InitialDraft, type TemplateEditor } from './use-template-editor.ts'
import { templatesKey } from './use-templates.ts'

export interface WorkspaceProps {
  /** Null for a new one. */
  readonly base: FullTemplate | null
  readonly start: TemplateDraft
  /** Id of the template a new one started from. */
  readonly copyOf?: string
  readonly initial?: InitialDraft
  /** Somebody deleted it while it was open. */
  readonly gone?: boolean
  readonly nav: TemplatesNavigation
  readonly mayEdit: boolean
}

/** A place in one of the texts. */
export interface Place {
  readonly field: TemplateFinding['field']
  readonly line: number
  readonly column: number
}

const tabOf: Readonly<Record<TemplateFinding['field'], Tab>> = {
  subject: 'edit',
  content: 'edit',
  textContent: 'text',
  params: 'edit',
  testCases: 'cases',
}

/** Someone else saved the open template: ask for it again, which shows it or says that it is newer. */
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

const confirmDiscard = (): Promise<boolean> =>
  confirm({
    title: 'Discard your changes?',
    message: 'The template returns to the saved version.',
    confirmLabel: 'Discard',
    cancelLabel: 'Keep editing',
    destructive: true,
  })

interface ReviewInput {
  readonly editor: TemplateEditor
  readonly check: ReturnType<typeof useCheck>
  readonly isPending: boolean
  readonly nav: TemplatesNavigation
  readonly toFinding: (finding: TemplateFinding) => void
  readonly showDetails: () => void
  readonly onReady: () => void
}

/** Everything that has to be in order before a template can be reviewed; shows the first thing that is not. */
function startReview({ editor, check, isPending, nav, toFinding, showDetails, onReady }: ReviewInput): void {
  if (isPending) {
    nav.showTab('cases')
    toast.warning('A test case is not valid JSON yet.', { id: 'pending-json' })
    return
  }
  if (editor.base !== null && !editor.dirty) return
  const unnamed = nameProblem(editor.draft.templateType)
  if (unnamed !== null) {
    editor.refuse({ templateType: unnamed })
    showDetails()
    nav.showTab('edit')
    return
  }
  check.whenUpToDate((answer) => {
    const [first] = answer?.problems ?? []
    if (!first) {
      onReady()
      return
    }
    toFinding(first)
    toast.warning('Fix the problems before you save this template.', {
      id: 'template-problems',
      detail: first.message,
    })
  })
}

/** What is open, and what is being done with it. */
export function useWorkspace({ base, start, copyOf, initial, nav }: WorkspaceProps) {
  const [reviewing, setReviewing] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [showDetails, setShowDetails] = useState(base === null)
  const [pending, setPending] = useState<PendingTexts>({})
  const [goTo, setGoTo] = useState<Place | null>(null)
  const editor = useTemplateEditor({
    base,
    start,
    copyOf,
    initial,
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
    const { field, line, column = 1 } = finding
    nav.showTab(tabOf[field])
    if (line !== undefined) setGoTo({ field, line, column })
  }
  const review = () =>
    startReview({
      editor,
      check,
      isPending: Object.keys(pending).length > 0,
      nav,
      toFinding,
      showDetails: () => setShowDetails(true),
      onReady: () => setReviewing(true),
    })
  const discard = async () => {
    if (!(await confirmDiscard())) return
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

export type WorkspaceModel = ReturnType<typeof useWorkspace>
