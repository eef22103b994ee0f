import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { may } from '@signalbox/model/access/access'
import { ruleOf } from '@signalbox/model/access/policy'
import { isUuid } from '@signalbox/model/field/validators'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'
import { Refusal } from '@signalbox/model/text/refusal'
import type { AuditActor } from './audit.ts'
import { refusalOf } from './error-reply.ts'
import { checkAccess, parseRequest, type Handler, type Work } from './handle.ts'
import { isLongList } from './heavy-work.ts'
import {
  claimOperation,
  operationIdHeader,
  operationKey,
  storeReply,
  type OperationKey,
} from './operation-replay.ts'
import { parse } from './parse.ts'
import { merchantsInScope, scopeAt, type Scope, type ScopedMerchant } from './scope.ts'
import type { SessionUser } from './session-user.ts'
import { showRecord, viewsAlong, type ReadAs, type RecordView } from './shown-record.ts'
import { perform, type KitDeps, type UnitOfWork } from './unit-of-work.ts'
import { userAgentOf } from './user-agent.ts'
import { openHandles } from './user-handle.ts'

/** Tells who is calling; the identity feature gives it. Throws the 401 that carries the login address. */
export type Authenticate = (request: FastifyRequest, reply: FastifyReply) => Promise<SessionUser>

const noScope: Scope = { selected: 0, chain: [], effective: [], group: 0 }

interface Caller {
  readonly user: SessionUser
  readonly actor: AuditActor
  readonly scope: Scope
  readonly inScope: readonly ScopedMerchant[]
}

function actorOf(user: SessionUser, request: FastifyRequest): AuditActor {
  const operationId = request.headers[operationIdHeader]
  return {
    type: 'USER',
    id: user.id,
    name: user.username,
    ip: request.ip,
    userAgent: userAgentOf(request),
    sessionRef: user.sessionId,
    // Whatever else stands there is refused, and kept nowhere: it may be anything, a card number too.
    operationId: typeof operationId === 'string' && isUuid(operationId) ? operationId.toLowerCase() : null,
  }
}

/** The selected merchant comes with the call; without one it is the caller's first. Outside the scope is refused. */
function selectedScope(request: FastifyRequest, inScope: readonly ScopedMerchant[]): Scope {
  const given = (request.query as Record<string, unknown>).merchantId
  const first = inScope[0]
  if (!first) throw new Refusal('OUT_OF_SCOPE')
  if (given === undefined) return scopeAt(first, inScope)
  const selected = inScope.find((m) => String(m.id) === given)
  if (!selected) throw new Refusal('OUT_OF_SCOPE')
  return scopeAt(selected, inScope)
}

async function callerOf(
  deps: KitDeps,
  endpoint: Endpoint,
  user: SessionUser,
  request: FastifyRequest,
): Promise<Caller> {
  const inScope = await merchantsInScope(deps.db, user)
  const scope = endpoint.scope === 'merchant' ? selectedScope(request, inScope) : noScope
  return { user, actor: actorOf(user, request), scope, inScope }
}

function workOf(
  deps: KitDeps,
  unit: UnitOfWork,
  caller: Caller,
  parsed: { params: unknown; query: unknown; body: unknown },
  request: FastifyRequest,
  reply: FastifyReply,
): Work {
  const build = (inner: UnitOfWork): Work => ({
    ...inner,
    ...parsed,
    user: caller.user,
    scope: caller.scope,
    inScope: caller.inScope,
    ip: request.ip,
    request,
    reply,
    deps,
    require: (permission) => {
      if (!may(ruleOf(permission), caller.user)) throw new Refusal('FORBIDDEN')
    },
    inOwnTransaction: async (body) => (await perform(deps, caller.actor, (own) => body(build(own)))).value,
    inRolledBackTransaction: (body) => inRolledBackTransaction(deps, caller.actor, (own) => body(build(own))),
    savepoint: async (body) => {
      await sql`savepoint attempt`.execute(inner.tx)
      try {
        return await body()
      } catch (error) {
        await sql`rollback to savepoint attempt`.execute(inner.tx)
        throw error
      }
    },
  })
  return build(unit)
}

