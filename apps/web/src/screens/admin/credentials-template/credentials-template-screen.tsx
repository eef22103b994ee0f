import { credentialsTemplate } from '@signalbox/model/entities/credentials-template'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { FieldsView } from './fields-view.tsx'
import { TemplateAbout } from './template-about.tsx'
import { TemplateStatusBadge } from './template-status-badge.tsx'

const FieldsEditor = loadable(async () => (await import('./fields-editor.tsx')).FieldsEditor)
const PspEditor = loadable(async () => (await import('./psp-editor.tsx')).PspEditor)
const PreviewTab = loadable(async () => (await import('./preview-tab.tsx')).PreviewTab)

function refusal(name: string, { status }: Readonly<Record<string, unknown>>): string | null {
  if (name === 'edit' && status !== 'DRAFT') return 'Only drafts can be changed.'
  if (name === 'publish' && status !== 'DRAFT') return 'Only drafts can be published.'
  if (name === 'retire' && status !== 'PUBLISHED') return 'The template is not published.'
  return null
}

export default resourceScreen({
  entity: credentialsTemplate,
  purpose:
    'A template defines the credentials a PSP needs. Its configuration form is built from the template.',
  columns: ['title', 'psp', 'templateVersion', 'status', 'fieldNames', 'changelog', 'updatedAt'],
  cells: { status: TemplateStatusBadge, fields: FieldsView },
  form: { editors: { fields: FieldsEditor, psp: PspEditor }, startWith: () => ({ fields: [] }) },
  about: TemplateAbout,
  tabs: [{ name: 'preview', label: 'Preview', access: credentialsTemplate.access.view, Content: PreviewTab }],
  operations: { refusal },
})
