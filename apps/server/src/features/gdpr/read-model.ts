import type { Role } from '@signalbox/model/roles'
import type { Condition } from '../../kit/entity-filter.ts'
import { notRestricted } from './request-store.ts'

/** Those who deal with requests, and those who check on them, still see people who are about to be erased. */
const seeing: readonly Role[] = ['GDPR_ADMIN', 'AUDIT_VIEWER']

/** What a row about a user must be for these roles to see it; nothing when they see all. */
export const unlessRestricted = (
  roles: readonly Role[],
  columns: { readonly merchant: string; readonly user: string },
): Condition | undefined =>
  roles.some((role) => seeing.includes(role)) ? undefined : notRestricted(columns.merchant, columns.user)
