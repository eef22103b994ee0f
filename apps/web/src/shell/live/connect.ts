import { connectApi } from '../../kit/api.ts'
import { sendUnsavedSettings, sessionStore } from '../../kit/session/session-store.ts'
import { activity } from '../session/activity.ts'
import { confirmPerson } from '../session/confirm-person-store.ts'
import { leaveForLogin } from '../session/logout.ts'
import { tellDeadNetwork } from './dead-network.ts'
import { presence } from './presence.ts'

/** Joins the api client to this page: the selected merchant, the toast for a dead network, the way to the login page. */
export function connectConsole(): void {
  presence.watch(window, Date.now)
  window.addEventListener('pagehide', sendUnsavedSettings)
  connectApi({
    nobodyThere: () => presence.isAbsent(Date.now()),
    // A late answer is no activity of now: the server counts from when it was asked.
    succeeded: (askedAtMs) => activity.note(Math.max(askedAtMs, activity.lastMs())),
    merchantId: sessionStore.merchantId,
    networkFailed: tellDeadNetwork,
    confirmPerson,
    sessionEnded: leaveForLogin,
  })
}
