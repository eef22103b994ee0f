import type { Metadata, UserData } from '@signalbox/model/access/session'
import { request } from '../../kit/api.ts'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { toast } from '../../ui/toast.tsx'
import { readStoredUserData } from './stored-user-data.ts'

/**
 * Settings, favorites and saved views of the person who just signed in. The console works without them, so a failure
 * costs comfort and a warning, never the console.
 */
export async function loadUserData(metadata: Metadata): Promise<UserData> {
  try {
    const loaded = await request<UserData>('GET', '/userdata', { suppressToast: true })
    // While a new version is rolled out, an older server may not know every setting yet.
    return { ...loaded, settings: { ...defaultSettings, ...loaded.settings } }
  } catch {
    toast.warning('Your settings could not be loaded.', {
      detail: 'Signalbox uses the default settings. Reload the page to try again.',
      id: 'user-data',
    })
    const { favorites, views } = readStoredUserData(metadata.user.id)
    return { settings: { ...defaultSettings, favorites }, views, version: 0 }
  }
}
