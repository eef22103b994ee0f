import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../kit/database.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { argon2Hasher, nobodysHash, type PasswordHasher } from '../identity/read-model.ts'
import { addressAllowed } from '../merchant/read-model.ts'
import { tokenKeyOf, writeToken } from './access-token.ts'
import { clientByName, updateSecret } from './client-store.ts'
import { RateLimit } from './rate-limit.ts'

interface TokenDeps {
  readonly db: Database
  readonly now: () => Date
  readonly hasher: PasswordHasher
  readonly tokenKey: Buffer
}

/** Checking a secret is slow on purpose; nobody may keep the server busy with it. */
const triesPerSecond = 10

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

/** `POST /{product}/oauth/token`: a client shows its secret and gets a token for a while. */
export async function tokenEndpoint(
  app: FastifyInstance,
  { product, masterKey }: Pick<Config, 'product' | 'masterKey'>,
  { db, now }: Pick<KitDeps, 'db' | 'now'>,
): Promise<void> {
  const deps: TokenDeps = { db, now, hasher: argon2Hasher, tokenKey: tokenKeyOf(masterKey) }
  const tries = new RateLimit(() => deps.now().getTime())
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
      handler: (request, reply) => answer(deps, tries, request, reply),
    })
    done()
  })
}

async function answer(deps: TokenDeps, tries: RateLimit, request: FastifyRequest, reply: FastifyReply) {
  const grant = grantOf(request)
  if (grant === undefined) return refuse(reply, 400, 'invalid_request', 'grant_type is missing')
  if (grant !== 'client_credentials')
    return refuse(reply, 400, 'unsupported_grant_type', 'Only client_credentials is supported')
  const given = basicOf(request.headers.authorization)
  if (!given) return unknownClient(reply)
  if (tries.take(request.ip, triesPerSecond) > 0) {
    reply.header('retry-after', '1')
    return refuse(reply, 429, 'slow_down', 'Too many requests. Please wait a moment.')
  }
  const token = await issue(deps, given, request.ip)
  return token === undefined ? unknownClient(reply) : reply.send(token)
}

/** One answer for every cause: whoever tries names must not learn which exist. */
function unknownClient(reply: FastifyReply) {
  reply.header('www-authenticate', 'Basic realm="oauth"')
  return refuse(reply, 401, 'invalid_client', 'The client or its secret is wrong')
}

async function issue(
  { db, now, hasher, tokenKey }: TokenDeps,
  given: { readonly clientId: string; readonly secret: string },
  ip: string,
) {
  const at = now()
  const client = await clientByName(db, given.clientId, at)
  const secrets = client?.secrets ?? []
  // As much work for a name nobody has as for one that exists.
  if (secrets.length === 0) await hasher.verify(nobodysHash, given.secret)
  for (const { id, hash, expiresAt } of secrets) {
    if (!(await hasher.verify(hash, given.secret))) continue
    if (!client || client.state !== 'ACTIVE' || !addressAllowed(ip, client.ipAllowlist)) return undefined
    const until = new Date(Math.min(at.getTime() + client.accessTokenTtl * 1000, Date.parse(expiresAt)))
    await updateSecret(db, { merchantId: client.merchantId, id }, { lastUsedAt: at })
    return {
      access_token: writeToken(tokenKey, { client: client.id, secret: id }, until),
      token_type: 'bearer',
      expires_in: Math.floor((until.getTime() - at.getTime()) / 1000),
      scope: client.scopes.join(' '),
    }
  }
  return undefined
}
