import type { Timeouts } from '../../kit/outbound/http-exchange.ts'

/** An account at a KYC, fraud or 3-D Secure provider. Without an endpoint the sandbox answers, where one runs. */
export interface ServiceAccount {
  /** `kyc-sim`, `fraud-sim`, `3ds-sim` … */
  readonly provider: string
  readonly account?: string
  readonly endpoint?: string
  /** Why nothing may be sent to that address: it receives identity or card data and is not on the platform's list. */
  readonly refused?: string
  readonly secrets?: Readonly<Record<string, string>>
  readonly timeouts?: Partial<Timeouts>
}