class Rollback extends Error {}

async function inRolledBackTransaction<T>(
  deps: KitDeps,
  actor: AuditActor,
  body: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  let value: T | undefined
  try {
    await perform(deps, actor, async (unit) => {
      const nothing = () => undefined
      value = await body({ ...unit, audit: nothing, emit: nothing, enqueue: nothing, afterCommit: nothing })
      throw new Rollback()
    })
  } catch (error) {
    if (!(error instanceof Rollback)) throw error
  }
  return value as T
}

interface Replayed {
  readonly replayed: true
  readonly reply: unknown
}

/** What holds a secret is not kept to be told again; that it was done is. */
const doneAlready = () =>
  new Refusal('OPERATION_ID_REUSED', {
    message: 'This was done already. Its answer holds a secret and is shown only once.',
  })

async function runWrite(
  deps: KitDeps,
  handler: Handler,
  caller: Caller,
  key: OperationKey | null,
  makeWork: (unit: UnitOfWork) => Work,
) {
  const change = () =>
    perform(deps, caller.actor, async (unit): Promise<unknown> => {
      const { replay } = handler
      const { confidential } = handler.endpoint
      const stored = key && (await claimOperation(unit.tx, key, unit.now))
      const work = makeWork(unit)
      if (stored && confidential) throw doneAlready()
      if (stored) {
        const reply = replay ? await replay.fromStored(work, stored.reply) : stored.reply
        return { replayed: true, reply } satisfies Replayed
      }
      let notes = 0
      const result = await handler.run({
        ...work,
        audit: (note) => {
          notes++
          work.audit(note)
        },
      })
      // The audit log is not a courtesy of the service: a change that leaves no trace is not made.
      if (notes === 0) throw new Error(`${handler.endpoint.key} changed something without an audit entry`)
      if (key) {
        const kept = confidential ? null : replay ? replay.toStored(result) : result
        await storeReply(unit.tx, key, { status: 200, reply: kept })
      }
      return { replayed: false, reply: result }
    })
  const { value, audited } = await (deps.writers ? deps.writers.run(change) : change())
  return { ...(value as Replayed | { replayed: false; reply: unknown }), audited }
}

/** Reads run without a transaction; what they note (an export) is written before the answer leaves. */
async function runRead(
  deps: KitDeps,
  handler: Handler,
  caller: Caller,
  makeWork: (unit: UnitOfWork) => Work,
) {
  const notes: Parameters<UnitOfWork['audit']>[0][] = []
  const unit: UnitOfWork = {
    tx: deps.db,
    now: deps.now(),
    newId: deps.newId,
    audit: (note) => void notes.push(note),
    emit: () => undefined,
    enqueue: () => undefined,
    afterCommit: (tell) => tell(),
  }
  const result = await handler.run(makeWork(unit))
  if (notes.length > 0) {
    await perform(deps, caller.actor, (own) => Promise.resolve(notes.forEach((note) => own.audit(note))))
  }
  return result
}

/** Refused attempts of people we know are part of the record. They are written after the rollback, on their own. */
async function noteRefusal(
  deps: KitDeps,
  endpoint: Endpoint,
  caller: Caller,
  request: FastifyRequest,
  refusal: Refusal,
) {
  const worthNoting = endpoint.effect === 'write' || refusal.status === 403
  if (!worthNoting || refusal.status === 401 || refusal.status === 429 || refusal.status >= 500) return
  const params = request.params as Record<string, string | undefined>
  const [, slug = 'call'] = endpoint.path.split('/')
  try {
    await perform(deps, caller.actor, async (unit) => {
      unit.audit({
        merchantId: caller.scope.selected || caller.user.homeMerchantId,
        entityType: slug,
        entityId: holdsCardNumber(params.id ?? '') ? '' : (params.id ?? '').slice(0, 100),
        entityLabel: endpoint.summary,
        action: endpoint.key,
        result: 'REFUSED',
        errorCode: refusal.code,
        after: refusal.details.fields
          ? { fields: refusal.details.fields.map((f) => `${f.field}: ${f.message}`) }
          : null,
      })
      return Promise.resolve()
    })
  } catch (error) {
    deps.log.error({ err: error }, 'a refusal could not be written to the audit log')
  }
}

