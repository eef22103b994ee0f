import * as z from 'zod/mini'
import { endpoint } from '../field/endpoint.ts'
import { workKindNames, type WorkKindName } from '../inbox/work-kinds.ts'
import { named } from '../field/named.ts'

const kind = z.enum(workKindNames as [WorkKindName, ...WorkKindName[]])

const inboxItemSchema = named(
  'InboxItem',
  z.object({
    kind,
    /** One of its kind. */
    id: z.string(),
    record: z.string(),
    part: z.nullable(z.string()),
    merchantId: z.number(),
    merchant: z.string(),
    title: z.string(),
    detail: z.string(),
    /** Since when it waits for this person, or for somebody like them. */
    since: z.string(),
    dueAt: z.nullable(z.string()),
    /** It is late, or cannot wait. */
    urgent: z.boolean(),
  }),
)
export type InboxItem = Readonly<z.infer<typeof inboxItemSchema>>

export const inboxSchema = named(
  'Inbox',
  z.object({
    /** What is urgent first, what is due first among it; then the newest. Of each kind as many as one looks through. */
    items: z.array(inboxItemSchema),
    /** All of them, also those that are not listed. */
    total: z.number(),
    counts: z.array(z.object({ kind, count: z.number() })),
  }),
)
export type Inbox = Readonly<z.infer<typeof inboxSchema>>

/** What notes that name people are written on. */
const mentionParts = ['transaction', 'case', 'ruleset'] as const
export type MentionPart = (typeof mentionParts)[number]

/** Ids of cases are the longest. */
const longestRecord = 36

const tag = 'Inbox'

export const inboxCalls = {
  // Asked for by the page itself again and again, so it counts as the use of no role.
  read: endpoint('GET /inbox', {
    summary: 'Items the caller can act on, at every merchant they serve',
    tag,
    access: 'signedIn',
    scope: 'none',
    reply: inboxSchema,
  }),
  seen: endpoint('POST /inbox/mention/seen', {
    summary: 'Mark the mentions of the caller on a record as read; refused if there are none',
    tag,
    access: 'signedIn',
    scope: 'none',
    body: z.strictObject({
      part: z.enum(mentionParts),
      record: z.string().check(z.minLength(1), z.maxLength(longestRecord)),
    }),
    /** How many waited. */
    reply: z.object({ seen: z.number() }),
  }),
}
