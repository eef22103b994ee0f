import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Page } from '../../ui/page.tsx'
import { AppearanceTab } from './appearance-tab.tsx'
import { FormatsTab } from './formats-tab.tsx'
import { ProfileTab } from './profile-tab.tsx'
import { SecurityTab } from './security-tab.tsx'
import styles from './settings.module.css'
import { WorkspaceTab } from './workspace-tab.tsx'

const tabs = {
  profile: { label: 'Profile', icon: 'user', content: ProfileTab },
  security: { label: 'Security', icon: 'lock', content: SecurityTab },
  formats: { label: 'Emails and formats', icon: 'globe', content: FormatsTab },
  appearance: { label: 'Appearance', icon: 'palette', content: AppearanceTab },
  workspace: { label: 'Workspace', icon: 'keyboard', content: WorkspaceTab },
} as const satisfies Record<string, { label: string; icon: IconName; content: () => React.ReactNode }>

type TabName = keyof typeof tabs
const isTab = (name: unknown): name is TabName => typeof name === 'string' && Object.hasOwn(tabs, name)

export default function SettingsScreen() {
  const search: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const current: TabName = isTab(search.tab) ? search.tab : 'profile'
  const open = (tab: string | null) => void navigate({ to: '/settings', search: { tab }, replace: true })
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a small screen the tabs scroll; the open one must be in sight.
    list.current
      ?.querySelector('[aria-selected="true"]')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <Tabs value={current} onChange={open} keepMounted={false} className={styles.root}>
      <Page
        title="Settings"
        toolbar={
          <Tabs.List ref={list} className={styles.tabs}>
            {Object.entries(tabs).map(([name, { label, icon }]) => (
              <Tabs.Tab key={name} value={name} leftSection={<Icon name={icon} size={16} />}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        }
      >
        {Object.entries(tabs).map(([name, { content: Content }]) => (
          <Tabs.Panel key={name} value={name} className={styles.content}>
            <Content />
          </Tabs.Panel>
        ))}
      </Page>
    </Tabs>
  )
}
