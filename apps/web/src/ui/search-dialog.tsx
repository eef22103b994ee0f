import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import styles from './search-dialog.module.css'
import { useFocusReturn } from './use-focus-return.ts'
import { useTopLayer } from './use-top-layer.ts'

/** A search box that drops in near the top of the window; Escape or a click beside it closes it. */
export function SearchDialog({
  label,
  onClose,
  children,
}: {
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const overlay = useFocusReturn(true)
  const isTop = useTopLayer(true)
  return (
    <Modal
      ref={overlay}
      opened
      onClose={onClose}
      closeOnEscape={isTop}
      withCloseButton={false}
      aria-label={label}
      size={600}
      padding={0}
      yOffset="10dvh"
      transitionProps={{ duration: 0 }}
      classNames={{ content: styles.content }}
    >
      {children}
    </Modal>
  )
}
