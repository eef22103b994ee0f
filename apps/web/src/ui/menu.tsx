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

interface PopupButtonProps extends OpenerProps {
  readonly kind: 'menu' | 'dialog'
  readonly side: Side
  readonly firstFocus: string
  /** Returns whether the key was taken. */
  readonly onKey: (event: KeyboardEvent, popup: HTMLElement, leave: () => void) => boolean
}

/** A button and what opens beside it. */
function PopupButton({ target, label, side, kind, firstFocus, onKey, children }: PopupButtonProps) {
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
  const leave = () => {
    setAnchor(null)
    anchor?.focus({ preventScroll: true })
  }
  return (
    <>
      {button}
      {anchor ? (
        <Popup
          anchor={anchor}
          side={side}
          role={kind}
          id={id}
          label={label}
          onClose={() => setAnchor(null)}
          onKey={(event, popup) => onKey(event, popup, leave)}
          firstFocus={firstFocus}
        >
          <ClosePopup value={leave}>{children}</ClosePopup>
        </Popup>
      ) : null}
    </>
  )
}

function walkOrLeave(event: KeyboardEvent, menu: HTMLElement, leave: () => void): boolean {
  if (event.key === 'Tab') {
    leave()
    return false
  }
  return !event.ctrlKey && !event.metaKey && !event.altKey && walkMenu(menu, event.key)
}

/** A button with a menu of things to do. */
export function Menu({ side = 'bottom-end', ...rest }: OpenerProps) {
  return <PopupButton {...rest} kind="menu" side={side} firstFocus={menuItemSelector} onKey={walkOrLeave} />
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
export function Popover({ side = 'bottom-start', ...rest }: OpenerProps) {
  return <PopupButton {...rest} kind="dialog" side={side} firstFocus={focusable} onKey={keepTabInside} />
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
