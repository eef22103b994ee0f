import type { FastifyRequest } from 'fastify'
import { userAgentOf } from '../../kit/user-agent.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { readToken, scopesOf, tokenHash, type ReadToken } from './access-token.ts'
import { provenClient, type ProvenClient } from './client-proof.ts'
import type { OAuthAnswer, OAuthDeps } from './oauth-answer.ts'
import type { OAuthParameters } from './oauth-parameters.ts'
import { OAuthRefusal } from './oauth-refusal.ts'
import { insertRevoked, isRevoked } from './revoked-token-store.ts'

interface Shown {
  readonly proven: ProvenClient
  readonly hash: string
  /** Nothing for what is no token of ours, or none any more. */
  readonly claims: ReadToken | undefined
}

/** A token somebody asks about, and who asks. */
async function shownToken(
  deps: OAuthDeps,
  purpose: 'introspect' | 'revoke',
  request: FastifyRequest,
  parameters: OAuthParameters,
): Promise<Shown> {
  const token = parameters.get('token')
  if (token === undefined) throw new OAuthRefusal('invalid_request', 'token is missing')
  const proven = await provenClient(deps, purpose, request, parameters)
  return { proven, hash: tokenHash(token), claims: readToken(deps.tokenKeys, token, deps.now()) }
}

/** RFC 7662. A client learns about its own tokens; of another's it learns as much as of none. */
export const introspect: OAuthAnswer = async (deps, request, parameters) => {
  const { proven, hash, claims } = await shownToken(deps, 'introspect', request, parameters)
  const { client } = proven
  if (!claims || claims.client !== client.id) return { active: false }
  const isLive = [...client.secrets.map(({ id }) => id), client.signingKeyId].includes(claims.secret)
  if (!isLive || (await isRevoked(deps.db, client, hash))) return { active: false }
  return {
    active: true,
    client_id: client.clientId,
    scope: scopesOf(claims, client).join(' '),
    token_type: 'bearer',
    exp: Math.floor(claims.expiresAt.getTime() / 1000),
    iss: deps.issuer,
  }
}

/** RFC 7009. What is no token, or none any more, is as good as revoked. */
export const revoke: OAuthAnswer = async (deps, request, parameters) => {
  const { proven, hash, claims } = await shownToken(deps, 'revoke', request, parameters)
  const { client } = proven
  if (!claims) return undefined
  if (claims.client !== client.id)
    throw new OAuthRefusal('invalid_grant', 'The token was given to another client')
  const { expiresAt } = claims
  const actor = {
    type: 'API_CLIENT',
    id: client.id,
    name: client.clientId,
    ip: request.ip,
    userAgent: userAgentOf(request),
    sessionRef: null,
    operationId: null,
  } as const
  await perform(deps.kit, actor, async (unit) => {
    if (!(await insertRevoked(unit.tx, client, { hash, expiresAt }))) return
    unit.audit({
      merchantId: client.merchantId,
      entityType: 'api-client',
      entityId: client.id,
      entityLabel: client.name,
      changeType: 'UPDATE',
      action: 'REVOKE_TOKEN',
      before: null,
      after: { expiresAt: expiresAt.toISOString() },
      note: null,
    })
  })
  return undefined
}
