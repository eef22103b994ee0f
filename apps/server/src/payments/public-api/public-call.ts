import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiScope } from '@signalbox/model/entities/api-client'
import type { Schema } from '@signalbox/model/field/endpoint'
import type { ApiCaller } from '../../setup/api-client/read-model.ts'

/** What a call of the public API sees, once its caller has proven who it is. */
export interface PublicWork<Params = unknown, Query = unknown, Body = unknown> {
  readonly caller: ApiCaller
  readonly params: Params
  readonly query: Query
  readonly body: Body
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly receivedAt: Date
}

/** One call of the public API: how it is described, and what it does. */
export interface PublicCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API's base; `{name}` marks a parameter. */
  readonly path: string
  readonly summary: string
  readonly scope: ApiScope
  readonly params?: Schema
  readonly query?: Schema
  readonly body?: Schema
  /** A request without a body is the same as one with `{}`. */
  readonly bodyOptional?: boolean
  readonly answer: { readonly status: number; readonly schema: Schema }
  /** Moves money: the same request twice must be told from two requests. */
  readonly idempotent?: boolean
  readonly example?: { readonly body?: unknown; readonly answer?: unknown }
  readonly run: (work: PublicWork) => Promise<unknown>
}

interface Declaration<Params, Query, Body> extends Omit<PublicCall, 'params' | 'query' | 'body' | 'run'> {
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: Schema<Body>
  readonly run: (work: PublicWork<Params, Query, Body>) => Promise<unknown>
}

export const publicCall = <Params = unknown, Query = unknown, Body = undefined>(
  declaration: Declaration<Params, Query, Body>,
): PublicCall => ({ ...declaration, run: declaration.run as PublicCall['run'] })
