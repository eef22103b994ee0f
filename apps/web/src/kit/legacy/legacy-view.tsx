import { useLayoutEffect, type ComponentType } from 'react'
import { useSession } from '../session/session-store.ts'
import { LegacyChoices, useChooseLegacy, useLegacyIfChosen } from './legacy-choice.ts'
import styles from './legacy-view.module.css'

/** The right button opens what the button at the end of the row opens. */
function useRightClickMenu(): void {
  useLayoutEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      const row = event.target instanceof Element ? event.target.closest('tr') : null
      const menu = row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')
      if (!menu) return
      event.preventDefault()
      menu.click()
    }
    document.addEventListener('contextmenu', onContextMenu)
    return () => document.removeEventListener('contextmenu', onContextMenu)
  }, [])
}

function LegacyBanner({ onLeave }: { readonly onLeave: () => void }) {
  const { metadata } = useSession()
  return (
    <div className={styles.banner} role="note">
      Legacy view {metadata.legacyVersion} –{' '}
      <button type="button" className={styles.leave} onClick={onLeave}>
        switch to the new view
      </button>
    </div>
  )
}

/**
 * A page as the old back office had it: the same rows from the same calls as a classic grid. What that means for a list
 * (every column, dense rows, a double click that edits) the list asks `useIsLegacy`, so no page has code of its own for it.
 */
export function legacyView(Screen: ComponentType, path: string): ComponentType {
  return function LegacyView() {
    const choose = useChooseLegacy(path)
    useRightClickMenu()
    return (
      <LegacyChoices value={{ isLegacy: true, choose }}>
        <div className={styles.view}>
          <LegacyBanner onLeave={() => choose(false)} />
          <div className={styles.page}>
            <Screen />
          </div>
        </div>
      </LegacyChoices>
    )
  }
}

/** The same page as it is now, with the way to its classic grid. */
export function modernView(Screen: ComponentType, path: string): ComponentType {
  return function ModernView() {
    const choose = useChooseLegacy(path)
    if (useLegacyIfChosen(path)) return null
    return (
      <LegacyChoices value={{ isLegacy: false, choose }}>
        <Screen />
      </LegacyChoices>
    )
  }
}
