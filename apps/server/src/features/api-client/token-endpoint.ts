import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../kit/database.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { argon2Hasher, nobodysHash, throttleTokens, type PasswordHasher } from '../identity/read-model.ts'
import { addressAllowed } from '../merchant/read-model.ts'
import { tokenKeyOf, writeToken } from './access-token.ts'
import { assertedClient, readAssertion, type Assertion } from './client-assertion.ts'
import { clientByName, updateSecret, claimAssertion } from './client-store.ts'

interface TokenDeps {
  readonly db: Database
  readonly now: () => Date
  readonly hasher: PasswordHasher
  readonly tokenKey: Buffer
  /** What a signed proof must say it is meant for: the address of this endpoint. */
  readonly audience: string
}

type OAuthError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'slow_down'

/** Errors of this endpoint have the shape of RFC 6749, because OAuth libraries read them. */
const refuse = (reply: FastifyReply, status: number, error: OAuthError, description: string) =>
  reply.code(status).send({ error, error_description: description })

function basicOf(header: string | undefined): { clientId: string; secret: string } | undefined {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 1) return undefined
  try {
    return {
      clientId: decodeURIComponent(text.slice(0, colon)),
      secret: decodeURIComponent(text.slice(colon + 1)),
    }
  } catch {
    return undefined
  }
}

const grantOf = ({ query, body }: FastifyRequest): unknown =>
  (query as { grant_type?: unknown } | undefined)?.grant_type ??
  (body as { grant_type?: unknown } | null | undefined)?.grant_type

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function assertionOf({ query, body }: FastifyRequest): Assertion | undefined {
  const given = { ...(query as object | undefined), ...(body as object | null | undefined) } as {
    client_assertion_type?: unknown
    client_assertion?: unknown
  }
  if (given.client_assertion_type !== assertionType) return undefined
  return typeof given.client_assertion === 'string' ? readAssertion(given.client_assertion) : undefined
}

/** `POST /{product}/oauth/token`: a client shows its secret and gets a token for a while. */
export async function tokenEndpoint(
  app: FastifyInstance,
  { product, masterKey, publicUrl }: Pick<Config, 'product' | 'masterKey' | 'publicUrl'>,
  { db, now }: Pick<KitDeps, 'db' | 'now'>,
): Promise<void> {
  const deps: TokenDeps = {
    db,
    now,
    hasher: argon2Hasher,
    tokenKey: tokenKeyOf(masterKey),
    audience: `${publicUrl}/${product}/oauth/token`,
  }
  await app.register((scope, _options, done) => {
    // OAuth libraries send forms; nothing else here does.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, parsed) => parsed(null, Object.fromEntries(new URLSearchParams(body as string))),
    )
    scope.route({
      method: 'POST',
      url: `/${product}/oauth/token`,
      config: { access: 'public' },
      handler: (request, reply) => answer(deps, request, reply),
    })
    done()
  })
}

async function answer(deps: TokenDeps, request: FastifyRequest, reply: FastifyReply) {
  const grant = grantOf(request)
  if (grant === undefined) return refuse(reply, 400, 'invalid_request', 'grant_type is missing')
  if (grant !== 'client_credentials')
    return refuse(reply, 400, 'unsupported_grant_type', 'Only client_credentials is supported')
  const assertion = assertionOf(request)
  const given = basicOf(request.headers.authorization)
  if (!given && !assertion) return unknownClient(reply)
  // Checking a secret is slow on purpose; nobody may keep the servers busy with it.
  const waitSeconds = await throttleTokens(deps.db, request.ip)
  if (waitSeconds > 0) {
    reply.header('retry-after', String(waitSeconds))
    return refuse(reply, 429, 'slow_down', 'Too many requests. Please wait a moment.')
  }
  const proven = assertion
    ? await clientOfAssertion(deps, assertion)
    : given && (await clientOfSecret(deps, given))
  const token = proven && issue(deps, proven, request.ip)
  return token === undefined ? unknownClient(reply) : reply.send(token)
}

/** One answer for every cause: whoever tries names must not learn which exist. */
function unknownClient(reply: FastifyReply) {
  reply.header('www-authenticate', 'Basic realm="oauth"')
  return refuse(reply, 401, 'invalid_client', 'The client or its secret is wrong')
}

type Client = NonNullable<Awaited<ReturnType<typeof clientByName>>>

/** Who asks, and what it proved it with: when that ends, so does the token. */
interface Proven {
  readonly client: Client
  readonly proof: { readonly id: string; readonly until: Date | null }
}

async function clientOfSecret(
  { db, now, hasher }: TokenDeps,
  given: { readonly clientId: string; readonly secret: string },
): Promise<Proven | undefined> {
  const client = await clientByName(db, given.clientId, now())
  const secrets = client?.secrets ?? []
  // As much work for a name nobody has as for one that exists.
  if (secrets.length === 0) await hasher.verify(nobodysHash, given.secret)
  for (const { id, hash, expiresAt } of secrets) {
    if (!client || !(await hasher.verify(hash, given.secret))) continue
    await updateSecret(db, { merchantId: client.merchantId, id }, { lastUsedAt: now() })
    return { client, proof: { id, until: new Date(expiresAt) } }
  }
  return undefined
}

/** RFC 7523: a text the client signed with its own key, for this server, for a short while, used once. */
async function clientOfAssertion(
  { db, now, audience }: TokenDeps,
  { text, clientId, jti, expiresAt }: Assertion,
): Promise<Proven | undefined> {
  const client = await clientByName(db, clientId, now())
  const id = client?.signingKeyId
  if (!client?.signingKeyPublic || !id) return undefined
  if (!assertedClient(text, { key: client.signingKeyPublic, clientId, audience, now: now() }))
    return undefined
  const isFresh = await claimAssertion(db, {
    merchantId: client.merchantId,
    apiClientId: client.id,
    jti,
    expiresAt,
  })
  return isFresh ? { client, proof: { id, until: null } } : undefined
}

function issue({ now, tokenKey }: TokenDeps, { client, proof }: Proven, ip: string) {
  if (client.state !== 'ACTIVE' || !addressAllowed(ip, client.ipAllowlist)) return undefined
  const at = now()
  const longest = at.getTime() + client.accessTokenTtl * 1000
  const until = new Date(Math.min(longest, proof.until?.getTime() ?? longest))
  return {
    access_token: writeToken(tokenKey, { client: client.id, secret: proof.id }, until),
    token_type: 'bearer',
    expires_in: Math.floor((until.getTime() - at.getTime()) / 1000),
    scope: client.scopes.join(' '),
  }
}
