import { mayAccess } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'

/** Customer service without another role finds what it is told of and cannot look around. */
export const isLimitedSearch = (roles: readonly Role[]): boolean =>
  !mayAccess(['transactions.view', 'transaction-detail.view'], {
    roles: roles.filter((role) => role !== 'AGENT'),
    internalUser: false,
  })
