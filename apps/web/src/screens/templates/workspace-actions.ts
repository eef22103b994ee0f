import type { FullTemplate } from '@signalbox/model/template-language/template'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'
import { usualSample } from './preview-tab.tsx'
import { templateFile } from './template-file.ts'
import type { TemplatesNavigation } from './templates-address.ts'
import type { TemplateEditor } from './use-template-editor.ts'
import type { HeaderAction } from './workspace-header.tsx'

async function sendTest(base: FullTemplate, nav: TemplatesNavigation): Promise<void> {
  const attempt = { label: 'The test email', done: 'sent' }
  try {
    const { email } = await api('GET /me')
    const fixture = nav.address.sample ?? usualSample(base)
    const { to } = await api('POST /template/{id}/send-test', {
      params: { id: base.id },
      body: { to: email, fixture },
    })
    toast.success(`A test email is on its way to ${to}.`)
  } catch (error) {
    reportFailure(error, attempt)
  }
}

/** The menu of one template. */
export function workspaceActions(
  editor: TemplateEditor,
  nav: TemplatesNavigation,
  mayEdit: boolean,
  { onDelete, onDiscard }: { readonly onDelete: () => void; readonly onDiscard: () => void },
): HeaderAction[] {
  const { base, draft, dirty } = editor
  const exportFile: HeaderAction = {
    name: 'export',
    label: 'Export as JSON',
    icon: 'download',
    run: () => {
      const { name, content } = templateFile(draft)
      saveFile(name, new Blob([content], { type: 'application/json' }))
    },
  }
  const discard: HeaderAction = {
    name: 'discard',
    label: 'Discard changes',
    icon: 'undo',
    run: onDiscard,
    refusal: dirty ? null : 'Nothing has been changed',
  }
  if (base === null) return [exportFile]
  const actions: HeaderAction[] = [exportFile]
  if (!mayEdit) return actions
  actions.unshift({
    name: 'duplicate',
    label: 'Duplicate for another locale…',
    icon: 'copy',
    run: () => nav.startNew(base.id),
  })
  if (base.type === 'email') {
    actions.push({
      name: 'send-test',
      label: 'Send a test to me',
      icon: 'send',
      refusal: dirty ? 'Save first' : null,
      run: () => void sendTest(base, nav),
    })
  }
  actions.push(discard)
  if (!base.inherited) {
    const restores = typeof base.overrides === 'number'
    actions.push({
      name: 'delete',
      label: restores ? 'Restore inherited…' : 'Delete…',
      icon: restores ? 'inherit' : 'trash',
      destructive: true,
      run: onDelete,
    })
  }
  return actions
}