/** A stream takes as long as its reader does, or until that one goes away. */
function leaveAfter({ raw }: FastifyReply, leave: () => void): void {
  raw.once('finish', leave)
  raw.once('close', leave)
  if (raw.destroyed) leave()
}

/** What every request of the console is served with. */
interface Console {
  readonly deps: KitDeps
  readonly authenticate: Authenticate
  /** The calls that show records, by their address. */
  readonly views: ReadonlyMap<string, RecordView>
}

/** The record a refusal is about, read as the person who was refused reads it. Failing at it changes no refusal. */
async function showCurrent(
  { deps, views }: Console,
  { path }: Endpoint,
  user: SessionUser,
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (refusal.details.current === undefined) return
  const read: ReadAs = async (handler, params) => {
    const { endpoint } = handler
    checkAccess(endpoint, user)
    const caller = await callerOf(deps, endpoint, user, request)
    const parsed = {
      params: endpoint.params ? parse(endpoint.params, params) : {},
      query: endpoint.query ? parse(endpoint.query, {}) : {},
      body: undefined,
    }
    return runRead(deps, handler, caller, (unit) => workOf(deps, unit, caller, parsed, request, reply))
  }
  try {
    await showRecord(refusal, viewsAlong(views, path), request.params as Record<string, unknown>, read)
  } catch (error) {
    deps.log.error({ err: error }, 'the record a refusal is about could not be read')
  }
}

/** What the request says, with users named by their ids. */
function sentBy({ auditKey }: KitDeps, { params, query, body }: FastifyRequest) {
  const open = (part: unknown) => openHandles(auditKey, part)
  return { params: open(params), query: open(query), body: open(body) }
}

/** Where calls queue that cost much. A limit that is no number is refused when it is parsed. */
const turnstileOf = (
  deps: KitDeps,
  { heavy, computes, charts, query }: Endpoint,
  request: FastifyRequest,
) => {
  if (heavy || (query && isLongList(request.query))) return deps.heavyWork
  if (charts) return deps.charting
  return computes ? deps.computing : undefined
}

/** One request, from cookie to answer. */
export async function serve(
  console: Console,
  handler: Handler,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { deps, authenticate } = console
  const { endpoint } = handler
  const user = await authenticate(request, reply)
  let caller: Caller = { user, actor: actorOf(user, request), scope: noScope, inScope: [] }
  let leave: (() => void) | undefined
  try {
    checkAccess(endpoint, user)
    caller = await callerOf(deps, endpoint, user, request)
    // Before anything of it is read: a file of megabytes is looked through for card numbers and parsed.
    leave = turnstileOf(deps, endpoint, request)?.enter(user.id)
    const parsed = await parseRequest(endpoint, sentBy(deps, request))
    await deps.accessUsed?.(user, endpoint.access)
    const makeWork = (unit: UnitOfWork) => workOf(deps, unit, caller, parsed, request, reply)
    if (endpoint.effect === 'read') {
      const answer = await runRead(deps, handler, caller, makeWork)
      if (endpoint.reply === 'stream' && leave) leaveAfter(reply, leave)
      return answer
    }
    const operationId = request.headers[operationIdHeader]
    if (endpoint.movesMoney && operationId === undefined) throw new Refusal('OPERATION_ID_MISSING')
    const key = operationKey(user.id, operationId, {
      method: request.method,
      url: request.url,
      // Not even a hash is kept of what may be a password.
      body: endpoint.confidential ? null : request.body,
    })
    const answer = await runWrite(deps, handler, caller, key, makeWork)
    if (endpoint.reply === 'stream' && leave) leaveAfter(reply, leave)
    if (answer.replayed) reply.header('x-operation-replay', 'true')
    return answer.reply
  } catch (error) {
    const refusal = refusalOf(error)
    leave?.()
    await noteRefusal(deps, endpoint, caller, request, refusal)
    await showCurrent(console, endpoint, user, refusal, request, reply)
    throw refusal.status >= 500 ? error : refusal
  } finally {
    if (endpoint.reply !== 'stream') leave?.()
  }
}
