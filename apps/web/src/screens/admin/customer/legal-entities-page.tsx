import { Alert } from '@mantine/core'
import { legalEntity } from '@signalbox/model/entities/legal-entity'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PageSwitch } from './page-switch.tsx'

function NewIban({ record }: { readonly record: Row }) {
  if (typeof record.pendingIban !== 'string') return null
  return (
    <Alert
      mb={20}
      variant="light"
      icon={<Icon name="hand" />}
      title="A new IBAN needs a second person"
      role="status"
    >
      {record.pendingIban}, requested by {String(record.pendingIbanBy)}. Invoices name the old one until
      somebody else confirms it.
    </Alert>
  )
}

const needsRequest = (name: string, { pendingIban }: Row): string | null =>
  (name === 'confirm-iban' || name === 'refuse-iban') && typeof pendingIban !== 'string'
    ? 'No new IBAN was requested.'
    : null

export const LegalEntitiesPage = resourceScreen({
  entity: legalEntity,
  part: 'legal-entities',
  purpose: 'The companies that send invoices, with their bank accounts.',
  operations: { refusal: needsRequest },
  about: NewIban,
  around: { Tools: PageSwitch },
})
