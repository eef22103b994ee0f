import { refusalOf } from '../../kit/error-reply.ts'

type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'slow_down'
  | 'server_error'
  | 'temporarily_unavailable'

/** Errors of OAuth have the shape of RFC 6749, because OAuth libraries read them. */
export class OAuthRefusal extends Error {
  readonly status: number
  readonly error: OAuthError
  readonly headers: Readonly<Record<string, string>>

  constructor(
    error: OAuthError,
    description: string,
    { status = 400, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description)
    this.status = status
    this.error = error
    this.headers = headers
  }
}

/** What the server itself had to say, in the words of OAuth. */
export function oauthRefusalOf(error: unknown): OAuthRefusal {
  const { status, message, details } = refusalOf(error)
  const word =
    status === 429
      ? 'slow_down'
      : status < 500
        ? 'invalid_request'
        : status === 503
          ? 'temporarily_unavailable'
          : 'server_error'
  return new OAuthRefusal(word, status === 415 ? 'The body must be a form' : message, {
    status,
    headers: details.headers ?? {},
  })
}

/** One answer for every cause: whoever tries names must not learn which exist. */
export const unknownClient = (): OAuthRefusal =>
  new OAuthRefusal('invalid_client', 'The client or its secret is wrong', {
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="oauth"' },
  })
