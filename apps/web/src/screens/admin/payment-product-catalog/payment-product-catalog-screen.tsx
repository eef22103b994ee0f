import { psp } from '@signalbox/model/entities/psp'
import { texts } from '@signalbox/model/text/texts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PspAbout } from './psp-about.tsx'
import { PspStatusBadge } from './psp-status-badge.tsx'
import { LogoView, NamedLogo } from './logo-view.tsx'
import { FeeView, ServicesView, ShareView, StatusMapView } from './psp-views.tsx'

const ServicesEditor = loadable(async () => (await import('./services-editor.tsx')).ServicesEditor)
const StatusMapEditor = loadable(async () => (await import('./status-map-editor.tsx')).StatusMapEditor)
const FeeEditor = loadable(async () => (await import('./fee-editor.tsx')).FeeEditor)
const ShareEditor = loadable(async () => (await import('./share-editor.tsx')).ShareEditor)
const LogoEditor = loadable(async () => (await import('./logo-editor.tsx')).LogoEditor)
const UseTab = loadable(async () => (await import('./use-tab.tsx')).UseTab)

function refusal(name: string, { status }: Readonly<Record<string, unknown>>): string | null {
  if (name === 'activate' && status === 'ACTIVE') return 'The PSP is already active.'
  if (name === 'deprecate' && status !== 'ACTIVE') return 'Only active PSPs can be deprecated.'
  return null
}

export default resourceScreen({
  entity: psp,
  purpose: 'Payment providers, what they support and what they cost.',
  columns: [
    'name',
    'psp',
    'status',
    'classification',
    'threeDsType',
    'partialCapture',
    'partialRefund',
    'premiumPricing',
    'kickback',
    'transactionFees',
    'txTypes',
  ],
  cells: {
    status: PspStatusBadge,
    services: ServicesView,
    statusMap: StatusMapView,
    expectedFee: FeeView,
    kickbackPpm: ShareView,
    logo: LogoView,
    name: NamedLogo,
  },
  form: {
    editors: {
      services: ServicesEditor,
      statusMap: StatusMapEditor,
      expectedFee: FeeEditor,
      kickbackPpm: ShareEditor,
      logo: LogoEditor,
    },
  },
  about: PspAbout,
  tabs: [{ name: 'use', label: 'Used by', access: psp.access.view, Content: UseTab }],
  operations: { refusal, confirms: { delete: texts.confirmDeletePsp } },
})
