import type { Access } from '@signalbox/model/policy'
import type { ComponentType } from 'react'

export type ScreenGroup =
  | 'Home'
  | 'Transactions'
  | 'Finance'
  | 'User accounts'
  | 'KYC'
  | 'Store'
  | 'Rules'
  | 'Rules hub'
  | 'Analytics'
  | 'Admin'
  | 'Templates'
  | 'Settings'

export interface Screen {
  readonly path: `/${string}`
  readonly title: string
  readonly group: ScreenGroup
  /** Name of an icon of the local set. */
  readonly icon: string
  readonly access: Access
  readonly load: () => Promise<{ default: ComponentType }>
}

/** Table of contents of the console: router, menu, command palette and document titles follow from it. */
export const screens: readonly Screen[] = [
  {
    path: '/home',
    title: 'Home',
    group: 'Home',
    icon: 'home',
    access: 'signedIn',
    load: () => import('./home/home-screen.tsx'),
  },
  {
    path: '/admin/backoffice-users',
    title: 'Backoffice users',
    group: 'Admin',
    icon: 'users',
    access: 'backoffice-users.view',
    load: () => import('./admin/backoffice-users/backoffice-users-screen.tsx'),
  },
  {
    path: '/admin/merchant',
    title: 'Merchants',
    group: 'Admin',
    icon: 'building',
    access: 'merchant.view',
    load: () => import('./admin/merchant/merchant-screen.tsx'),
  },
  {
    path: '/admin/audit-log',
    title: 'Audit log',
    group: 'Admin',
    icon: 'shield',
    access: 'audit-log.view',
    load: () => import('./admin/audit-log/audit-log-screen.tsx'),
  },
  {
    path: '/admin/bank-mapping',
    title: 'Bank mapping',
    group: 'Admin',
    icon: 'bank',
    access: 'bank-mapping.view',
    load: () => import('./admin/bank-mapping/bank-mapping-screen.tsx'),
  },
  {
    path: '/settings',
    title: 'Settings',
    group: 'Settings',
    icon: 'settings',
    access: 'signedIn',
    load: () => import('./settings/settings-screen.tsx'),
  },
]
