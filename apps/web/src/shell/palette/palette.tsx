import type { Density } from '@signalbox/model/access/session'
import { isDefiniteTerm } from '@signalbox/model/transaction-search/search-term'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { updateSettings, useSession, useSettings } from '../../kit/session/session-store.ts'
import { isIconName } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { OptionList } from '../../ui/option-list.tsx'
import { SearchDialog } from '../../ui/search-dialog.tsx'
import { listedShortcuts } from '../../ui/shortcuts.ts'
import { useTypedQuery } from '../../ui/type-ahead.ts'
import { logOut } from '../session/logout.ts'
import { switchMerchant } from '../frame/merchant-switcher.tsx'
import type { OverlayControls } from '../frame/overlays.tsx'
import { recentPages } from '../frame/recent-pages.ts'
import { themeChoices } from '../frame/theme-choices.ts'
import { useAllowedScreens } from '../frame/use-allowed-screens.ts'
import { goToKeyOf } from '../frame/use-go-to-shortcuts.ts'
import { useFoundTransactions } from './found-transactions.ts'
import { paletteItems, searchPalette, type PaletteAction, type PaletteItem } from './palette-items.ts'

const densities: Record<Density, string> = {
  compact: 'Compact rows',
  normal: 'Normal rows',
  roomy: 'Roomy rows',
}

function useActions(overlays: OverlayControls): PaletteAction[] {
  const { theme, density, singleKeys } = useSettings()
  const themes = (['light', 'dark', 'system'] as const).filter((choice) => choice !== theme)
  const others = (['compact', 'normal', 'roomy'] as const).filter((choice) => choice !== density)
  return [
    { name: 'switch-merchant', label: 'Switch merchant', icon: 'building', run: overlays.openMerchants },
    { name: 'help', label: 'Ask for help', icon: 'help', words: 'guide question', run: overlays.openHelp },
    {
      name: 'shortcuts',
      label: 'Keyboard shortcuts',
      icon: 'keyboard',
      words: 'help keys',
      run: overlays.openShortcuts,
    },
    ...themes.map((choice): PaletteAction => ({
      name: `theme-${choice}`,
      ...themeChoices[choice],
      words: 'theme colour mode',
      run: () => void updateSettings({ theme: choice }),
    })),
    ...others.map((choice): PaletteAction => ({
      name: `density-${choice}`,
      label: densities[choice],
      icon: 'rows',
      words: 'density table',
      run: () => void updateSettings({ density: choice }),
    })),
    {
      name: 'single-keys',
      label: singleKeys ? 'Switch single keys off' : 'Switch single keys on',
      icon: 'keyboard',
      run: () => void updateSettings({ singleKeys: !singleKeys }),
    },
    { name: 'log-out', label: 'Log out', icon: 'logout', words: 'sign out', run: () => void logOut() },
  ]
}

const shellGroups = ['Everywhere', 'Go to']

function useItems(overlays: OverlayControls, go: (href: string) => void): PaletteItem[] {
  const screens = useAllowedScreens()
  const { metadata, userData, merchantId } = useSession()
  const { recentMerchants } = useSettings()
  const actions = useActions(overlays)
  // Taken when the palette opens: what the page offered then is what one wants to act on.
  const [onThisPage] = useState(() =>
    listedShortcuts()
      .filter(({ group }) => !shellGroups.includes(group))
      .flatMap(({ shortcuts }) => shortcuts),
  )
  return paletteItems({
    screens,
    views: userData.views,
    merchants: metadata.merchants.filter(({ id }) => id !== merchantId),
    actions,
    onThisPage,
    recentPaths: recentPages.read(window.location.pathname),
    keysOf: goToKeyOf,
    iconOf: (name) => (isIconName(name) ? name : 'file'),
    go,
    switchMerchant: (id) => switchMerchant(id, recentMerchants),
  })
}

/** One box for everything one can go to or do. */
export default function Palette({ overlays }: { readonly overlays: OverlayControls }) {
  const [query, setQuery] = useTypedQuery()
  const navigate = useNavigate()
  const go = (href: string) => void navigate({ href })
  const items = useItems(overlays, go)
  const mayLook = useAllowedScreens().some(({ path }) => path === '/transactions')
  const transactions = useFoundTransactions(query, mayLook, go)
  const pages = useMemo(() => searchPalette(items, query), [items, query])
  // What can only be a payment comes first; a word is more likely to be the name of a page.
  const found = isDefiniteTerm(query) ? [...transactions, ...pages] : [...pages, ...transactions]
  const pick = (id: string) => {
    overlays.close()
    found.find((item) => item.id === id)?.run()
  }
  return (
    <SearchDialog label="Search" onClose={overlays.close}>
      <OptionList
        label="Pages, merchants and actions"
        placeholder={mayLook ? 'Search pages, transactions, merchants…' : 'Search pages, merchants, actions…'}
        query={query}
        onQuery={setQuery}
        options={found.map(({ id, group, label, icon, description, keys }) => ({
          id,
          group,
          label,
          icon,
          ...(description === undefined ? {} : { description }),
          ...(keys === undefined ? {} : { hint: <Kbd keys={keys} /> }),
        }))}
        onPick={pick}
        emptyText="Nothing matches."
        footer={
          <>
            <span>
              <Kbd keys="↑ ↓" /> to move
            </span>
            <span>
              <Kbd keys="Enter" /> to choose
            </span>
            <span>
              <Kbd keys="Esc" /> to close
            </span>
          </>
        }
      />
    </SearchDialog>
  )
}
