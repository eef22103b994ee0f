import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loginCalls } from '@signalbox/model/calls/login'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { Refusal } from '@signalbox/model/text/refusal'
import { parseRequest } from '../../kit/handle.ts'
import type { Authenticate } from '../../kit/pipeline.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { cookiesOf, type Cookies } from './cookies.ts'
import { identityDeps, type IdentityConfig, type IdentityDeps, type IdentityOverrides } from './deps.ts'
import { actorOfAccount, identityNote } from './identity-audit.ts'
import { loginAddress } from './login-address.ts'
import { LoginService } from './login-service.ts'
import type { LoginContext, LoginOutcome } from './login-step.ts'
import { requestReset, resetPassword } from './reset-service.ts'
import { relyingParty } from './security-keys.ts'
import { originOf, sessionsOf } from './session-service.ts'
import { removeSessionByToken, sessionAndAccount } from './session-store.ts'
import { hashToken } from './token.ts'

export interface Identity {
  readonly authenticate: Authenticate
}

/** Login and logout, and the answer to "who is calling" for every other call. */
export function identity(
  app: FastifyInstance,
  config: IdentityConfig,
  kit: KitDeps,
  overrides: IdentityOverrides = {},
): Identity {
  const deps = identityDeps(config, kit, overrides)
  loginRoutes(app, deps)
  logoutRoutes(app, deps)
  return { authenticate: authenticateWith(deps) }
}

function authenticateWith(deps: IdentityDeps): Authenticate {
  const sessions = sessionsOf(deps)
  const { product } = deps.config
  return async (request) => {
    const caller = await sessions.find(request)
    if (caller) return caller.user
    const location = loginAddress(request, product)
    throw new Refusal('UNAUTHENTICATED', {
      headers: { 'www-authenticate': `Redirect realm="${product}", location="${location}"` },
    })
  }
}

function loginRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const cookies = cookiesOf(deps.config)
  const service = new LoginService(deps)
  const contextOf = (request: FastifyRequest): LoginContext => ({
    ...originOf(request),
    attemptToken: cookies.read(request, 'login'),
    deviceToken: cookies.read(request, 'device'),
    sessionToken: cookies.read(request, 'session'),
  })
  type Call<Body, Reply> = Endpoint<string, Record<never, never>, Record<never, never>, Body, Reply>
  type Run<Body, Reply> = (body: Body, request: FastifyRequest, reply: FastifyReply) => Promise<Reply>
  const on = <Body, Reply>(call: Call<Body, Reply>, run: Run<Body, Reply>): void => {
    app.route({
      method: call.method,
      url: `/${deps.config.product}${call.path}`,
      config: { access: call.access },
      handler: async (request, reply) => {
        const { body } = await parseRequest(call as Endpoint, request)
        return run(body as Body, request, reply)
      },
    })
  }
  const step = (
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: LoginOutcome & { attemptToken?: string },
  ) => {
    keepTokens(cookies, reply, outcome, outcome.attemptToken ?? cookies.read(request, 'login'))
    return outcome.answer
  }

  on(loginCalls.password, async (body, request, reply) =>
    step(request, reply, await service.password(contextOf(request), body)),
  )
  on(loginCalls.totp, async ({ code }, request, reply) =>
    step(request, reply, await service.totp(contextOf(request), code)),
  )
  on(loginCalls.recoveryCode, async ({ code }, request, reply) =>
    step(request, reply, await service.recoveryCode(contextOf(request), code)),
  )
  on(loginCalls.securityKeyOptions, (_body, request) =>
    service.securityKeyOptions(contextOf(request), relyingParty(deps.config, request)),
  )
  on(loginCalls.securityKey, async ({ response }, request, reply) => {
    const party = relyingParty(deps.config, request)
    return step(request, reply, await service.securityKey(contextOf(request), party, response))
  })
  on(loginCalls.newPassword, async ({ password }, request, reply) =>
    step(request, reply, await service.newPassword(contextOf(request), password)),
  )
  on(loginCalls.beginAuthenticator, (_body, request) => service.beginAuthenticator(contextOf(request)))
  on(loginCalls.confirmAuthenticator, async ({ code }, request, reply) => {
    const outcome = await service.confirmAuthenticator(contextOf(request), code)
    return { recoveryCodes: outcome.recoveryCodes, next: step(request, reply, outcome) }
  })
  on(loginCalls.beginSecurityKey, (_body, request) =>
    service.beginSecurityKey(contextOf(request), relyingParty(deps.config, request)),
  )
  on(loginCalls.confirmSecurityKey, async (body, request, reply) => {
    const party = relyingParty(deps.config, request)
    const outcome = await service.confirmSecurityKey(contextOf(request), { party, ...body })
    return { recoveryCodes: outcome.recoveryCodes, next: step(request, reply, outcome) }
  })
  on(loginCalls.forgot, ({ username }, request) => requestReset(deps, originOf(request), username))
  on(loginCalls.reset, (body, request) => resetPassword(deps, originOf(request), body))
}

function keepTokens(
  cookies: Cookies,
  reply: FastifyReply,
  { entry }: LoginOutcome,
  attemptToken?: string,
): void {
  if (entry) {
    cookies.clear(reply, 'login')
    cookies.set(reply, 'session', entry.sessionToken)
    cookies.set(reply, 'device', entry.deviceToken)
  } else if (attemptToken) cookies.set(reply, 'login', attemptToken)
}

/** A link on another site must not sign people out; their own click or typed address may. */
const isOwnRequest = (request: FastifyRequest): boolean => {
  const site = request.headers['sec-fetch-site']
  return site === undefined || site === 'same-origin' || site === 'none'
}

function logoutRoutes(app: FastifyInstance, deps: IdentityDeps): void {
  const cookies = cookiesOf(deps.config)
  const { product } = deps.config

  const endSession = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const tokenHash = hashToken(cookies.read(request, 'session') ?? '')
    const found = await sessionAndAccount(deps.db, tokenHash)
    if (found) {
      const { account, session } = found
      const actor = { ...actorOfAccount(account, originOf(request)), sessionRef: session.id }
      await perform(deps, actor, async (unit) => {
        await removeSessionByToken(unit.tx, tokenHash)
        unit.audit(identityNote(account, 'LOGOUT'))
      })
    }
    cookies.clear(reply, 'session')
  }

  const url = `/${product}/logout`
  app.get(url, { config: { access: 'public' } }, async (request, reply) => {
    if (!isOwnRequest(request)) return reply.redirect('/')
    await endSession(request, reply)
    return reply.redirect(`/${product}/login`)
  })
  app.post(url, { config: { access: 'public' } }, async (request, reply) => {
    await endSession(request, reply)
    return reply.code(204).send()
  })
}
