import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useAllowedScreens } from './use-allowed-screens.ts'
import { showInfo } from '../../ui/confirm.tsx'
import { legacyEntry, resolveLegacyLink } from './legacy-links.ts'

let isTelling = false

/** Both ways to follow a link may find the same one. */
function tellOnce(): void {
  if (isTelling) return
  isTelling = true
  void showInfo({
    title: 'No such page here',
    message:
      'This page of the legacy back office has no counterpart here yet. You were taken to Home instead.',
  }).finally(() => {
    isTelling = false
  })
}

/** Follows addresses of the old back office, on arrival and when one is pasted into a running console. */
export function useLegacyLinks(): void {
  const navigate = useNavigate()
  const screens = useAllowedScreens()
  useEffect(() => {
    const follow = (hash: string) => {
      const target = resolveLegacyLink(
        hash,
        (path) => path === legacyEntry || screens.some((screen) => screen.path === path),
      )
      if (target === undefined) return
      if (target === null) {
        tellOnce()
      }
      void navigate({ href: target ?? '/home', replace: true })
    }
    // A page that just opened may have put its own state into the address before this is told: the event still knows the link.
    const changed = ({ newURL }: HashChangeEvent) => follow(new URL(newURL).hash)
    follow(window.location.hash)
    window.addEventListener('hashchange', changed)
    return () => window.removeEventListener('hashchange', changed)
  }, [navigate, screens])
}
