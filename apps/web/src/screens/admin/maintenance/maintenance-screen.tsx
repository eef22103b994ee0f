import { maintenance, modeAt } from '@signalbox/model/entities/maintenance'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { ProvidersToggle } from './providers-toggle.tsx'
import { EndView, ModeBadge, WindowTitle } from './window-views.tsx'

const PspEditor = loadable(async () => (await import('./psp-editor.tsx')).PspEditor)
const ProbeEditor = loadable(async () => (await import('./probe-editor.tsx')).ProbeEditor)
const ProvidersPage = loadable(async () => (await import('./providers-page.tsx')).ProvidersPage)

function refusal(name: string, row: Readonly<Record<string, unknown>>): string | null {
  const mode = modeAt(row as { startAt: string; endAt: string | null }, new Date())
  if (name === 'edit' && mode === 'DONE') return 'The window has ended.'
  if (name === 'start-now' && mode !== 'PLANNED_MAINTENANCE') return 'Only planned windows can be started.'
  if (name === 'end-now' && mode !== 'MAINTENANCE') return 'Only running windows can be ended.'
  if (name === 'delete' && mode !== 'PLANNED_MAINTENANCE') return 'Only planned windows can be deleted.'
  return null
}

export default resourceScreen({
  entity: maintenance,
  purpose: 'A maintenance window stops payments to a provider, service or method for a period.',
  columns: ['title', 'psp', 'providerType', 'service', 'method', 'startAt', 'endAt', 'kind', 'merchantId'],
  cells: { title: WindowTitle, endAt: EndView },
  form: {
    editors: { psp: PspEditor, probeEvery: ProbeEditor, probeUnit: ProbeEditor },
    startWith: () => ({
      method: 'BOTH',
      kind: 'FIXED',
      startAt: new Date().toISOString(),
      probeUnit: 'MINUTE',
    }),
  },
  about: ModeBadge,
  operations: { refusal },
  around: { Tools: ProvidersToggle, pages: { providers: ProvidersPage } },
})
