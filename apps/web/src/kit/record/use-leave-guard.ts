import { useBlocker } from '@tanstack/react-router'
import { confirm } from '../../ui/confirm.tsx'
import { sessionStore } from '../session/session-store.ts'

interface Place {
  readonly pathname: string
  readonly search: unknown
}

/** Another tab or column choice on the same form does not leave it. */
function staysOnForm(current: Place, next: Place): boolean {
  const [here, there] = [current.search, next.search] as Readonly<Record<string, unknown>>[]
  return current.pathname === next.pathname && here?.dialog === there?.dialog && here?.id === there?.id
}

/** Asks before typed content is lost, whichever way the form is left. A session that ended does not ask: drafts stay. */
export function useLeaveGuard(dirty: () => boolean, onDiscard: () => void): void {
  const guarded = () => sessionStore.get() !== null && dirty()
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      if (!guarded() || staysOnForm(current, next)) return false
      const leave = await confirm({
        title: 'Leave without saving?',
        message: 'Your changes in this form will be lost.',
        confirmLabel: 'Leave',
        cancelLabel: 'Stay',
        destructive: true,
      })
      if (leave) onDiscard()
      return !leave
    },
    enableBeforeUnload: guarded,
  })
}
