import { mayAccess, ruleOf, type Access, type Permission } from '@signalbox/model/access/policy'
import type { Role } from '@signalbox/model/access/roles'
import type { Subject } from '@signalbox/model/access/access'
import type { HelpAction } from '@signalbox/model/calls/help'
import { roleLabel } from '@signalbox/model/entities/user'

/** An answer before the pages of the guide that say more are added. */
export interface Draft {
  readonly text: string
  readonly actions?: readonly HelpAction[]
  readonly txId?: number
  /** What the guide is searched for, where that is not the question. */
  readonly about?: string
  readonly unknown?: boolean
}

/** Texts of PSPs and people are told as they are, not as marks of ours. */
export const asWritten = (text: string): string => text.replaceAll(/[\\`*_[\]|]/g, String.raw`\$&`)

/** "A", "A or B", "A, B or C". */
const oneOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

export const roleNames = (some: readonly Role[]): string => oneOf(some.map(roleLabel))

const rolesOf = (permission: Permission): string => {
  const { required = [], valid = [], internal = false } = ruleOf(permission)
  const all = required.map(roleLabel).join(' and ')
  const words = [all, valid.length > 0 ? roleNames(valid) : ''].filter(Boolean).join(', with ')
  return internal ? `${words}, of the platform's own staff` : words
}

/** Which roles open something, in words. */
export function neededFor(access: Access): string {
  if (access === 'public' || access === 'signedIn') return 'No role is needed.'
  const wanted: readonly Permission[] = typeof access === 'string' ? [access] : access
  return `Roles that may open it: ${wanted.map(rolesOf).join('; or ')}.`
}

/** Only pages the asker can open are offered. */
export const openable = (
  user: Subject,
  pages: readonly (HelpAction & { readonly access: Access })[],
): HelpAction[] =>
  pages.filter(({ access }) => mayAccess(access, user)).map(({ label, route }) => ({ label, route }))
