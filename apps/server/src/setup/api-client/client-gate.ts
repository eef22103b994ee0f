import type { ApiScope } from '@signalbox/model/entities/api-client'
import type { People } from '@signalbox/model/access/people'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Database } from '../../kit/database.ts'
import { addressAllowed } from '../../people/merchant/read-model.ts'
import { clientById } from './client-store.ts'
import { SharedRateLimit } from './shared-rate-limit.ts'
import { readToken, scopesOf, tokenHash, type ReadToken, type TokenKeys } from './access-token.ts'
import { isRevoked } from './revoked-token-store.ts'
import { UsageLog, type ClientCall } from './usage-log.ts'

/** Whoever calls the public API, once it has proven who it is. */
export interface ApiCaller {
  readonly id: string
  readonly clientId: string
  readonly name: string
  /** Who stands behind what it does: whoever made it or holds its secret. */
  readonly people: People
  /** How it is named where somebody reads what it did, with those people. */
  readonly label: string
  /** Whose payments it may touch: this merchant's and those below. */
  readonly merchantId: number
  /** Those of its token. */
  readonly scopes: ReadonlySet<ApiScope>
}

interface GateDeps {
  readonly db: Database
  readonly now: () => Date
  readonly newId: () => string
  readonly tokenKeys: TokenKeys
  readonly onError: (error: unknown) => void
}

interface CachedClient {
  readonly client: Awaited<ReturnType<typeof clientById>>
  readonly until: number
}

/** Within a minute of its end, nobody gets in with a token: what is known about clients is asked again after this. */
const trustMs = 15_000
const mostKnown = 10_000

/** Lets the clients of the public API in. One per node. */
export class ClientGate {
  readonly #deps: GateDeps
  readonly #rates: SharedRateLimit
  readonly #usage: UsageLog
  readonly #known = new Map<string, CachedClient>()

  constructor(deps: GateDeps) {
    this.#deps = deps
    this.#rates = new SharedRateLimit(deps)
    this.#usage = new UsageLog(deps)
  }

  /** Refuses with 401 for a token that does not count (any more), 403 for a wrong address, 429 for too many calls. */
  async authenticateClient(request: {
    readonly authorization: string | undefined
    readonly ip: string
  }): Promise<ApiCaller> {
    const token = bearerOf(request.authorization)
    const claims = token && readToken(this.#deps.tokenKeys, token, this.#deps.now())
    if (!token || !claims) throw unauthenticated()
    const client = await this.#clientFor(claims)
    if (!client) throw unauthenticated()
    if (await isRevoked(this.#deps.db, client, tokenHash(token))) throw unauthenticated()
    if (!addressAllowed(request.ip, client.ipAllowlist))
      throw new Refusal('FORBIDDEN', { message: 'This client may not call from this address.' })
    const waitSeconds = await this.#rates.take(client)
    if (waitSeconds > 0)
      throw new Refusal('RATE_LIMITED', { headers: { 'retry-after': String(waitSeconds) } })
    const { id, clientId, name, people, label, merchantId } = client
    return { id, clientId, name, people, label, merchantId, scopes: new Set(scopesOf(claims, client)) }
  }

  /** Refuses a caller without the scope. */
  requireScope(caller: ApiCaller, scope: ApiScope): void {
    if (!caller.scopes.has(scope))
      throw new Refusal('FORBIDDEN', {
        message: `This token lacks the scope ${scope}.`,
        headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      })
  }

  /** Counts a finished call; written down every few seconds, not with every call. */
  noteCall(caller: ApiCaller, call: ClientCall): void {
    this.#usage.note(caller, call)
  }

  async stop(): Promise<void> {
    await this.#usage.stop()
  }

  /**
   * The client a token stands for, if it counts. What is known may let somebody in for a moment too long; nobody is
   * kept out by it: a token got with a new secret, or of a client that was let in again, is good at once.
   */
  async #clientFor(claims: ReadToken) {
    const known = this.#known.get(claims.client)
    if (known && known.until > this.#deps.now().getTime() && counts(known.client, claims)) return known.client
    const client = await this.#readClient(claims.client)
    return counts(client, claims) ? client : undefined
  }

  async #readClient(id: string) {
    const now = this.#deps.now().getTime()
    const client = await clientById(this.#deps.db, id, this.#deps.now())
    if (this.#known.size >= mostKnown) this.#known.clear()
    this.#known.set(id, { client, until: now + trustMs })
    return client
  }
}

const counts = (client: CachedClient['client'], { secret }: ReadToken): boolean =>
  client?.state === 'ACTIVE' && client.liveSecrets.includes(secret)

const bearerOf = (header: string | undefined): string | undefined =>
  header === undefined ? undefined : /^Bearer ([\w.~+/=-]+)$/i.exec(header)?.[1]

const unauthenticated = (): Refusal =>
  new Refusal('UNAUTHENTICATED', {
    message: 'The access token is missing, wrong or expired.',
    headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
  })
