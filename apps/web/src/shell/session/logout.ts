import { productPath } from '../../kit/api.ts'
import { sessionStore, updateSettings } from '../../kit/session/session-store.ts'
import { panelsHidden, withPanelsHidden } from './panels-hidden.ts'
import { forgetStoredUserData } from './stored-user-data.ts'
import { tabMerchant } from './tab-merchant.ts'

/** What this browser has to forget when a session is over, however it ended. */
export function endLocalSession(): void {
  forgetStoredUserData()
  sessionStore.signOut()
}

const lastSaveMs = 1000

export async function logOut(): Promise<void> {
  const pages = withPanelsHidden(sessionStore.get()?.userData.settings.pages ?? {})
  if (pages) {
    const giveUp = new Promise((resolve) => setTimeout(resolve, lastSaveMs))
    await Promise.race([updateSettings({ pages }), giveUp])
  }
  endLocalSession()
  tabMerchant.forget()
  window.location.assign(productPath('/logout'))
}

/** The login address with the way back to this page. */
export function withReturnTo(location: string, page: string, origin: string): string {
  const address = new URL(location, origin)
  if (address.origin !== origin) return address.href
  if (page !== '/') address.searchParams.set('return_to', page)
  return address.pathname + address.search
}

let leaving = false
// Whoever is signed in again may have to leave again.
sessionStore.subscribe(() => {
  leaving &&= sessionStore.get() === null
})

/** The session is gone: log out here and sign in there. Refusals of several calls at once lead there only once. */
export function leaveForLogin(
  location: string,
  goTo: (address: string) => void = (address) => window.location.assign(address),
): void {
  if (leaving) return
  leaving = true
  const { pathname, search, hash, origin } = window.location
  // Without a session they can no longer be saved as hidden.
  panelsHidden.note()
  endLocalSession()
  goTo(withReturnTo(location, pathname + search + hash, origin))
}
