import type { Inheritance } from '@signalbox/model/rules/rule'

export const platform = 1000
export const northlight = 100010000
export const sweden = 100010001
export const finland = 100010002
export const aurora = 100010003

/** Cells as people type them. */
type Texts = Readonly<Record<string, string>>

export interface DemoRow {
  readonly name: string
  readonly when: Texts
  readonly says: Texts
  readonly note?: string
  readonly enabled?: boolean
}

export interface DemoContent {
  readonly name: string
  readonly note?: string
  readonly priority?: number
  readonly inherit?: Inheritance
  readonly preconditions?: Texts
  readonly rows: readonly DemoRow[]
}

export interface DemoRuleset extends DemoContent {
  readonly merchantId: number
  readonly table: string
}

export const row = (
  name: string,
  when: Texts,
  says: Texts,
  more: Pick<DemoRow, 'note' | 'enabled'> = {},
): DemoRow => ({ name, when, says, ...more })
