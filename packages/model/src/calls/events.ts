import * as z from 'zod/mini'
import { endpoint, type Schema } from '../endpoint.ts'

/**
 * What a browser hears about one change. It carries no record: whoever cares reads it again, with the rights they have
 * then. The same event may arrive twice after a reconnect; `id` tells.
 */
export interface LiveMessage {
  readonly id: string
  readonly merchantId: number
  /** Usually the slug of an entity. */
  readonly topic: string
  readonly key: string
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * Names of the server-sent events. `resync` answers a reconnect that cannot be told what it missed: everything on
 * screen may be old. After `signed-out` the stream ends.
 */
export type LiveEventName = 'change' | 'resync' | 'signed-out'

/** Numbers of the menu's badges and the bell. A member is absent when the caller has nothing to do with it. */
export interface Counters {
  readonly approve?: { readonly first: number; readonly second: number; readonly onHold: number }
  readonly investigate?: { readonly open: number; readonly mine: number }
  readonly alerts?: number
}

const tag = 'Live events'

export const eventCalls = {
  stream: endpoint('GET /events', {
    summary: 'Server-sent events about changes in scope; resumes after Last-Event-ID',
    tag,
    access: 'signedIn',
    reply: 'stream',
  }),
  counters: endpoint('GET /counters', {
    summary: 'Work that waits, for badges',
    tag,
    access: 'signedIn',
    reply: z.object({
      approve: z.optional(z.object({ first: z.number(), second: z.number(), onHold: z.number() })),
      investigate: z.optional(z.object({ open: z.number(), mine: z.number() })),
      alerts: z.optional(z.number()),
    }) as unknown as Schema<Counters>,
  }),
}
