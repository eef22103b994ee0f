import * as z from 'zod/mini'
import type { Access } from '../access/policy.ts'
import { maxPageSize, maxStart, defaultPageSize } from './paging.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Schema<T = unknown> = z.ZodMiniType<T, unknown>

/**
 * One call of the console API. Its key, `GET /user/{id}`, is also its name in the browser's client, which therefore
 * needs only the types of this file and none of its code.
 */
export interface Endpoint<
  Key extends string = string,
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Reply = unknown,
> {
  readonly key: Key
  readonly method: Method
  /** Below the console base; `{name}` marks a parameter. */
  readonly path: string
  readonly summary: string
  readonly tag: string
  readonly access: Access
  /** `merchant`: needs `?merchantId=` inside the caller's scope. `none`: about the caller or the platform. */
  readonly scope: 'merchant' | 'none'
  readonly params?: Schema<Params>
  readonly query?: Schema<Query>
  readonly body?: Schema<Body>
  readonly reply: Schema<Reply> | 'stream'
  /** A call that changes something leaves exactly this trace. `read` calls change nothing whatever their method. */
  readonly effect: 'read' | 'write'
  /** Bodies beyond the platform's 256 KiB, for imports. */
  readonly bodyLimit?: number
  /** Request or answer holds a secret, so nothing of it is kept: a second try is refused instead of replayed. */
  readonly confidential?: boolean
  /** Money may move: without an operation id, by which a second try is known, nothing is done. */
  readonly movesMoney?: boolean
  /** Members of the body in which a card number is asked for; anywhere else one is refused. */
  readonly cardFields?: readonly string[]
  /** It takes long and much: few at a time are let in, of one person and of all. */
  readonly heavy?: boolean
  /** It runs scripts, queries or rules for whoever asks: a few at a time of one person, so that others get their turn. */
  readonly computes?: boolean
  /** It adds up figures of a period: as many at a time of one person as a dashboard has charts. */
  readonly charts?: boolean
  readonly _types?: { params: Params; query: Query; body: Body; reply: Reply }
}

interface Declaration<Params, Query, Body, Reply> {
  summary: string
  tag: string
  access: Access
  scope?: 'merchant' | 'none'
  params?: Schema<Params>
  query?: Schema<Query>
  body?: Schema<Body>
  reply: Schema<Reply> | 'stream'
  effect?: 'read' | 'write'
  bodyLimit?: number
  confidential?: boolean
  movesMoney?: boolean
  heavy?: boolean
  computes?: boolean
  charts?: boolean
  cardFields?: readonly string[]
}

export function endpoint<
  const Key extends `${Method} /${string}`,
  Params = Record<never, never>,
  Query = Record<never, never>,
  Body = undefined,
  Reply = unknown,
>(key: Key, declaration: Declaration<Params, Query, Body, Reply>): Endpoint<Key, Params, Query, Body, Reply> {
  const space = key.indexOf(' ')
  const method = key.slice(0, space) as Method
  return {
    scope: 'merchant',
    effect: method === 'GET' ? 'read' : 'write',
    ...declaration,
    key,
    method,
    path: key.slice(space + 1),
  }
}

/** Query strings carry texts; numbers among them are read here. */
export const intParam = (min: number, max: number) =>
  z.pipe(
    z.transform((value: unknown) =>
      typeof value === 'string' && value.trim() !== '' ? Number(value) : value,
    ),
    z.int().check(z.gte(min), z.lte(max)),
  )

export const pageQuery = {
  start: z._default(intParam(0, maxStart), 0),
  limit: z._default(intParam(1, maxPageSize), defaultPageSize),
  cursor: z.optional(z.string().check(z.maxLength(500))),
  sort: z.optional(z.string().check(z.maxLength(100))),
}

export const pageOf = <T>(item: Schema<T>) =>
  z.object({
    items: z.array(item),
    start: z.number(),
    limit: z.number(),
    total: z.number(),
    totalCapped: z.boolean(),
    cursor: z.optional(z.string()),
  })

export const idParams = z.object({ id: z.string().check(z.maxLength(100)) })
