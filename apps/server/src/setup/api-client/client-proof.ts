import type { FastifyRequest } from 'fastify'
import type { Database } from '../../kit/database.ts'
import { isStorable } from '../../kit/json-body.ts'
import {
  nobodysHash,
  throttle,
  throttleTokens,
  type PasswordHasher,
  type TokenPurpose,
} from '../../people/identity/read-model.ts'
import { addressAllowed } from '../../people/merchant/read-model.ts'
import { assertedClient, readAssertion } from './client-assertion.ts'
import { claimAssertion, clientByName, updateSecret } from './client-store.ts'
import type { OAuthParameters } from './oauth-parameters.ts'
import { OAuthRefusal, unknownClient } from './oauth-refusal.ts'
import { touchClients } from './usage-store.ts'

export interface ProofDeps {
  readonly db: Database
  readonly now: () => Date
  readonly hasher: PasswordHasher
  /** Whom a signed proof may say it is meant for: the token endpoint, or the server as such. */
  readonly audiences: readonly string[]
}

type Client = NonNullable<Awaited<ReturnType<typeof clientByName>>>

/** Who asks, and what it proved it with: when that ends, so does the token. */
export interface ProvenClient {
  readonly client: Client
  readonly proof: { readonly id: string; readonly until: Date | null }
}

interface ShownSecret {
  readonly clientId: string
  readonly secret: string
}

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

function basicOf(header: string): ShownSecret | undefined {
  const encoded = /^Basic ([\w+/=-]+)$/i.exec(header)?.[1]
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

function secretInForm(parameters: OAuthParameters): ShownSecret | undefined {
  const clientId = parameters.get('client_id')
  const secret = parameters.get('client_secret')
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret }
}

type Shown = { readonly secret: ShownSecret | undefined } | { readonly assertion: string }

/** One way of proving who one is; a request with two of them is refused (RFC 6749, 2.3). */
function shownBy({ headers }: FastifyRequest, parameters: OAuthParameters): Shown {
  const { authorization = '' } = headers
  const assertion = parameters.get('client_assertion')
  const ways: Shown[] = []
  if (/^Basic\b/i.test(authorization)) ways.push({ secret: basicOf(authorization) })
  if (parameters.has('client_secret')) ways.push({ secret: secretInForm(parameters) })
  if (assertion !== undefined) ways.push({ assertion })
  const [only, another] = ways
  if (another) throw new OAuthRefusal('invalid_request', 'Use one way to authenticate the client')
  if (!only) throw unknownClient()
  return only
}

const refuseOtherName = (parameters: OAuthParameters, clientId: string): void => {
  if ((parameters.get('client_id') ?? clientId) !== clientId)
    throw new OAuthRefusal('invalid_request', 'client_id is not the client that authenticates')
}

/** Who it says it is, true or not. */
const claimedName = (shown: Shown): string =>
  ('assertion' in shown ? readAssertion(shown.assertion) : shown.secret)?.clientId ?? ''

/** Whoever asks the OAuth endpoints, once it has proven who it is and may ask from where it is. */
export async function provenClient(
  deps: ProofDeps,
  purpose: TokenPurpose,
  request: FastifyRequest,
  parameters: OAuthParameters,
): Promise<ProvenClient> {
  const shown = shownBy(request, parameters)
  const name = claimedName(shown)
  // Nobody is called so, and the database could not even be asked.
  if (!isStorable(name)) throw unknownClient()
  // Checking a secret is slow on purpose; nobody may keep the servers busy with it.
  const waitSeconds = await throttleTokens(deps.db, purpose, request.ip)
  if (waitSeconds > 0)
    throw new OAuthRefusal('slow_down', 'Too many requests. Wait a moment and try again.', {
      status: 429,
      headers: { 'retry-after': String(waitSeconds) },
    })
  // What proves nothing is counted by all endpoints together: each of them would answer a guess.
  const guess = await throttle(deps.db, { purpose: 'client', ip: request.ip, name })
  const proven =
    'assertion' in shown
      ? await clientOfAssertion(deps, parameters, shown.assertion)
      : await clientOfSecret(deps, parameters, shown.secret)
  const { state, ipAllowlist = [] } = proven?.client ?? {}
  if (!proven || state !== 'ACTIVE' || !addressAllowed(request.ip, ipAllowlist)) throw unknownClient()
  await guess.takeBack()
  await noteUse(deps, proven.client, request.ip)
  return proven
}

/**
 * Before it has a token, and not with its calls a few seconds later: a client that was used stays, because who stands behind
 * what it began is asked of it.
 */
const noteUse = ({ db, now }: ProofDeps, { merchantId, id }: Client, ip: string): Promise<void> =>
  touchClients(db, [{ merchantId, id, at: now(), ip }])

async function clientOfSecret(
  { db, now, hasher }: ProofDeps,
  parameters: OAuthParameters,
  given: ShownSecret | undefined,
): Promise<ProvenClient | undefined> {
  if (!given) return undefined
  refuseOtherName(parameters, given.clientId)
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
  { db, now, audiences }: ProofDeps,
  parameters: OAuthParameters,
  shown: string,
): Promise<ProvenClient | undefined> {
  const assertion =
    parameters.get('client_assertion_type') === assertionType ? readAssertion(shown) : undefined
  if (!assertion) return undefined
  const { text, clientId, jti, expiresAt } = assertion
  refuseOtherName(parameters, clientId)
  const client = await clientByName(db, clientId, now())
  const id = client?.signingKeyId
  if (!client?.signingKeyPublic || !id) return undefined
  if (!assertedClient(text, { key: client.signingKeyPublic, clientId, audiences, now: now() }))
    return undefined
  const isFresh = await claimAssertion(db, {
    merchantId: client.merchantId,
    apiClientId: client.id,
    jti,
    expiresAt,
  })
  return isFresh ? { client, proof: { id, until: null } } : undefined
}
