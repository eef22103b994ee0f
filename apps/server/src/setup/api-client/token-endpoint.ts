import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '@signalbox/model/entities/api-client'
import type { Config } from '../../config.ts'
import { notFound } from '../../kit/create-server.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { argon2Hasher } from '../../people/identity/read-model.ts'
import { tokenKeysOf, writeToken } from './access-token.ts'
import { provenClient, type ProvenClient } from './client-proof.ts'
import type { OAuthAnswer, OAuthDeps } from './oauth-answer.ts'
import { parametersOf, readForm } from './oauth-parameters.ts'
import { OAuthRefusal, oauthRefusalOf } from './oauth-refusal.ts'
import { oauthAddresses, serverMetadata } from './server-metadata.ts'
import { introspect, revoke } from './shown-token.ts'

const formLimitBytes = 8 * 1024

const answering =
  (deps: OAuthDeps, answer: OAuthAnswer) => async (request: FastifyRequest, reply: FastifyReply) =>
    reply.send(await answer(deps, request, parametersOf(request)))

/** Whatever goes wrong here, a body that is no form, too large or our own fault, reads as OAuth libraries expect it. */
const refusing =
  (log: KitDeps['log']) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const refusal = error instanceof OAuthRefusal ? error : oauthRefusalOf(error)
    if (refusal.status >= 500) log.error({ errorId: request.id, err: error }, 'request failed')
    request.refusedWith = refusal.error
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send({ error: refusal.error, error_description: refusal.message })
  }

/** `/{product}/oauth`: clients get tokens, ask about theirs and give them back; and what describes this to them. */
export async function tokenEndpoint(
  app: FastifyInstance,
  config: Pick<Config, 'product' | 'masterKey' | 'publicUrl'>,
  kit: KitDeps,
): Promise<void> {
  const { issuer, base, metadataPath, endpoint } = oauthAddresses(config)
  const deps: OAuthDeps = {
    kit,
    db: kit.db,
    now: kit.now,
    hasher: argon2Hasher,
    tokenKeys: tokenKeysOf(config.masterKey),
    issuer,
    audiences: [endpoint('token'), issuer],
  }
  const access = { config: { access: 'public' as const } }
  await app.register((scope, _options, done) => {
    scope.setErrorHandler(refusing(kit.log))
    // OAuth libraries send forms; nothing else here does.
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: formLimitBytes },
      (_request, body, parsed) => parsed(null, readForm(body as string)),
    )
    scope.post(`${base}/token`, access, answering(deps, grantToken))
    scope.post(`${base}/introspect`, access, answering(deps, introspect))
    scope.post(`${base}/revoke`, access, answering(deps, revoke))
    scope.all(`${base}/*`, access, notFound)
    scope.get(metadataPath, access, () => serverMetadata(config))
    done()
  })
}

/** A client shows its secret and gets a token for a while. */
const grantToken: OAuthAnswer = async (deps, request, parameters) => {
  const grant = parameters.get('grant_type')
  if (grant === undefined) throw new OAuthRefusal('invalid_request', 'grant_type is missing')
  if (grant !== 'client_credentials')
    throw new OAuthRefusal('unsupported_grant_type', 'Only client_credentials is supported')
  const proven = await provenClient(deps, 'token', request, parameters)
  return issue(deps, proven, grantedScopes(proven, parameters.get('scope')))
}

/** Exactly what is asked for, or nothing: a client that gets less than it asked for finds out too late. */
function grantedScopes({ client }: ProvenClient, asked: string | undefined): readonly ApiScope[] {
  const wanted = new Set(asked?.split(' ').filter((scope) => scope !== ''))
  if (wanted.size === 0) return client.scopes
  const granted = client.scopes.filter((scope) => wanted.has(scope))
  if (granted.length < wanted.size)
    throw new OAuthRefusal('invalid_scope', `The scopes of this client are: ${client.scopes.join(' ')}`)
  return granted
}

function issue(
  { kit, now, tokenKeys }: OAuthDeps,
  { client, proof }: ProvenClient,
  scopes: readonly ApiScope[],
): object {
  const at = now()
  const longest = at.getTime() + client.accessTokenTtl * 1000
  const until = new Date(Math.min(longest, proof.until?.getTime() ?? longest))
  const id = kit.newId()
  return {
    access_token: writeToken(tokenKeys, { client: client.id, secret: proof.id, id, scopes }, until),
    token_type: 'bearer',
    expires_in: Math.floor((until.getTime() - at.getTime()) / 1000),
    scope: scopes.join(' '),
  }
}
