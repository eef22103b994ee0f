import { defaultPageSize } from '../field/paging.ts'
import { defaultAlertChannels } from '../inbox/alert-channels.ts'
import type { UserSettings } from '../access/session.ts'
import { defaultUserFormats } from '../text/user-formats.ts'

/** What a person who never changed anything has, and what the console goes on with when settings cannot be loaded. */
export const defaultSettings: UserSettings = {
  formats: defaultUserFormats,
  theme: 'system',
  density: 'normal',
  pageSize: defaultPageSize,
  defaultMerchantId: null,
  singleKeys: true,
  mailInbox: false,
  alertChannels: defaultAlertChannels,
  sidebarCollapsed: false,
  favorites: [],
  recentMerchants: [],
  hiddenWidgets: [],
  widgetOrder: [],
  pages: {},
}
