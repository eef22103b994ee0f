import {
  cloneElement,
  createContext,
  useContext,
  useId,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Icon, type IconName } from './icon.tsx'
import { menuItemSelector, walkMenu } from './menu-keys.ts'
import styles from './menu.module.css'
import { Popup, type Side } from './popup.tsx'

interface TargetProps {
  readonly onClick?: (event: MouseEvent<HTMLElement>) => void
  readonly onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
  readonly 'aria-haspopup'?: 'menu' | 'dialog'
  readonly 'aria-expanded'?: boolean
  readonly 'aria-controls'?: string
}

interface OpenerProps {
  /** The button; what it is called is what the popup is called. */
  readonly target: ReactElement<TargetProps>
  readonly label: string
  readonly side?: Side
  readonly children: ReactNode
}

const ClosePopup = createContext<() => void>(() => undefined)
export const useClosePopup = (): (() => void) => useContext(ClosePopup)

function useOpener(target: ReactElement<TargetProps>, kind: 'menu' | 'dialog') {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const id = useId()
  const button = cloneElement(target, {
    onClick: (event) => {
      target.props.onClick?.(event)
      setAnchor(anchor === null ? event.currentTarget : null)
    },
    onKeyDown: (event) => {
      target.props.onKeyDown?.(event)
      if (kind !== 'menu' || event.key !== 'ArrowDown') return
      event.preventDefault()
      event.stopPropagation()
      setAnchor(event.currentTarget)
    },
    'aria-haspopup': kind,
    'aria-expanded': anchor !== null,
    'aria-controls': anchor === null ? undefined : id,
  })
  const close = () => setAnchor(null)
  const closeAndReturn = () => {
    close()
    anchor?.focus({ preventScroll: true })
  }
  return { anchor, id, button, close, closeAndReturn }
}

/** A button with a menu of things to do. */
export function Menu({ target, label, side = 'bottom-end', children }: OpenerProps) {
  const { anchor, id, button, close, closeAndReturn } = useOpener(target, 'menu')
  const onKey = (event: KeyboardEvent, menu: HTMLElement): boolean => {
    if (event.key === 'Tab') {
      closeAndReturn()
      return false
    }
    return !event.ctrlKey && !event.metaKey && !event.altKey && walkMenu(menu, event.key)
  }
  return (
    <>
      {button}
      {anchor ? (
        <Popup
          anchor={anchor}
          side={side}
          role="menu"
          id={id}
          label={label}
          onClose={close}
          onKey={onKey}
          firstFocus={menuItemSelector}
        >
          <ClosePopup value={closeAndReturn}>{children}</ClosePopup>
        </Popup>
      ) : null}
    </>
  )
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/** Tab stays in the panel, whose place in the document is far from that of its button. */
function keepTabInside(event: KeyboardEvent, panel: HTMLElement): boolean {
  if (event.key !== 'Tab') return false
  const stops = [...panel.querySelectorAll<HTMLElement>(focusable)]
  const edge = event.shiftKey ? stops[0] : stops.at(-1)
  if (document.activeElement !== edge && document.activeElement !== panel) return false
  ;(event.shiftKey ? stops.at(-1) : stops[0])?.focus()
  return true
}

/** A button with a small panel of controls. */
export function Popover({ target, label, side = 'bottom-start', children }: OpenerProps) {
  const { anchor, id, button, close, closeAndReturn } = useOpener(target, 'dialog')
  return (
    <>
      {button}
      {anchor ? (
        <Popup
          anchor={anchor}
          side={side}
          role="dialog"
          id={id}
          label={label}
          onClose={close}
          onKey={keepTabInside}
          firstFocus={focusable}
        >
          <ClosePopup value={closeAndReturn}>{children}</ClosePopup>
        </Popup>
      ) : null}
    </>
  )
}

export interface MenuItemProps {
  readonly onSelect: () => void
  readonly icon?: IconName
  readonly danger?: boolean
  /** Why it is not possible now; it stays in the menu and says so. */
  readonly refusal?: string | null
  /** Makes it one of several choices. */
  readonly checked?: boolean
  readonly children: ReactNode
}

export function MenuItem({ onSelect, icon, danger, refusal = null, checked, children }: MenuItemProps) {
  const close = useClosePopup()
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={refusal === null ? undefined : true}
      tabIndex={-1}
      className={styles.item}
      data-danger={danger || undefined}
      // Escape closes the menu; a drawer below it, which listens before everybody else, leaves it be.
      data-mantine-stop-propagation="true"
      onClick={() => {
        if (refusal !== null) return
        close()
        onSelect()
      }}
    >
      {icon ? <Icon name={icon} size={16} /> : null}
      <span className={styles.text}>
        {children}
        {refusal === null ? null : <span className={styles.refusal}>{refusal}</span>}
      </span>
      {checked ? <Icon name="check" size={16} /> : null}
    </button>
  )
}

export const MenuHeading = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.heading}>{children}</div>
)

export const MenuDivider = () => <hr className={styles.divider} />
