import type { PageLink } from '../../../kit/session/allowed-pages.ts'

export const pagesAt = (paths: readonly string[]): PageLink[] =>
  paths.map((path) => ({ path, title: path, group: 'Admin', icon: 'file' }))

/** Whoever may open whatever Home speaks of. */
export const everyPage = pagesAt([
  '/admin/api-clients',
  '/admin/audit-log',
  '/admin/backoffice-users',
  '/admin/maintenance',
  '/admin/invoice',
  '/approve',
  '/finance/balance',
  '/finance/settlements',
  '/help',
  '/investigate',
  '/kyc/search',
  '/settings',
  '/transactions',
  '/voucher/read',
])
