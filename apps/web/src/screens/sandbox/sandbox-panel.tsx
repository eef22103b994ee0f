import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { BookTab } from './book-tab.tsx'
import { JobsTab } from './jobs-tab.tsx'
import { PayoutsTab } from './payouts-tab.tsx'
import { PayTab } from './pay-tab.tsx'
import { TextsTab } from './texts-tab.tsx'
import { TriggerTab } from './trigger-tab.tsx'
import { useSandbox } from './use-sandbox.ts'
import { ProvidersTab } from './providers-tab.tsx'

const tabs = {
  try: 'Triggers',
  pay: 'Pay',
  world: 'Providers',
  book: 'Book',
  payouts: 'Payouts',
  texts: 'Texts',
  jobs: 'Jobs',
} as const
type Tab = keyof typeof tabs

function Content({ tab }: { readonly tab: Tab }) {
  const { data: state, error, refetch } = useSandbox()
  if (tab === 'try') return <TriggerTab />
  if (tab === 'pay') return <PayTab />
  if (tab === 'jobs') return <JobsTab />
  if (error) return <ErrorPanel title={error.message} onRetry={() => void refetch()} />
  if (!state) return null
  if (!state.available)
    return (
      <EmptyState icon="search" title="No sandbox">
        This server has no simulated providers.
      </EmptyState>
    )
  if (tab === 'payouts') return <PayoutsTab />
  if (tab === 'texts') return <TextsTab texts={state.texts} />
  return tab === 'world' ? (
    <ProvidersTab state={state} />
  ) : (
    <BookTab operations={state.operations} now={state.now} />
  )
}

/** The simulated outside world, for those who try things out. Not there in production. */
export default function SandboxPanel({ onClose }: { readonly onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('try')
  // The tabs stand inside of the drawer, which is drawn elsewhere on the page: only there do they get their looks.
  return (
    <Drawer opened onClose={onClose} title="Sandbox" widthPx={1080}>
      <Tabs value={tab} onChange={(value) => setTab((value ?? 'try') as Tab)} keepMounted={false}>
        <Tabs.List aria-label="Parts of the sandbox" mb={20}>
          {Object.entries(tabs).map(([value, label]) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Content tab={tab} />
        </Tabs.Panel>
      </Tabs>
    </Drawer>
  )
}
