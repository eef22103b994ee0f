export type CallTarget = 'PSP' | 'MERCHANT' | 'KYC' | 'FRAUD' | '3DS' | 'SMS' | 'TOKEN'

/** One exchange with the outside as staff may read it: card numbers, security codes and secrets are blanked already. */
export interface CallLog {
  readonly target: CallTarget
  readonly method: string
  readonly url: string
  readonly requestHeaders: Readonly<Record<string, string>>
  readonly requestBody: string
  /** Null when no answer came. */
  readonly status: number | null
  readonly responseHeaders: Readonly<Record<string, string>>
  readonly responseBody: string
  /** When the call began, in ISO 8601. */
  readonly at: string
  readonly latencyMs: number
  /** What broke, in a few words, when no answer came. */
  readonly failure: string | null
}
