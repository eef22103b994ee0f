import { defaultSettings } from '@signalbox/model/reference/default-settings'
import type { Role } from '@signalbox/model/access/roles'
import type { Metadata, SavedView, UserSettings } from '@signalbox/model/access/session'
import { sessionStore } from '../session/session-store.ts'

export const metadataFor = (roles: readonly Role[]): Metadata => ({
  version: '2.43.0',
  legacyVersion: '1.0.233',
  environment: 'development',
  product: 'signalbox',
  serverTime: '2026-11-15T12:00:00.000Z',
  liveSince: '700-1',
  enums: { states: [], statusCodes: [], locales: [], psps: [{ psp: 'acmecards', name: 'Acme Cards' }] },
  user: {
    id: 'user-1',
    username: 'anna',
    displayName: 'Anna Berg',
    homeMerchantId: 100010001,
    authorities: roles.map((role) => `ROLE_${role}`),
    attributes: {
      masterMerchant: false,
      hasMasterMerchant: true,
      analyticsUser: false,
      internalUser: true,
      experimentalUser: false,
    },
  },
  session: {
    idleEndsAt: '2026-11-15T12:15:00.000Z',
    absoluteEndsAt: '2026-11-16T00:00:00.000Z',
    warnSeconds: 120,
  },
  merchants: [
    { id: 1000, name: 'Platform', parentId: null, level: 0, state: 'LIVE' },
    { id: 100010000, name: 'Northlight Gaming', parentId: 1000, level: 1, state: 'LIVE' },
    { id: 100010001, name: 'Northlight Sweden', parentId: 100010000, level: 2, state: 'LIVE' },
  ],
})

/** Signs somebody in, as the session gate does after both loads. */
export function signIn(
  roles: readonly Role[],
  settings: Partial<UserSettings> = {},
  views: SavedView[] = [],
): void {
  sessionStore.signOut()
  sessionStore.signIn(metadataFor(roles), {
    settings: { ...defaultSettings, ...settings },
    views,
    version: 1,
  })
}
