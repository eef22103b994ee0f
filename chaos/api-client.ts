/** What became of a call: an answer, or nobody knows. */
export type CallEnding =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string; readonly replayed: boolean }
  | { readonly kind: 'broken'; readonly failure: string }

export interface PaymentRequest {
  readonly path: string
  readonly key: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface ClientCredentials {
  readonly clientId: string
  readonly secret: string
}

const demoClient: ClientCredentials = { clientId: 'demo-client', secret: 'demo-client-secret' }
const timeoutMs = 30_000
const tokenTries = 3
const renewedAfterMs = 20 * 60_000

/** Calls the public API as the demo client does, and knows the difference between "no" and "no answer". */
export class ApiClient {
  readonly #baseUrl: string
  readonly #credentials: ClientCredentials
  #token: Promise<string> | undefined
  #takenAt = 0

  /** @param origin `http://127.0.0.1:4670` */
  constructor(origin: string, credentials: ClientCredentials = demoClient) {
    this.#baseUrl = `${origin}/signalbox`
    this.#credentials = credentials
  }

  async call(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    { body, key }: { body?: unknown; key?: string } = {},
  ): Promise<CallEnding> {
    try {
      const token = await this.#currentToken()
      const answer = await fetch(`${this.#baseUrl}/api/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(key !== undefined && { 'idempotency-key': key }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const text = await answer.text()
      return {
        kind: 'answered',
        status: answer.status,
        text,
        replayed: answer.headers.get('idempotent-replay') === 'true',
      }
    } catch (error) {
      return { kind: 'broken', failure: failureOf(error) }
    }
  }

  pay({ path, body, key }: PaymentRequest): Promise<CallEnding> {
    return this.call('POST', path, { body, key })
  }

  /** A long run outlives its token, which is good for an hour. */
  #currentToken(): Promise<string> {
    if (this.#token && performance.now() - this.#takenAt < renewedAfterMs) return this.#token
    this.#takenAt = performance.now()
    this.#token = this.#newToken()
    return this.#token
  }

  async #newToken(): Promise<string> {
    const { clientId, secret } = this.#credentials
    try {
      for (let tries = 1; ; tries++) {
        const answer = await fetch(`${this.#baseUrl}/oauth/token?grant_type=client_credentials`, {
          method: 'POST',
          headers: { authorization: `Basic ${btoa(`${clientId}:${secret}`)}` },
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (answer.ok) return ((await answer.json()) as { access_token: string }).access_token
        if (tries === tokenTries) throw new Error(`no token: ${answer.status}`)
      }
    } catch (error) {
      this.#token = undefined
      throw error
    }
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
  return code ?? error.message
}
