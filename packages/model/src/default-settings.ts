import { defaultPageSize } from './paging.ts'
import type { UserSettings } from './session.ts'
import { defaultUserFormats } from './user-formats.ts'

/** What a person who never changed anything has, and what the console goes on with when settings cannot be loaded. */
export const defaultSettings: UserSettings = {
  formats: defaultUserFormats,
  theme: 'light',
  density: 'normal',
  pageSize: defaultPageSize,
  defaultMerchantId: null,
  singleKeys: true,
  mailInbox: false,
  sidebarCollapsed: false,
  favorites: [],
  recentMerchants: [],
  hiddenWidgets: [],
  widgetOrder: [],
  pages: {},
}
