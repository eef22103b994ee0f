import type {
  AuthType,
  CallbackAuth,
  PspCapability,
  PspStatus,
  ThreeDsType,
} from '@signalbox/model/entities/psp'
import type { ExpectedFee, PspService, StatusMapEntry } from '@signalbox/model/reference/psp-settings'

/** What the catalogue says a PSP is and can do. Payments read it anew for every decision, so a switch counts at once. */
export interface PspSettings {
  /** `acmecards`: what rules, configuration and payments call it. */
  readonly psp: string
  readonly name: string
  readonly status: PspStatus
  readonly connector: string
  readonly txTypes: readonly string[]
  readonly services: readonly PspService[]
  /** Empty: wherever it is routed to. */
  readonly countries: readonly string[]
  readonly currencies: readonly string[]
  readonly partialCapture: boolean
  readonly partialRefund: boolean
  readonly premiumPricing: boolean
  readonly kickback: boolean
  /** Share paid back, in parts per million. */
  readonly kickbackPpm: number
  readonly transactionFees: boolean
  /** Null when it takes no cards. */
  readonly threeDsType: ThreeDsType | null
  readonly capabilities: ReadonlySet<PspCapability>
  readonly authTypes: readonly AuthType[]
  readonly captureWindowDays: number
  readonly refundWindowDays: number
  readonly settleDays: number
  readonly endpoints: { readonly test: string | null; readonly production: string | null }
  readonly connectTimeoutMs: number
  readonly readTimeoutMs: number
  /** Tries after the first that did not get through to the PSP at all. */
  readonly retries: number
  readonly callbackAuth: CallbackAuth
  /** CIDR ranges its callbacks come from; empty: any. */
  readonly callbackIps: readonly string[]
  readonly statusMap: readonly StatusMapEntry[]
  readonly expectedFee: ExpectedFee | null
}
