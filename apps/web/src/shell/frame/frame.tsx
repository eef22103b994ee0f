import { useMediaQuery } from '@mantine/hooks'
import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { AllowedPages, type PageLink } from '../../kit/session/allowed-pages.ts'
import { updateSettings, useMay, useSession, useSettings } from '../../kit/session/session-store.ts'
import { isIconName } from '../../ui/icon.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { under } from '../../ui/breakpoints.ts'
import { ConfirmPersonHost } from '../session/confirm-person.tsx'
import { EnvironmentBanner } from './environment-banner.tsx'
import { Footer } from './footer.tsx'
import styles from './frame.module.css'
import { Header } from './header.tsx'
import { IdleWarning } from '../session/idle-warning.tsx'
import { SidebarDrawer } from '../lazy-components.ts'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { Overlays, useOverlays } from './overlays.tsx'
import { recentPages } from './recent-pages.ts'
import { Sidebar } from './sidebar.tsx'
import { useAllowedScreens } from './use-allowed-screens.ts'
import { useFocusOnNavigation } from './use-focus-on-navigation.ts'
import { useGoToShortcuts } from './use-go-to-shortcuts.ts'
import { useLegacyLinks } from './use-legacy-links.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import { useMerchantMetadata } from './use-merchant-metadata.ts'
import { usePageSettings } from './use-page-settings.ts'

function useDocumentTitle(): void {
  const matched = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen })
  // A page that is not for the person is one that does not exist, in the title of the window too.
  const screen = useMay(matched?.access ?? 'signedIn') ? matched : undefined
  useEffect(() => {
    document.title = screen ? `${screen.title} · Signalbox` : 'Not found · Signalbox'
    if (screen) recentPages.note(screen.path)
  }, [screen])
}

function usePageLinks(): readonly PageLink[] {
  const screens = useAllowedScreens()
  return useMemo(
    () => screens.map(({ icon, ...screen }) => ({ ...screen, icon: isIconName(icon) ? icon : 'file' })),
    [screens],
  )
}

const atOnce = { getInitialValueInEffect: false }

/** Everything around a page: sidebar, header, footer, and what listens in the background. */
export function Frame() {
  const { metadata } = useSession()
  const { sidebarCollapsed } = useSettings()
  const narrow = useMediaQuery(under('medium'), false, atOnce)
  const small = useMediaQuery(under('tablet'), false, atOnce)
  const [menuOpen, setMenuOpen] = useState(false)
  const overlays = useOverlays()
  const { pathname } = useLocation()
  const pages = usePageLinks()

  useDocumentTitle()
  usePageSettings()
  useLegacyLinks()
  useLiveEvents()
  useMerchantMetadata()
  useFocusOnNavigation(pathname)
  useShortcuts('Everywhere', [
    { keys: 'mod+K', label: 'Search pages, merchants and actions', run: overlays.openPalette },
    { keys: 'mod+M', label: 'Switch merchant', run: overlays.openMerchants },
    { keys: 'mod+/', label: 'Ask for help', run: overlays.openHelp },
    { keys: '?', label: 'Show the keys of this page', run: overlays.openShortcuts },
  ])
  useGoToShortcuts()

  const toggleSidebar = () => {
    if (small) setMenuOpen(true)
    else void updateSettings({ sidebarCollapsed: !sidebarCollapsed })
  }

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <div className={styles.banners}>
        <EnvironmentBanner environment={metadata.environment} />
        <MaintenanceBanner />
      </div>
      {small ? null : <Sidebar icons={narrow || sidebarCollapsed} />}
      {small && menuOpen ? <SidebarDrawer onClose={() => setMenuOpen(false)} /> : null}
      <Header
        menu={small ? 'open' : sidebarCollapsed ? 'expand' : 'collapse'}
        onMenu={narrow && !small ? undefined : toggleSidebar}
        overlays={overlays}
      />
      <main id="content" className={styles.main} tabIndex={-1}>
        <AllowedPages value={pages}>
          <Outlet />
        </AllowedPages>
      </main>
      <Footer />
      <Overlays overlays={overlays} />
      <IdleWarning />
      <ConfirmPersonHost />
    </div>
  )
}
