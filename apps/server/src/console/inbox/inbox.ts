import type { Inbox, InboxItem } from '@signalbox/model/calls/inbox'
import { workKind, workKindNames, type WorkKindName } from '@signalbox/model/inbox/work-kinds'
import { mayAccess } from '@signalbox/model/access/policy'
import { merchantNames } from './store.ts'
import type { InboxReader, WaitingItem, WorkSources } from '../../kit/work-source.ts'

/** Of each kind, so that many of one hide none of another; the rest is on the pages of its kind. */
const mostOfKind = 20

type Waiting = WaitingItem & { readonly kind: WorkKindName }

/** Urgent things by when they were due; all others by their age, the newest first. */
function byUrgency(one: Waiting, other: Waiting): number {
  if (one.urgent !== other.urgent) return one.urgent ? -1 : 1
  if (!one.urgent) return Date.parse(other.since) - Date.parse(one.since)
  return Date.parse(one.dueAt ?? one.since) - Date.parse(other.dueAt ?? other.since)
}

/** All that waits for somebody, whole and in order. */
export async function waitingFor(sources: WorkSources, reader: InboxReader): Promise<Waiting[]> {
  const open = workKindNames.filter((kind) => mayAccess(workKind(kind).access, reader.user))
  const found: Waiting[] = []
  // One after the other: a reader holds one connection, and each takes a few milliseconds.
  for (const kind of open) for (const item of await sources[kind](reader)) found.push({ ...item, kind })
  return found.toSorted(byUrgency)
}

export async function withNames(reader: InboxReader, waiting: readonly Waiting[]): Promise<InboxItem[]> {
  const names = await merchantNames(reader.tx, [...new Set(waiting.map(({ merchantId }) => merchantId))])
  return waiting.map((item) => ({ ...item, merchant: names.get(item.merchantId) ?? String(item.merchantId) }))
}

/** What waits for somebody, as the bell and Home show it. */
export async function readInbox(sources: WorkSources, reader: InboxReader): Promise<Inbox> {
  const waiting = await waitingFor(sources, reader)
  const ofKind = (kind: WorkKindName) => waiting.filter((item) => item.kind === kind)
  const listed = workKindNames.flatMap((kind) => ofKind(kind).slice(0, mostOfKind))
  return {
    items: await withNames(reader, listed.toSorted(byUrgency)),
    total: waiting.length,
    counts: workKindNames
      .map((kind) => ({ kind, count: ofKind(kind).length }))
      .filter(({ count }) => count > 0),
  }
}
