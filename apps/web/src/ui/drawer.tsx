import { Drawer as MantineDrawer } from '@mantine/core'
import { useContext, useEffect, type ReactNode } from 'react'
import styles from './drawer.module.css'
import { ShortcutLayer } from './shortcuts.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useTopLayer } from './use-top-layer.ts'

export interface DrawerProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  /** Beside the title: status, previous and next. */
  readonly headerExtra?: ReactNode
  /** Under the title, still sticky: primary actions, tabs. */
  readonly toolbar?: ReactNode
  /** Sticky at the bottom: Save, Cancel. */
  readonly footer?: ReactNode
  readonly children: ReactNode
  readonly widthPx?: number
  /** A drawer with unsaved content asks before it goes; the caller decides in `onClose`. */
  readonly closeOnClickOutside?: boolean
}

/** Slides in from the right over the list it belongs to. Its address is the caller's business. */
export function Drawer({
  opened,
  onClose,
  title,
  headerExtra,
  toolbar,
  footer,
  children,
  widthPx = 720,
  closeOnClickOutside = true,
}: DrawerProps) {
  const layer = useContext(ShortcutLayer) + 1
  const isTop = useTopLayer(opened)
  const overlay = useFocusReturn(opened)
  useEffect(() => {
    if (!opened) return undefined
    const { style } = document.documentElement
    const before = style.getPropertyValue('--drawer-width')
    style.setProperty('--drawer-width', `${widthPx}px`)
    return () => style.setProperty('--drawer-width', before)
  }, [opened, widthPx])
  return (
    <MantineDrawer.Root
      ref={overlay}
      opened={opened}
      onClose={onClose}
      position="right"
      size={`min(100vw, ${widthPx}px)`}
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={isTop}
    >
      <MantineDrawer.Overlay backgroundOpacity={0.3} />
      <MantineDrawer.Content classNames={{ content: styles.content }}>
        <ShortcutLayer value={layer}>
          <MantineDrawer.Header className={styles.header}>
            <MantineDrawer.Title component="h2" className={styles.title}>
              {title}
            </MantineDrawer.Title>
            <div className={styles.extra}>
              {headerExtra}
              <MantineDrawer.CloseButton aria-label="Close" />
            </div>
            {toolbar === undefined ? null : <div className={styles.toolbar}>{toolbar}</div>}
          </MantineDrawer.Header>
          <MantineDrawer.Body className={styles.body}>{children}</MantineDrawer.Body>
          {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
        </ShortcutLayer>
      </MantineDrawer.Content>
    </MantineDrawer.Root>
  )
}
