import type { QueueCount } from '@signalbox/model/calls/approval'
import type { Severity, WidgetId } from '@signalbox/model/calls/home'
import type { Access } from '@signalbox/model/access/policy'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import type { WorkSources } from '../../kit/work-source.ts'

export interface HomeDeps {
  /** Null when the person never made any. */
  readonly recoveryCodesLeft: (
    tx: Tx,
    person: { id: string; homeMerchantId: number },
  ) => Promise<number | null>
  readonly sources: WorkSources
  readonly approvalQueues: (work: Work) => Promise<QueueCount[]>
  /** How long the page waits for any of its widgets before it goes without. */
  readonly timeoutMs?: number
}

export interface WidgetSource {
  readonly id: WidgetId
  readonly title: string
  readonly access: Access
  /** What the content depends on besides the time. Whoever has the same here is shown the same. */
  about(work: Work): unknown
  readonly freshMs?: number
  load(work: Work, deps: HomeDeps): Promise<{ severity: Exclude<Severity, 'late' | 'failed'>; data: unknown }>
}
