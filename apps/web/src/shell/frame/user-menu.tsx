import type { ThemeChoice } from '@signalbox/model/access/session'
import { Link } from '@tanstack/react-router'
import { updateSettings, useMay, useSession, useSettings } from '../../kit/session/session-store.ts'
import {
  Dropdown,
  MenuButton,
  MenuDivider,
  menuItemProps,
  MenuLabel,
  useCloseDropdown,
} from '../../ui/dropdown.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { legacyEntry } from './legacy-links.ts'
import { logOut } from '../session/logout.ts'
import type { OverlayControls } from './overlays.tsx'
import { themeChoices } from './theme-choices.ts'
import styles from './user-menu.module.css'

const accountPages = [
  { tab: 'profile', label: 'Profile', icon: 'user' },
  { tab: 'security', label: 'Security', icon: 'lock' },
] as const

const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

export function UserMenu({ overlays }: { readonly overlays: OverlayControls }) {
  const { user } = useSession().metadata
  const initials = initialsOf(user.displayName)
  return (
    <Dropdown
      kind="menu"
      // Whoever speaks to the computer says what can be read: the initials.
      label={`${user.displayName} (${initials}), your account`}
      face={initials}
      faceClassName={styles.avatar}
    >
      <Items overlays={overlays} />
    </Dropdown>
  )
}

/** Where one finds out how something is done. */
function HelpItems({ overlays }: { readonly overlays: OverlayControls }) {
  const close = useCloseDropdown()
  const mayRead = useMay('resource-centre.view')
  return (
    <>
      <MenuButton
        icon="help"
        onClick={() => {
          close()
          overlays.openHelp()
        }}
      >
        Help
      </MenuButton>
      <Link {...menuItemProps} to="/help" search={{ page: 'whats-new' }} onClick={close}>
        <MenuLabel icon="news">What’s new</MenuLabel>
      </Link>
      {mayRead ? (
        <Link {...menuItemProps} to="/resource-centre" onClick={close}>
          <MenuLabel icon="folder">Resource centre</MenuLabel>
        </Link>
      ) : null}
      <MenuButton
        icon="keyboard"
        onClick={() => {
          close()
          overlays.openShortcuts()
        }}
      >
        Keyboard shortcuts
      </MenuButton>
    </>
  )
}

/** The sandbox is one for all merchants, and is where all of them begin. */
const platform = 1000

function Items({ overlays }: { readonly overlays: OverlayControls }) {
  const close = useCloseDropdown()
  const { merchantId, metadata } = useSession()
  const { user, legacyVersion, environment } = metadata
  const maySandbox = useMay('sandbox.view') && environment !== 'production' && merchantId === platform
  const { theme } = useSettings()
  return (
    <>
      <div className={styles.person} role="presentation">
        <div className={styles.name}>{user.displayName}</div>
        <div className={styles.username}>{user.username}</div>
      </div>
      <MenuDivider />
      {accountPages.map(({ tab, label, icon }) => (
        <Link key={tab} {...menuItemProps} to="/settings" search={{ tab }} onClick={close}>
          <MenuLabel icon={icon}>{label}</MenuLabel>
        </Link>
      ))}
      <HelpItems overlays={overlays} />
      {maySandbox ? (
        <MenuButton
          icon="play"
          onClick={() => {
            close()
            overlays.openSandbox()
          }}
        >
          Sandbox
        </MenuButton>
      ) : null}
      <MenuDivider />
      {(Object.entries(themeChoices) as [ThemeChoice, { label: string; icon: IconName }][]).map(
        ([choice, { label, icon }]) => (
          <MenuButton
            key={choice}
            icon={icon}
            checked={theme === choice}
            onClick={() => void updateSettings({ theme: choice })}
          >
            {label}
          </MenuButton>
        ),
      )}
      <MenuDivider />
      <Link {...menuItemProps} to={legacyEntry} onClick={close}>
        <MenuLabel icon="history">Legacy back office {legacyVersion}</MenuLabel>
      </Link>
      <MenuButton icon="logout" onClick={() => void logOut()}>
        Log out
      </MenuButton>
    </>
  )
}
