import * as z from 'zod/mini'
import { endpoint } from '../field/endpoint.ts'

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

/** The id of a server-sent event: up to where everything was told, and when that was. */
export const livePoint = /^(\d{1,19})-(\d{1,15})$/

/**
 * Names of the server-sent events. `beat` says with its id that everything up to there was told. `resync` answers a reconnect that cannot be told what it missed: everything on
 * screen may be old. After `signed-out` the stream ends.
 */
export type LiveEventName = 'beat' | 'change' | 'resync' | 'signed-out'

const tag = 'Live events'

const countersSchema = z.object({
  approve: z.optional(z.object({ first: z.number(), second: z.number(), onHold: z.number() })),
  investigate: z.optional(z.object({ open: z.number(), mine: z.number() })),
  alerts: z.optional(z.number()),
  /** Changes that wait for a second person. */
  pendingGrants: z.optional(z.number()),
  /** Rule changes the caller may approve: versions by the page of their table, and change sets as a whole. */
  rules: z.optional(z.object({ tables: z.record(z.string(), z.number()), changeSets: z.number() })),
})
/** Numbers of the menu's badges and the bell. A member is absent when the caller has nothing to do with it. */
export type Counters = z.infer<typeof countersSchema>

export const eventCalls = {
  stream: endpoint('GET /events', {
    summary: 'Server-sent events about changes in scope; resumes after Last-Event-ID, or `since`',
    tag,
    access: 'signedIn',
    query: z.object({ since: z.optional(z.string().check(z.regex(livePoint))) }),
    reply: 'stream',
  }),
  counters: endpoint('GET /counters', {
    summary: 'Work that waits, for badges',
    tag,
    access: 'signedIn',
    reply: countersSchema,
  }),
}
