import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Entity } from '@signalbox/model/field/entity'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { mayAccess, type Permission } from '@signalbox/model/access/policy'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { refuseCardNumbers, refuseCardNumbersInBody } from './card-numbers.ts'
import type { NewVersion } from './history-store.ts'
import { parse } from './parse.ts'
import type { Resource } from './resource.ts'
import type { Scope, ScopedMerchant } from './scope.ts'
import type { SessionUser } from './session-user.ts'
import type { KitDeps, UnitOfWork } from './unit-of-work.ts'

export interface ManyRecords {
  /** Kept all at once when the last line is done. */
  readonly versions: NewVersion[]
  /** Where the next row of an ordered entity goes, by its slug. */
  readonly positions: Map<string, number>
}

/** What a call sees: its parsed request, its caller, its scope, and the unit of work everything is written in. */
export interface Work<Params = unknown, Query = unknown, Body = unknown> extends UnitOfWork {
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly user: SessionUser
  readonly scope: Scope
  readonly inScope: readonly ScopedMerchant[]
  readonly ip: string
  /** Refuses unless the caller holds the permission; for what only shows once the record is known. */
  require(permission: Permission): void
  /** Runs a body in a transaction of its own, committed whatever happens to this one; for bulk work. */
  inOwnTransaction<T>(body: (inner: Work) => Promise<T>): Promise<T>
  /** Runs a body in a transaction that is always rolled back; for previews that try the real rules. */
  inRolledBackTransaction<T>(body: (inner: Work) => Promise<T>): Promise<T>
  /** Undoes a failed body without losing the transaction around it. */
  savepoint<T>(body: () => Promise<T>): Promise<T>
  /** Told in words of each change that is not made but waits for a second person. */
  readonly toldOfWaiting?: (summary: string) => void
  /** What the lines of a file share, so that each costs the database as little as can be. */
  readonly many?: ManyRecords
  /** Who asked for the change that the caller confirms as the second person. */
  readonly requestedBy?: string
  /** For answers that are not a JSON record: streams, headers, cookies. */
  readonly reply: FastifyReply
  readonly request: FastifyRequest
  readonly deps: KitDeps
}

/** For replies too large to be stored for a replay: what is stored instead, and how it becomes the reply again. */
export interface ReplayStrategy<Reply = unknown> {
  toStored(reply: Reply): unknown
  fromStored(work: Work, kept: unknown): Promise<Reply>
}

export interface Handler {
  readonly endpoint: Endpoint
  readonly run: (work: Work) => Promise<unknown>
  readonly replay?: ReplayStrategy
  /** The resource whose changes may wait for a second person, which is how they are found when one confirms. */
  readonly grants?: Resource<Entity>
}

/** Joins a declared call to the code that does it. */
export const handle = <Params, Query, Body, Reply>(
  endpoint: Endpoint<string, Params, Query, Body, Reply>,
  run: (work: Work<Params, Query, Body>) => Promise<Reply>,
  replay?: ReplayStrategy<Reply>,
): Handler => ({
  endpoint: endpoint as Endpoint,
  run: run as (work: Work) => Promise<unknown>,
  ...(replay && { replay: replay as ReplayStrategy }),
})

export function checkAccess(endpoint: Endpoint, user: SessionUser): void {
  if (!mayAccess(endpoint.access, user)) throw new Refusal('FORBIDDEN')
}

/** Taken by every call, because the console names the selected merchant with each; those without a scope do not need it. */
const alwaysKnown = ['merchantId']

const declaredIn = (query: Endpoint['query']): readonly string[] =>
  query && 'shape' in query ? Object.keys(query.shape as object) : []

/** What the call declares of what it was given; a strict one would refuse the merchant that every call is given. */
const heardBy = ({ query }: Endpoint, given: object): object =>
  Object.fromEntries(Object.entries(given).filter(([name]) => declaredIn(query).includes(name)))

/** Whoever asks for an order, a page or a filter and gets something else would take the answer for what it is not. */
export function refuseUnknownQuery({ query }: Pick<Endpoint, 'query'>, given: object): void {
  const known = new Set([...declaredIn(query), ...alwaysKnown])
  const unknown = Object.keys(given).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw invalid(
    ...unknown.slice(0, 100).map((field) => ({ field, code: 'UNKNOWN_FIELD', message: texts.unknownField })),
  )
}

export async function parseRequest(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'params' | 'query' | 'body'>,
) {
  refuseCardNumbers(request.query)
  refuseUnknownQuery(endpoint, request.query as object)
  refuseCardNumbers(request.params)
  return {
    params: endpoint.params ? parse(endpoint.params, request.params) : {},
    query: endpoint.query ? parse(endpoint.query, heardBy(endpoint, request.query as object)) : {},
    body: endpoint.body ? await bodyOf(endpoint, request.body) : noBody(request.body),
  }
}

async function bodyOf({ body, cardFields }: Endpoint, given: unknown): Promise<unknown> {
  await refuseCardNumbersInBody(given, cardFields)
  return body && parse(body, given)
}

/** What a call does not take is not passed over in silence: whoever sent it expects something of it. */
function noBody(body: unknown): undefined {
  if (body === undefined) return undefined
  refuseCardNumbers(body)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalid({ field: '', code: 'INVALID_TYPE', message: 'Must be an object, or nothing at all' })
  const unknown = Object.keys(body)
  if (unknown.length === 0) return undefined
  throw invalid(
    ...unknown.slice(0, 100).map((field) => ({ field, code: 'UNKNOWN_FIELD', message: 'Unknown field' })),
  )
}
