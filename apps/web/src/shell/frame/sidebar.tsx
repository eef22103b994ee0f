import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { updateSettings, useSettings } from '../../kit/session/session-store.ts'
import type { Screen } from '../../screens/screen.ts'
import { Icon, isIconName } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { closedGroups } from './closed-groups.ts'
import { Mark } from './mark.tsx'
import { menuGroups, type MenuGroup } from './menu.ts'
import styles from './sidebar.module.css'
import { useAllowedScreens } from './use-allowed-screens.ts'
import { useCurrentInSight } from './use-current-in-sight.ts'
import { useBadges } from '../live/use-badges.ts'

/** `icons`: only symbols, their names in tooltips. */
export function Sidebar({ icons }: { readonly icons: boolean }) {
  return (
    <nav className={styles.sidebar} data-icons={icons || undefined} aria-label="Main">
      <Link to="/home" className={styles.brand} aria-label="Signalbox, Home">
        <Mark />
        {icons ? null : <span>Signalbox</span>}
      </Link>
      <SidebarMenu icons={icons} />
    </nav>
  )
}

export function SidebarMenu({ icons, onPick }: { readonly icons: boolean; readonly onPick?: () => void }) {
  const screens = useAllowedScreens()
  const badges = useBadges(screens)
  const { favorites } = useSettings()
  const menu = useCurrentInSight(useLocation({ select: ({ pathname }) => pathname }))
  const pinned = favorites.flatMap((path) => screens.find((screen) => screen.path === path) ?? [])
  const item = (screen: Screen) => (
    <MenuItem
      key={screen.path}
      screen={screen}
      icons={icons}
      badge={badges.get(screen.path)}
      onPick={onPick}
    />
  )
  return (
    <div ref={menu} className={styles.menu}>
      {pinned.length === 0 ? null : (
        <section className={styles.group} aria-label="Favorites">
          {icons ? null : <h2 className={styles.heading}>Favorites</h2>}
          <ul className={styles.items}>{pinned.map(item)}</ul>
        </section>
      )}
      {menuGroups(screens).map((group) => (
        <Group key={group.group} group={group} icons={icons}>
          {group.screens.map(item)}
        </Group>
      ))}
    </div>
  )
}

/** A group of one page needs no heading of its own. */
function Group({
  group: { group, screens },
  icons,
  children,
}: {
  readonly group: MenuGroup
  readonly icons: boolean
  readonly children: React.ReactNode
}) {
  const id = useId()
  const [closed, setClosed] = useState(() => closedGroups.has(group))
  if (icons || screens.length === 1) return <ul className={styles.items}>{children}</ul>
  const toggle = () => {
    closedGroups.set(group, !closed)
    setClosed(!closed)
  }
  return (
    <section className={styles.group}>
      <button
        type="button"
        className={styles.heading}
        aria-expanded={!closed}
        aria-controls={id}
        onClick={toggle}
      >
        {group}
        <Icon name={closed ? 'chevron-right' : 'chevron-down'} size={14} />
      </button>
      <ul id={id} className={styles.items} hidden={closed}>
        {children}
      </ul>
    </section>
  )
}

interface MenuItemProps {
  readonly screen: Screen
  readonly icons: boolean
  readonly badge: number | undefined
  readonly onPick: (() => void) | undefined
}

function MenuItem({ screen: { path, title, icon }, icons, badge, onPick }: MenuItemProps) {
  const { favorites } = useSettings()
  // The classic grid of a page is the same page.
  const isClassic = useLocation({ select: ({ pathname }) => pathname === `/legacy${path}` })
  const starred = favorites.includes(path)
  const toggleStar = () =>
    void updateSettings({
      favorites: starred ? favorites.filter((other) => other !== path) : [...favorites, path],
    })
  return (
    <li className={styles.item}>
      <Tooltip content={icons ? title : null} describes={false}>
        <Link
          to={path}
          className={styles.link}
          activeProps={{ 'aria-current': 'page' }}
          activeOptions={{ includeSearch: false }}
          onClick={onPick}
          {...(isClassic && { 'aria-current': 'page' })}
          {...(icons ? { 'aria-label': title } : {})}
        >
          {isIconName(icon) ? <Icon name={icon} /> : <Icon name="file" />}
          {icons ? null : <span className={styles.title}>{title}</span>}
          {badge ? <span className={styles.badge}>{badge > 99 ? '99+' : badge}</span> : null}
        </Link>
      </Tooltip>
      {icons ? null : (
        <IconButton
          icon="star"
          sizePx={24}
          filled={starred}
          pressed={starred}
          className={styles.star}
          label={starred ? `Remove ${title} from favorites` : `Add ${title} to favorites`}
          onClick={toggleStar}
        />
      )}
    </li>
  )
}
