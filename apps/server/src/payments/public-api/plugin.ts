import { receiveNotification } from '../network-tokens/receive-notification.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Config } from '../../config.ts'
import type { ApiCaller, ClientGate } from '../../setup/api-client/read-model.ts'
import { notFound } from '../../kit/create-server.ts'
import { lazy } from '../../kit/lazy.ts'
import { refuseCardNumbers } from '../../kit/card-numbers.ts'
import { isLongList, type HeavyWork } from '../../kit/heavy-work.ts'
import { refuseUnknownQuery } from '../../kit/handle.ts'
import { parse } from '../../kit/parse.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import { serveLogos } from '../../setup/payment-method-logo/read-model.ts'
import { version } from '../../version.ts'
import { receiveCallback } from '../core/flow/callbacks.ts'
import type { Payments } from '../core/payments.ts'
import { payPage } from './pay-page.ts'
import type { PublicCall } from './public-call.ts'
import { publicCalls } from './public-calls.ts'
import { publicOpenApi } from './public-openapi.ts'

const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

interface PublicApi {
  readonly config: Pick<Config, 'product' | 'publicUrl'>
  readonly payments: Payments
  readonly gate: ClientGate
}

async function enter(gate: ClientGate, call: PublicCall, request: FastifyRequest): Promise<ApiCaller> {
  const caller = await gate.authenticateClient({
    authorization: request.headers.authorization,
    ip: request.ip,
  })
  gate.requireScope(caller, call.scope)
  return caller
}

/** Where a card number is asked for, or where what somebody pays with may look like one; anywhere else it is refused. */
const cardFields = ['card.pan', 'pan', 'encrypted', 'iban', 'accountNumber', 'voucherCode']

/** Only a body that is truly absent is the same as none: `null` is something else than what was asked for. */
function bodyOf({ body, bodyOptional }: PublicCall, request: FastifyRequest): unknown {
  if (!body) return undefined
  refuseCardNumbers(request.body, cardFields)
  return parse(body, request.body === undefined && bodyOptional ? {} : request.body)
}

interface Serving {
  readonly base: string
  readonly gate: ClientGate
  readonly now: () => Date
  readonly heavyWork: HeavyWork | undefined
}

function serveCall(app: FastifyInstance, { base, gate, now, heavyWork }: Serving, call: PublicCall): void {
  app.route({
    method: call.method,
    url: `${base}${toFastifyPath(call.path)}`,
    config: { access: 'public' },
    handler: async (request, reply) => {
      const began = performance.now()
      const receivedAt = now()
      const caller = await enter(gate, call, request)
      reply.raw.once('finish', () =>
        gate.noteCall(caller, {
          method: call.method,
          path: call.path,
          status: reply.statusCode,
          ip: request.ip,
          latencyMs: Math.round(performance.now() - began),
        }),
      )
      refuseCardNumbers({
        ...(request.query as object),
        'Idempotency-Key': request.headers['idempotency-key'],
      })
      refuseUnknownQuery(call, request.query as object)
      reply.code(call.answer.status)
      const leave = isLongList(request.query) ? heavyWork?.enter(caller.id) : undefined
      try {
        return await call.run({
          caller,
          params: call.params ? parse(call.params, request.params) : {},
          query: call.query ? parse(call.query, request.query) : {},
          body: bodyOf(call, request),
          request,
          reply,
          receivedAt,
        })
      } finally {
        leave?.()
      }
    },
  })
}

/** Fewer than payments have connections to the database: they go on while PSPs talk. */
const callbacksAtOnce = 4

/** What card networks tell by themselves; signed over its bytes, like what PSPs do. */
function notificationRoute(scope: FastifyInstance, base: string, { machine }: Payments): void {
  const semaphore = new Semaphore(callbacksAtOnce)
  scope.route({
    method: 'POST',
    url: `${base}/scheme/:service/notifications`,
    config: { access: 'public' },
    handler: async (request, reply) => {
      const { service } = request.params as { service: string }
      const body = typeof request.body === 'string' ? request.body : ''
      const raw = { headers: request.headers, body }
      const answer = await semaphore.run(() => receiveNotification(machine.deps, service, raw))
      return reply.code(answer.status).type('text/plain').send(answer.body)
    },
  })
}

/** PSPs speak whatever they speak: the bytes are kept as they came, because signatures are over bytes. */
async function callbackRoute(app: FastifyInstance, base: string, payments: Payments): Promise<void> {
  const { machine } = payments
  const semaphore = new Semaphore(callbacksAtOnce)
  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_request, body, parsed) =>
      parsed(null, body),
    )
    notificationRoute(scope, base, payments)
    scope.route({
      method: 'POST',
      url: `${base}/psp/:psp/callback/:account`,
      config: { access: 'public' },
      handler: async (request, reply) => {
        const { psp, account } = request.params as { psp: string; account: string }
        const body = typeof request.body === 'string' ? request.body : ''
        const answer = await receiveCallback(machine, {
          psp,
          account,
          ip: request.ip,
          raw: { headers: request.headers, body },
          semaphore,
        })
        if (!answer) throw new Refusal('NOT_FOUND')
        return reply.code(answer.status).type(answer.contentType).send(answer.body)
      },
    })
    done()
  })
}

/** Everything that is not the console: the API of merchants, what PSPs call, and the page users are sent through. */
export async function publicApi(app: FastifyInstance, { config, payments, gate }: PublicApi): Promise<void> {
  const base = `/${config.product}`
  const api = `${base}/api/v1`
  const calls = publicCalls(payments)
  const { now, heavyWork } = payments.machine.deps.kit
  for (const call of calls) serveCall(app, { base: api, gate, now, heavyWork }, call)
  const description = lazy(() => publicOpenApi(calls, { base: api, oauthBase: base, version }))
  app.get(`${api}/openapi.json`, { config: { access: 'public' } }, description)
  app.all(`${api}/*`, { config: { access: 'public' } }, notFound)
  await callbackRoute(app, base, payments)
  serveLogos(app, base, payments.machine.deps.reads)
  payPage(app, base, payments)
}
