import type { AlertChannels } from '../inbox/alert-channels.ts'
import type { MerchantState } from '../entities/merchant.ts'
import type { UserFormats } from '../text/user-formats.ts'

export type Environment = 'production' | 'staging' | 'development'

export interface MerchantNode {
  readonly id: number
  readonly name: string
  readonly parentId: number | null
  readonly level: number
  readonly state: MerchantState
}

interface UserAttributes {
  /** The selected merchant is at the top of the tree. */
  readonly masterMerchant: boolean
  /** The scope holds a merchant at the top of the tree. */
  readonly hasMasterMerchant: boolean
  readonly analyticsUser: boolean
  /** Platform staff: the home merchant is at the top of the tree. */
  readonly internalUser: boolean
  readonly experimentalUser: boolean
}

export interface MerchantBlock {
  readonly id: number
  readonly name: string
  readonly baseCurrency: string
  readonly currencies: string[]
  readonly timeZone: string
  readonly flags: { readonly maskSensitiveData: boolean }
}

/** What fields can hold whose values are the same for everybody. */
interface MetadataEnums {
  readonly states: readonly string[]
  readonly statusCodes: readonly {
    readonly no: number
    readonly name: string
    readonly state: string
    readonly text: string
  }[]
  readonly locales: readonly string[]
  /** What people call the PSPs of the catalogue; empty for whoever has no role. */
  readonly psps: readonly { readonly psp: string; readonly name: string }[]
}

/** What `GET /metadata` answers when signed in; with a merchant id it also carries that merchant's block. */
export interface Metadata {
  readonly enums: MetadataEnums
  readonly version: string
  readonly legacyVersion: string
  readonly environment: Environment
  readonly product: string
  /** The cashier of the demo shop; absent where there is none. */
  readonly cashierUrl?: string | undefined
  readonly serverTime: string
  /** Whatever is read after this answer knows every change up to here; the stream of live events begins with the rest. */
  readonly liveSince: string
  readonly user: {
    readonly id: string
    readonly username: string
    readonly displayName: string
    readonly homeMerchantId: number
    readonly authorities: string[]
    readonly attributes: UserAttributes
  }
  readonly session: {
    /** Without activity the session ends here. */
    readonly idleEndsAt: string
    readonly absoluteEndsAt: string
    readonly warnSeconds: number
  }
  readonly merchants: MerchantNode[]
  readonly merchant?: MerchantBlock
}

export type Whose = 'you' | 'others' | 'all'
export type Density = 'compact' | 'normal' | 'roomy'
export type ThemeChoice = 'light' | 'dark' | 'system'

/** How one list looks for one person. */
export interface PageState {
  /** Shown columns in order; absent means the declared ones. */
  readonly columns?: string[]
  readonly widths?: Record<string, number>
  readonly panelOpen?: boolean
  readonly entriesLimit?: number
  /** The rows that were shown last, counted from 0, the end excluded: who comes back goes on there. */
  readonly entriesRange?: { readonly start: number; readonly end: number }
  readonly showLegacy?: boolean
}

export interface UserSettings {
  readonly formats: UserFormats
  readonly theme: ThemeChoice
  readonly density: Density
  readonly pageSize: number
  readonly defaultMerchantId: number | null
  readonly singleKeys: boolean
  /** What waits for the person also goes to them by mail. */
  readonly mailInbox: boolean
  /** How alerts reach the person, if they receive any. */
  readonly alertChannels: AlertChannels
  readonly sidebarCollapsed: boolean
  readonly favorites: string[]
  readonly recentMerchants: number[]
  readonly hiddenWidgets: string[]
  /** Widgets of Home the person put in order; others follow as they come. */
  readonly widgetOrder: string[]
  readonly pages: Record<string, PageState>
}

export interface SavedView {
  readonly id: string
  readonly page: string
  readonly name: string
  /** The list's query string without paging. */
  readonly query: string
  readonly columns: string[] | null
  readonly shared: boolean
  readonly favorite: boolean
  readonly owner: string
  readonly mine: boolean
  readonly version: number
}

/** The second load after sign-in. When it fails the console goes on with `defaultSettings`. */
export interface UserData {
  readonly settings: UserSettings
  readonly views: SavedView[]
  readonly version: number
}

/** Answers of the login calls: authenticated, or the next step. */
export type LoginAnswer =
  | { readonly status: 'authenticated' }
  | { readonly status: 'totp'; readonly alternatives: ('security-key' | 'recovery-code')[] }
  | { readonly status: 'security-key'; readonly alternatives: ('totp' | 'recovery-code')[] }
  | {
      readonly status: 'required-action'
      readonly action: 'RESET_PASSWORD' | 'SECURITY_KEY' | 'AUTHENTICATOR'
    }
