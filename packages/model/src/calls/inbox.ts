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
    /** What is urgent first, what is due first among it; then the newest. As many as one looks through. */
    items: z.array(inboxItemSchema),
    /** All of them, also those that are not listed. */
    total: z.number(),
    counts: z.array(z.object({ kind, count: z.number() })),
  }),
)
export type Inbox = Readonly<z.infer<typeof inboxSchema>>

const tag = 'Inbox'

export const inboxCalls = {
  // Asked for by the page itself again and again, so it counts as the use of no role.
  read: endpoint('GET /inbox', {
    summary: 'What waits for the caller at any merchant they serve, as far as they may act on it',
    tag,
    access: 'signedIn',
    scope: 'none',
    reply: inboxSchema,
  }),
  seen: endpoint('POST /inbox/mention/{id}/seen', {
    summary: 'Say that a note that names the caller was read; it no longer waits',
    tag,
    access: 'signedIn',
    scope: 'none',
    params: z.strictObject({ id: z.uuid() }),
    reply: z.object({ id: z.string(), seen: z.boolean() }),
  }),
}
