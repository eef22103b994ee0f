import type { Access } from '@signalbox/model/policy'
import type { TemplateType } from '@signalbox/model/template'
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

/** One screen serves the six kinds of templates. */
const templates = (type: TemplateType) => async (): ReturnType<Screen['load']> => {
  const { templatesScreen } = await import('./templates/templates-screen.tsx')
  return { default: templatesScreen(type) }
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
    path: '/templates/email',
    title: 'E-mail templates',
    group: 'Templates',
    icon: 'mail',
    access: 'template-email.view',
    load: templates('email'),
  },
  {
    path: '/templates/script',
    title: 'Script templates',
    group: 'Templates',
    icon: 'code',
    access: 'template-script.view',
    load: templates('script'),
  },
  {
    path: '/templates/html',
    title: 'HTML templates',
    group: 'Templates',
    icon: 'globe',
    access: 'template-html.view',
    load: templates('html'),
  },
  {
    path: '/templates/sql',
    title: 'SQL templates',
    group: 'Templates',
    icon: 'database',
    access: 'template-sql.view',
    load: templates('sql'),
  },
  {
    path: '/templates/mq',
    title: 'MQ templates',
    group: 'Templates',
    icon: 'send',
    access: 'template-mq.view',
    load: templates('mq'),
  },
  {
    path: '/templates/css',
    title: 'CSS templates',
    group: 'Templates',
    icon: 'palette',
    access: 'template-css.view',
    load: templates('css'),
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
