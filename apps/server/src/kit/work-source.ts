import type { InboxItem } from '@signalbox/model/calls/inbox'
import type { AlertChannels } from '@signalbox/model/inbox/alert-channels'
import type { WorkKindName } from '@signalbox/model/inbox/work-kinds'
import type { Work } from './handle.ts'

/** Somebody work may wait for, with every merchant they serve. */
export type InboxReader = Pick<Work, 'tx' | 'user' | 'now' | 'deps'> & {
  readonly merchants: readonly number[]
  /** How they are told; absent, in the console. */
  readonly channel?: keyof AlertChannels
}

/** What a source says of one thing that waits; the rest is the same for all kinds. */
export type WaitingItem = Omit<InboxItem, 'kind' | 'merchant'>

/** Everything of a kind that waits for this person: what they may act on, and nothing where somebody else has to. */
export type WorkSource = (reader: InboxReader) => Promise<readonly WaitingItem[]>

export type WorkSources = Readonly<Record<WorkKindName, WorkSource>>
