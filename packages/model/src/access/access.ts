import type { Role } from './roles.ts'

/** Who may use something. Roles are checked as a whole; `internal` asks for platform staff (home merchant at the top). */
export interface AccessRule {
  readonly required?: readonly Role[]
  readonly valid?: readonly Role[]
  readonly invalid?: readonly Role[]
  readonly internal?: boolean
}

export interface Subject {
  readonly roles: readonly Role[]
  readonly internalUser: boolean
}

/** The server's check: a rule that names nobody lets nobody in. */
export function may(rule: AccessRule, subject: Subject): boolean {
  const has = (role: Role) => subject.roles.includes(role)
  if (rule.internal && !subject.internalUser) return false
  if (!(rule.required ?? []).every(has)) return false
  if (rule.valid?.some(has)) return true
  if (rule.invalid) return !rule.invalid.some(has)
  return rule.valid === undefined && (rule.required?.length ?? 0) > 0
}

/**
 * The menu's check, which is cosmetic. An item without lists is for everyone; `invalid` counts only when it is
 * declared, otherwise an item that lists valid roles would be open to all.
 */
export function menuShows(rule: AccessRule, subject: Subject): boolean {
  const has = (role: Role) => subject.roles.includes(role)
  if (rule.internal && !subject.internalUser) return false
  const valid = rule.valid?.some(has) ?? false
  const rest = rule.invalid ? !rule.invalid.some(has) : !rule.valid
  return (rule.required ?? []).every(has) && (valid || rest)
}
