/** Every way the platform says no, with its HTTP status and the sentence shown when the service gives no better one. */
export const refusals = {
  UNAUTHENTICATED: { status: 401, message: 'Sign in to continue.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Invalid username or password.' },
  INVALID_CODE: { status: 401, message: 'The code is not valid.' },
  LOGIN_EXPIRED: {
    status: 401,
    message: 'Your login attempt timed out. Start again.',
  },
  STEP_UP: { status: 401, message: 'Confirm that it is you.' },
  IP: { status: 403, message: 'Login failed - please contact support. Failure code: IP' },
  FORBIDDEN: { status: 403, message: 'You do not have access to this.' },
  CROSS_SITE: { status: 403, message: 'The request came from another site.' },
  OUT_OF_SCOPE: { status: 403, message: 'The selected merchant is outside your scope.' },
  SELF_CHANGE: { status: 403, message: 'You cannot change your own roles, merchants or state.' },
  NOT_GRANTABLE: { status: 403, message: 'You cannot grant or remove this role.' },
  FOUR_EYES: { status: 403, message: 'You worked on this yourself; someone else must decide.' },
  NOT_FOUND: { status: 404, message: 'Not found.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This method is not allowed here.' },
  VERSION_CONFLICT: { status: 409, message: 'This was changed in the meantime.' },
  INVALID_STATE: { status: 409, message: 'The action is not possible in the current state.' },
  REQUEST_IN_PROGRESS: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still being processed.',
  },
  DUPLICATE: { status: 409, message: 'A record with this name exists.' },
  IN_USE: { status: 409, message: 'It is still in use.' },
  LAST_ADMIN: { status: 409, message: 'The last administrator cannot be removed.' },
  INHERITED: { status: 409, message: 'An inherited row can only be deleted at the merchant that owns it.' },
  TOO_LARGE: { status: 413, message: 'The request is too large.' },
  HEADERS_TOO_LARGE: { status: 431, message: 'The headers are too large.' },
  URI_TOO_LONG: { status: 414, message: 'The address is too long.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send JSON (Content-Type: application/json).' },
  MALFORMED_JSON: { status: 400, message: 'The body is not valid JSON.' },
  BAD_REQUEST: { status: 400, message: 'The request could not be understood.' },
  TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
  INVALID: { status: 422, message: 'The form has errors' },
  IDEMPOTENCY_KEY: { status: 400, message: 'This call needs an Idempotency-Key header.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
  },
  OPERATION_ID_REUSED: { status: 422, message: 'This operation id was used for another request.' },
  OPERATION_ID_MISSING: { status: 422, message: 'This call needs an X-Operation-Id header.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  INTERNAL: { status: 500, message: 'Something went wrong. Please try again later.' },
  MAIL_FAILED: { status: 502, message: 'Failed to send password reset link.' },
  PAYMENTS_BUSY: {
    status: 503,
    message: 'Too many payments are in progress. Nothing was started; send it again in a moment.',
  },
  UNAVAILABLE: { status: 503, message: 'The service is temporarily unavailable.' },
} as const satisfies Record<string, { status: number; message: string }>

export type RefusalCode = keyof typeof refusals
/** Those that can be said without showing what there is now. */
export type PlainRefusalCode = Exclude<RefusalCode, 'VERSION_CONFLICT'>

export interface FieldProblem {
  readonly field: string
  readonly code: string
  readonly message: string
}

export interface ErrorBody {
  readonly errorId: string
  readonly code: RefusalCode
  readonly message: string
  readonly fields?: readonly FieldProblem[]
  /** On a stale save: the record as it is now. */
  readonly current?: unknown
  readonly refs?: readonly string[]
}

interface Details {
  readonly message?: string
  readonly fields?: readonly FieldProblem[]
  /** The record it is about. It never leaves as it is: whoever is refused is shown what their own GET of it says. */
  readonly current?: object
  readonly refs?: readonly string[]
  /** Headers the answer must carry, such as the login address of a 401. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The one thing services throw to say no. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly details: Details
  /** Whoever saved something stale is shown what it is now, or could only start again. */
  constructor(code: 'VERSION_CONFLICT', details: Details & { readonly current: object })
  constructor(code: PlainRefusalCode, details?: Details)
  constructor(code: RefusalCode, details: Details = {}) {
    super(details.message ?? refusals[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }
  get status(): number {
    return refusals[this.code].status
  }
}

export const invalid = (...fields: FieldProblem[]): Refusal => new Refusal('INVALID', { fields })
