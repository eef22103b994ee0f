import { Drawer } from '@mantine/core'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import { Mark } from './mark.tsx'
import { SidebarMenu } from './sidebar.tsx'

/** The sidebar of small screens: out of the way until it is called. */
export default function SidebarDrawer({ onClose }: { readonly onClose: () => void }) {
  const overlay = useFocusReturn(true)
  return (
    <Drawer
      ref={overlay}
      opened
      onClose={onClose}
      size={290}
      padding={8}
      title={
        <span
          style={{ display: 'inline-flex', alignItems: 'center', gap: 10, fontWeight: 600, paddingLeft: 8 }}
        >
          <Mark />
          Signalbox
        </span>
      }
    >
      <nav aria-label="Main">
        <SidebarMenu icons={false} onPick={onClose} />
      </nav>
    </Drawer>
  )
}
