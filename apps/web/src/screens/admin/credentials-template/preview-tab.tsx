import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import type { Row } from '../../../kit/list/listing.ts'
import { TemplatePreview } from './template-preview.tsx'

export const PreviewTab = ({ record }: { readonly record: Row }) => (
  <TemplatePreview fields={record.fields as readonly CredentialField[]} />
)
