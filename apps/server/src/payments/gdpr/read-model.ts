import { sql } from 'kysely'
import type { Role } from '@signalbox/model/access/roles'
import type { Tx } from '../../kit/database.ts'
import type { Condition } from '../../kit/entity-filter.ts'
import {
  isRestricted,
  notRestricted,
  restrictedAmong,
  restrictedSubjects,
  type Person,
} from './request-store.ts'

export { erasuresDue } from './due.ts'
export type { RetentionYears } from './standing.ts'

/** Those who deal with requests, and those who check on them, still see people who are about to be erased. */
const seeing: readonly Role[] = ['GDPR_ADMIN', 'AUDIT_VIEWER']

const seesAll = (roles: readonly Role[]): boolean => roles.some((role) => seeing.includes(role))

/** What a row about a user must be for these roles to see it; nothing when they see all. */
export const unlessRestricted = (
  roles: readonly Role[],
  columns: { readonly merchant: string; readonly user: string },
): Condition | undefined => (seesAll(roles) ? undefined : notRestricted(columns.merchant, columns.user))

/** The same for rows `t` that are about a user only sometimes. */
export const unlessAboutRestricted = (roles: readonly Role[]): Condition => {
  const seen = unlessRestricted(roles, { merchant: 't.merchant_id', user: 't.user_id' })
  return seen ? sql<boolean>`(t.user_id is null or ${seen})` : sql<boolean>`true`
}

/** By their pseudonyms, as the audit log knows them. */
export const restrictedFrom = async (tx: Tx, roles: readonly Role[]): Promise<ReadonlySet<string>> =>
  seesAll(roles) ? new Set() : new Set(await restrictedSubjects(tx))

/** The same about one person, where there is no row to put a condition on. */
export const isHiddenFrom = async (tx: Tx, roles: readonly Role[], person: Person): Promise<boolean> =>
  !seesAll(roles) && (await isRestricted(tx, person))

/** Those of some people whom these roles do not see. */
export const hiddenAmong = async (
  tx: Tx,
  roles: readonly Role[],
  people: readonly Person[],
): Promise<readonly Person[]> => (seesAll(roles) ? [] : restrictedAmong(tx, people))
