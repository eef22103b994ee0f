import { useEffect, useState, useSyncExternalStore } from 'react'
import { confirmQueue } from './confirm-store.ts'
import { loadChunk } from './chunk-load.ts'

export { confirm, showInfo, showWarning } from './confirm-store.ts'

/** Dialogs bring focus traps and scroll locks along; the first page opens without waiting for them. */
const importDialog = () => loadChunk(() => import('./prompt-dialog.tsx'))

export const preloadDialogs = (): Promise<unknown> => importDialog()

type PromptDialog = Awaited<ReturnType<typeof importDialog>>['PromptDialog']

/** Shows what `confirm`, `showInfo` and `showWarning` ask for; mounted once. */
export function ConfirmHost() {
  const dialog = useSyncExternalStore(confirmQueue.subscribe, confirmQueue.current)
  const [loaded, setLoaded] = useState<{ Dialog: PromptDialog } | null>(null)
  useEffect(() => {
    if (dialog === undefined || loaded !== null) return
    importDialog().then(
      ({ PromptDialog: Dialog }) => setLoaded({ Dialog }),
      // What cannot be asked is not confirmed.
      () => dialog.settle(false),
    )
  }, [dialog, loaded])
  return dialog === undefined || loaded === null ? null : <loaded.Dialog key={dialog.id} dialog={dialog} />
}
