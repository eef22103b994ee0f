import { defaultPageSize } from '@signalbox/model/paging'
import type { UserSettings } from '@signalbox/model/session'
import { defaultUserFormats } from '@signalbox/model/user-formats'

/** What the console goes on with when a person's settings cannot be loaded. */
export const defaultSettings: UserSettings = {
  formats: defaultUserFormats,
  theme: 'light',
  density: 'normal',
  pageSize: defaultPageSize,
  defaultMerchantId: null,
  singleKeys: true,
  sidebarCollapsed: false,
  favorites: [],
  recentMerchants: [],
  hiddenWidgets: [],
  pages: {},
}
