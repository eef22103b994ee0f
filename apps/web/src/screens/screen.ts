import type { Access } from '@signalbox/model/access/policy'
import type { Category } from '@signalbox/model/rules/decision-table'
import type { ComponentType } from 'react'

export type ScreenGroup =
  | 'Home'
  | 'Transactions'
  | 'Finance'
  | 'User accounts'
  | 'Store'
  | 'Rules hub'
  | 'Analytics'
  | 'Admin'
  | 'Templates'
  | 'Settings'
  | 'Help'
  | Category

export interface Screen {
  readonly path: `/${string}`
  readonly title: string
  readonly group: ScreenGroup
  /** Name of an icon of the local set. */
  readonly icon: string
  readonly access: Access
  /** Reached from another page and not from the menu. */
  readonly unlisted?: boolean
  /** The old back office had it: `/legacy` and its path show it as a classic grid. */
  readonly legacy?: boolean
  readonly load: () => Promise<{ default: ComponentType }>
}
