import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './dialog.module.css'
import { useQuietKeys } from './shortcuts.ts'
import { useFocusReturn } from './use-focus-return.ts'
import { useTopLayer } from './use-top-layer.ts'

export interface DialogProps {
  readonly opened: boolean
  readonly onClose: () => void
  readonly title: ReactNode
  readonly children: ReactNode
  /** Buttons; they stay in view when the content scrolls. */
  readonly footer?: ReactNode
  /** At least 600 px wide; on small screens it becomes a sheet at the bottom whatever is asked for here. */
  readonly widthPx?: number
  readonly closeOnClickOutside?: boolean
}

export function Dialog({
  opened,
  onClose,
  title,
  children,
  footer,
  widthPx = 600,
  closeOnClickOutside = false,
}: DialogProps) {
  useQuietKeys(opened)
  const overlay = useFocusReturn(opened)
  const isTop = useTopLayer(opened)
  return (
    <Modal
      ref={overlay}
      opened={opened}
      onClose={onClose}
      title={title}
      centered
      size={Math.max(600, widthPx)}
      radius="lg"
      closeOnClickOutside={closeOnClickOutside}
      closeOnEscape={isTop}
      classNames={{ content: styles.content, header: styles.header, title: styles.title, body: styles.body }}
    >
      <div className={styles.inner}>{children}</div>
      {footer === undefined ? null : <div className={styles.footer}>{footer}</div>}
    </Modal>
  )
}
