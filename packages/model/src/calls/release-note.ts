import * as z from 'zod/mini'
import { releaseNote, releaseNoteCategories, type ReleaseNoteCategory } from '../entities/release-note.ts'
import { endpoint } from '../field/endpoint.ts'
import { named } from '../field/named.ts'
import { operationEndpoints, resourceEndpoints } from '../field/resource.ts'

const categories = Object.keys(releaseNoteCategories) as [ReleaseNoteCategory, ...ReleaseNoteCategory[]]

export const newsSchema = named(
  'News',
  z.object({
    id: z.string(),
    release: z.string(),
    date: z.string(),
    title: z.string(),
    category: z.enum(categories),
    bodyMd: z.string(),
    publishedAt: z.string(),
    read: z.boolean(),
  }),
)
export type News = Readonly<z.infer<typeof newsSchema>>

/** As many as the widget shows. */
export const mostNews = 50

export const releaseNoteCalls = {
  ...resourceEndpoints(releaseNote),
  ...operationEndpoints(releaseNote),
}

export const newsCalls = {
  // Asked for by the header of every page, so it counts as the use of no role.
  read: endpoint('GET /news', {
    summary: 'Published release notes for the roles of the caller, the newest first',
    tag: releaseNote.plural,
    access: 'signedIn',
    scope: 'none',
    reply: z.object({ items: z.array(newsSchema), unread: z.number() }),
  }),
  markRead: endpoint('POST /news/read', {
    summary: 'Mark release notes as read by the caller; those the caller cannot see are ignored',
    tag: releaseNote.plural,
    access: 'signedIn',
    scope: 'none',
    body: z.strictObject({ ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(mostNews)) }),
    reply: z.object({ read: z.number() }),
  }),
}
