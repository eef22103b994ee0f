import type { Subject } from '@signalbox/model/access/access'
import type { SettingsPatch } from '@signalbox/model/calls/userdata'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { mayAccess, type Access } from '@signalbox/model/access/policy'
import { roleOf, type Role } from '@signalbox/model/access/roles'
import type {
  MerchantNode,
  Metadata,
  PageState,
  SavedView,
  UserData,
  UserSettings,
} from '@signalbox/model/access/session'
import type { UserFormats } from '@signalbox/model/text/user-formats'
import { useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.tsx'
import { api, ApiError } from '../api.ts'

export interface Session {
  readonly metadata: Metadata
  readonly userData: UserData
  readonly merchantId: number
  readonly roles: readonly Role[]
}

interface State {
  readonly metadata: Metadata | null
  readonly userData: UserData
  readonly merchantId: number | null
}

const signedOut: State = {
  metadata: null,
  userData: { settings: defaultSettings, views: [], version: 0 },
  merchantId: null,
}

let state: State = signedOut
let session: Session | null = null
const listeners = new Set<() => void>()

function change(patch: Partial<State>): void {
  state = { ...state, ...patch }
  const { metadata, userData, merchantId } = state
  session =
    metadata === null || merchantId === null
      ? null
      : {
          metadata,
          userData,
          merchantId,
          roles: metadata.user.authorities.flatMap((name) => roleOf(name) ?? []),
        }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const homeOf = (metadata: Metadata, wanted: number | null): number | null => {
  const reachable = (id: number | null) => metadata.merchants.some((merchant) => merchant.id === id)
  if (reachable(wanted)) return wanted
  if (reachable(metadata.user.homeMerchantId)) return metadata.user.homeMerchantId
  return metadata.merchants[0]?.id ?? null
}

export const sessionStore = {
  get: (): Session | null => session,
  subscribe,
  merchantId: (): number | null => state.merchantId,
  /** Called by the session gate once both loads are done; keeps the selected merchant while it is still in scope. */
  signIn(metadata: Metadata, userData: UserData = signedOut.userData): void {
    const wanted = state.merchantId ?? userData.settings.defaultMerchantId
    change({ metadata, userData, merchantId: homeOf(metadata, wanted) })
  },
  signOut(): void {
    change(signedOut)
  },
  setMetadata(metadata: Metadata): void {
    change({ metadata, merchantId: homeOf(metadata, state.merchantId) })
  },
  selectMerchant(merchantId: number): void {
    if (state.metadata?.merchants.some((merchant) => merchant.id === merchantId)) change({ merchantId })
  },
  setUserData(userData: UserData): void {
    change({ userData })
  },
  setViews(views: SavedView[]): void {
    change({ userData: { ...state.userData, views } })
  },
}

/** Only below the session gate, where somebody is signed in. */
export function useSession(): Session {
  const current = useSyncExternalStore(subscribe, sessionStore.get)
  if (current === null) throw new Error('useSession is used outside the session gate')
  return current
}

export const subjectOf = ({ metadata, roles }: Session): Subject => ({
  roles,
  internalUser: metadata.user.attributes.internalUser,
})

export const mayNow = (access: Access): boolean => mayAccess(access, session && subjectOf(session))

export function useMay(access: Access): boolean {
  return mayAccess(access, subjectOf(useSession()))
}

export function useMerchant(): MerchantNode {
  const { metadata, merchantId } = useSession()
  const merchant = metadata.merchants.find(({ id }) => id === merchantId)
  if (!merchant) throw new Error(`Merchant ${merchantId} is not in the caller's scope`)
  return merchant
}

export function useSettings(): UserSettings {
  return useSyncExternalStore(subscribe, () => state.userData.settings)
}

export function useFormats(): UserFormats {
  return useSettings().formats
}

const put = (settings: SettingsPatch) =>
  api('PUT /userdata', {
    body: { version: state.userData.version, settings },
    suppressToast: true,
    outlivesPage: true,
  })

/** The same person may have saved in another window; settings are small and personal, so the last change wins. */
async function putOnNewest(patch: SettingsPatch): Promise<UserData> {
  try {
    return await put(patch)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'VERSION_CONFLICT')) throw error
    const current = await api('GET /userdata', { suppressToast: true })
    change({ userData: { ...state.userData, version: current.version } })
    return put(patch)
  }
}

/** Formats and pages merge member by member, as on the server; the rest is replaced. */
function merged(settings: UserSettings, patch: SettingsPatch): UserSettings {
  const pages = Object.entries({ ...settings.pages, ...patch.pages }).filter(
    (entry): entry is [string, PageState] => entry[1] !== null,
  )
  return {
    ...settings,
    ...patch,
    formats: { ...settings.formats, ...patch.formats },
    pages: Object.fromEntries(pages),
  }
}

/** The patch that takes a patch back. */
function inverseOf(settings: UserSettings, patch: SettingsPatch): SettingsPatch {
  const before = Object.fromEntries(
    Object.keys(patch).map((key) => [key, settings[key as keyof UserSettings]]),
  )
  if (!patch.pages) return before
  const pages = Object.keys(patch.pages).map((page) => [page, settings.pages[page] ?? null])
  return { ...before, pages: Object.fromEntries(pages) as SettingsPatch['pages'] }
}

/** Two patches as one, of which the later wins. */
const both = (first: SettingsPatch, then: SettingsPatch): SettingsPatch => ({
  ...first,
  ...then,
  ...((first.formats ?? then.formats) && { formats: { ...first.formats, ...then.formats } }),
  ...((first.pages ?? then.pages) && { pages: { ...first.pages, ...then.pages } }),
})

let saving: Promise<void> = Promise.resolve()
/** In their order; the first is under way. */
const unsaved: SettingsPatch[] = []

/**
 * For a page that is being left: what waits its turn would never have it. Sent together with what is under way and on
 * whatever version there is, so it does not matter which of the two arrives first: the one under way names its version
 * and is refused when it comes second.
 */
export function sendUnsavedSettings(): void {
  if (unsaved.length < 2) return
  api('PUT /userdata', {
    body: { settings: unsaved.reduce(both) },
    suppressToast: true,
    outlivesPage: true,
  }).catch(() => {
    // Nobody is there any more to be told.
  })
}

const show = (patch: SettingsPatch): void =>
  change({ userData: { ...state.userData, settings: merged(state.userData.settings, patch) } })

/** Shows the change at once, saves it behind, and takes it back with a message when it cannot be saved. */
export function updateSettings(patch: SettingsPatch): Promise<void> {
  const undo = inverseOf(state.userData.settings, patch)
  show(patch)
  unsaved.push(patch)
  saving = saving.then(async () => {
    try {
      const { version } = await putOnNewest(patch)
      change({ userData: { ...state.userData, version } })
    } catch {
      show(undo)
      toast.error('Your settings could not be saved.')
    } finally {
      unsaved.shift()
    }
  })
  return saving
}
