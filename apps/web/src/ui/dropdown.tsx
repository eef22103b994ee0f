import {
  createContext,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import styles from './dropdown.module.css'
import { Icon, type IconName } from './icon.tsx'
import { controlSelector, menuItemSelector, walkItems, walkMenu } from './menu-keys.ts'
import { useShortcuts, type Shortcut } from './shortcuts.ts'
import { Tooltip } from './tooltip.tsx'

export interface DropdownProps {
  /** Name of the button. */
  readonly label: string
  /** What the button shows. */
  readonly face: ReactNode
  readonly faceClassName?: string
  /** `menu`: items one walks with the arrow keys. `panel`: something to read; arrows walk its links and buttons. */
  readonly kind: 'menu' | 'panel'
  readonly widthPx?: number
  readonly tooltip?: string
  /** Keys that open and close it from anywhere, with the words for the list of keys. */
  readonly opensBy?: Pick<Shortcut, 'keys' | 'label'>
  readonly children: ReactNode
}

const CloseDropdown = createContext<() => void>(() => undefined)

/** For items that do their work and are done. */
export const useCloseDropdown = (): (() => void) => useContext(CloseDropdown)

/** Open or not, where the focus goes, and the keys that walk through it and close it. */
function useDropdown({ kind, opensBy }: Pick<DropdownProps, 'kind' | 'opensBy'>) {
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }

  useShortcuts('Everywhere', opensBy ? [{ ...opensBy, run: () => (open ? close() : setOpen(true)) }] : [])

  useEffect(() => {
    if (!open) return undefined
    const begin =
      kind === 'menu' ? panel.current?.querySelector<HTMLElement>(menuItemSelector) : panel.current
    begin?.focus()
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    window.addEventListener('pointerdown', closeOutside, true)
    return () => window.removeEventListener('pointerdown', closeOutside, true)
  }, [open, kind])

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return
    if (event.key === 'Escape') close()
    else if (event.key === 'Tab' && !holdsControls()) setOpen(false)
    else if (!walk(event.key)) return
    if (event.key !== 'Tab') event.preventDefault()
  }
  const walk = (key: string): boolean => {
    if (!panel.current) return false
    return kind === 'menu' ? walkMenu(panel.current, key) : walkItems(panel.current, controlSelector, key)
  }
  /** What can be walked through stays open until one has walked out of it. */
  const holdsControls = () => kind === 'panel' && panel.current?.querySelector(controlSelector) !== null
  const onBlur = (event: FocusEvent) => {
    const isOut = event.relatedTarget instanceof Node && !root.current?.contains(event.relatedTarget)
    if (open && isOut) setOpen(false)
  }
  return { open, setOpen, root, button, panel, close, onKeyDown, onBlur }
}

/** Hangs below its button at the right edge. For corners whose place is known; elsewhere a popover finds its own. */
export function Dropdown(props: DropdownProps) {
  const { label, face, faceClassName, kind, widthPx = 250, tooltip, children } = props
  const id = useId()
  const { open, setOpen, root, button, panel, close, onKeyDown, onBlur } = useDropdown(props)
  return (
    // The keys are those of the menu inside, which bubble up to here.
    <div ref={root} className={styles.root} onKeyDown={onKeyDown} onBlur={onBlur} role="presentation">
      <Tooltip content={open ? null : tooltip} describes={false}>
        <button
          ref={button}
          type="button"
          className={faceClassName}
          aria-label={label}
          aria-haspopup={kind === 'menu' ? 'menu' : 'dialog'}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
        >
          {face}
        </button>
      </Tooltip>
      {open ? (
        <div
          ref={panel}
          id={id}
          className={styles.panel}
          style={{ width: `min(${widthPx}px, calc(100vw - 24px))` }}
          role={kind === 'menu' ? 'menu' : 'dialog'}
          aria-label={label}
          tabIndex={-1}
        >
          <CloseDropdown value={close}>{children}</CloseDropdown>
        </div>
      ) : null}
    </div>
  )
}

/** For links and buttons that are items of a menu: spread it onto them. */
export const menuItemProps = { role: 'menuitem', tabIndex: -1, className: styles.item } as const

export function MenuLabel({ icon, children }: { readonly icon: IconName; readonly children: ReactNode }) {
  return (
    <>
      <Icon name={icon} size={16} />
      <span className={styles.text}>{children}</span>
    </>
  )
}

export interface MenuButtonProps {
  readonly icon: IconName
  readonly onClick: () => void
  /** Makes it one of several choices. */
  readonly checked?: boolean
  readonly children: ReactNode
}

export function MenuButton({ icon, onClick, checked, children }: MenuButtonProps) {
  return (
    <button
      type="button"
      {...menuItemProps}
      {...(checked === undefined ? {} : { role: 'menuitemradio', 'aria-checked': checked })}
      onClick={onClick}
    >
      <MenuLabel icon={icon}>{children}</MenuLabel>
      {checked ? <Icon name="check" size={16} /> : null}
    </button>
  )
}

export function MenuDivider() {
  return <hr className={styles.divider} />
}
