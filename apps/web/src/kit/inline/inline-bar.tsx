import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import barStyles from '../list/bulk-bar.module.css'
import { useSession } from '../session/session-store.ts'
import type { InlineEdits } from './inline-edits.ts'

export interface InlineBarProps {
  readonly edits: InlineEdits
  /** `1 rate changed`, for so many rows. */
  readonly countText: (rows: number) => string
  readonly onSave: () => void
}

/** Cells belong to the rows of one merchant, and are not lost by leaving the page by mistake. */
function useKeptEdits(edits: InlineEdits): void {
  const { merchantId } = useSession()
  useEffect(() => () => edits.clear(), [edits, merchantId])
  const isDirty = () => edits.get().edits.size > 0
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!isDirty() || current.pathname === next.pathname) return false
      const leave = await confirm({
        title: 'Leave without saving?',
        message: 'Your changes in the list will be lost.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        destructive: true,
      })
      return !leave
    },
    enableBeforeUnload: isDirty,
  })
}

/** Below the list while cells of it are changed: how many rows, and what to do with them. */
export function InlineBar({ edits, countText, onSave }: InlineBarProps) {
  useKeptEdits(edits)
  const { size } = edits.use().edits
  if (size === 0) return null
  return (
    <section className={barStyles.bar} aria-label="Unsaved changes">
      <div className={barStyles.line}>
        <strong role="status">{countText(size)}</strong>
        <span className={barStyles.end}>
          <Button size="compact-sm" variant="default" mr={8} onClick={() => edits.clear()}>
            Discard
          </Button>
          <Button size="compact-sm" onClick={onSave}>
            Save changes
          </Button>
        </span>
      </div>
    </section>
  )
}
