import { config } from '@signalbox/model/entities/config'
import { PendingChanges } from '../../../kit/record/pending-changes.tsx'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { useMerchantInAddress } from '../../../kit/session/merchant-in-address.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { Page } from '../../../ui/page.tsx'
import { BelowToggle } from './below-toggle.tsx'
import { DocumentView } from './document-view.tsx'
import { MissingView } from './missing-view.tsx'

const DocumentEditor = loadable(async () => (await import('./document-editor.tsx')).DocumentEditor)
const ProviderEditor = loadable(async () => (await import('./provider-editor.tsx')).ProviderEditor)
const ConnectionTab = loadable(async () => (await import('./connection-tab.tsx')).ConnectionTab)
const BelowPage = loadable(async () => (await import('./below-page.tsx')).BelowPage)
const CopyPage = loadable(async () => (await import('./copy-page.tsx')).CopyPage)
const UsedByTab = loadable(async () => (await import('./used-by-tab.tsx')).UsedByTab)

const Configurations = resourceScreen({
  entity: config,
  purpose:
    'Settings of the merchant and its providers. Anything not set here is inherited from the nearest merchant above.',
  columns: ['name', 'type', 'provider', 'accounts', 'enabled', 'missing', 'merchantId', 'updatedAt'],
  cells: { missing: MissingView, document: DocumentView },
  form: {
    editors: { provider: ProviderEditor, document: DocumentEditor },
    startWith: () => ({ type: 'ProviderConfig', enabled: true, document: {} }),
  },
  about: PendingChanges,
  tabs: [
    { name: 'used-by', label: 'Used by', access: config.access.view, Content: UsedByTab },
    { name: 'connection', label: 'Connection', access: config.access.edit, Content: ConnectionTab },
  ],
  around: { Tools: BelowToggle, pages: { below: BelowPage, copy: CopyPage } },
})

/** Settings of one merchant look like those of another, so the address says whose they are. */
export default function ConfigurationScreen() {
  const whose = useMerchantInAddress('merchantId')
  if (whose === 'turning') return null
  if (whose === 'own') return <Configurations />
  return (
    <Page title={config.plural}>
      <ErrorPanel
        title="This link is for a merchant you cannot see."
        detail="Ask for access to the merchant, or open Configuration from the menu."
      />
    </Page>
  )
}
