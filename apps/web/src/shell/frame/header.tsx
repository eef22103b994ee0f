import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { NewsMenu } from '../help/news-menu.tsx'
import { Bell } from '../live/bell.tsx'
import styles from './header.module.css'
import { MerchantButton } from './merchant-button.tsx'
import type { OverlayControls } from './overlays.tsx'
import { UserMenu } from './user-menu.tsx'

export interface HeaderProps {
  readonly menu: 'open' | 'expand' | 'collapse'
  /** Absent where the width of the window decides. */
  readonly onMenu: (() => void) | undefined
  readonly overlays: OverlayControls
}

const menuButton = {
  open: { icon: 'menu', label: 'Open menu' },
  expand: { icon: 'sidebar-open', label: 'Expand sidebar' },
  collapse: { icon: 'sidebar-close', label: 'Collapse sidebar' },
} as const

export function Header({ menu, onMenu, overlays }: HeaderProps) {
  return (
    <header className={styles.header}>
      {onMenu === undefined ? null : <IconButton {...menuButton[menu]} onClick={onMenu} />}
      <MerchantButton onClick={overlays.openMerchants} />
      <button type="button" className={styles.search} onClick={overlays.openPalette}>
        <Icon name="search" size={16} />
        <span className={styles.searchText}>Search pages, merchants, actions…</span>
        <span className={styles.searchKeys} aria-hidden="true">
          <Kbd keys="mod+K" />
        </span>
      </button>
      <div className={styles.tools}>
        <span className={styles.wide}>
          <IconButton icon="help" label="Help" onClick={overlays.openHelp} />
        </span>
        <span className={styles.wide}>
          <NewsMenu />
        </span>
        <Bell />
        <UserMenu overlays={overlays} />
      </div>
    </header>
  )
}
