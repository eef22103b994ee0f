import { IconButton } from '../../ui/icon-button.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { copyLink } from '../copy-link.ts'
import type { ListPageModel } from '../list/use-list-page.ts'

/** From one open record to the next without going back to the list, and the link to this one. */
export function RecordSteps({ list }: { readonly list: ListPageModel }) {
  const { previous, next } = list
  useShortcuts('Record', [
    { keys: 'j', label: 'Next record', run: () => next?.() },
    { keys: 'k', label: 'Previous record', run: () => previous?.() },
  ])
  return (
    <>
      <IconButton icon="chevron-up" label="Previous (k)" disabled={!previous} onClick={() => previous?.()} />
      <IconButton icon="chevron-down" label="Next (j)" disabled={!next} onClick={() => next?.()} />
      <IconButton icon="link" label="Copy link" onClick={() => void copyLink(window.location.href)} />
    </>
  )
}
