import { may, type AccessRule, type Subject } from './access.ts'
import { areaLabels, permissionWords, roleRemarks } from './policy-words.ts'
import { policy, type Permission } from './policy.ts'
import type { Role } from './roles.ts'

interface AllowedPermission {
  readonly permission: Permission
  readonly label: string
  /** Held roles that give it. */
  readonly through: readonly Role[]
}

export interface AreaAccess {
  readonly area: string
  readonly label: string
  /** Empty when the person can do nothing here. */
  readonly allowed: readonly AllowedPermission[]
}

const namedBy = ({ required = [], valid = [] }: AccessRule): readonly Role[] => [...required, ...valid]

/** Held roles that a rule names: what somebody uses when they use the permission. */
export const rolesThatCount = (rule: AccessRule, held: readonly Role[]): Role[] =>
  held.filter((role) => namedBy(rule).includes(role))

/** What somebody may do, area by area, read from the one table that decides it. */
export function effectiveAccess(subject: Subject): AreaAccess[] {
  return Object.entries<Record<string, AccessRule>>(policy).map(([area, verbs]) => {
    const words: Record<string, string> = permissionWords[area as keyof typeof policy]
    return {
      area,
      label: areaLabels[area as keyof typeof policy],
      allowed: Object.entries(verbs).flatMap(([verb, rule]) =>
        may(rule, subject)
          ? [
              {
                permission: `${area}.${verb}` as Permission,
                label: words[verb] ?? verb,
                through: rolesThatCount(rule, subject.roles),
              },
            ]
          : [],
      ),
    }
  })
}

/** One line about a role: what it is for, or the areas it opens. */
export function roleDescription(role: Role): string {
  const remark = roleRemarks[role]
  if (remark !== undefined) return remark
  const areas = effectiveAccess({ roles: [role], internalUser: true }).filter(
    ({ allowed }) => allowed.length > 0,
  )
  const changes = areas.filter(({ allowed }) =>
    allowed.some(({ permission }) => !permission.endsWith('.view')),
  )
  const list = (some: readonly AreaAccess[]) => some.map(({ label }) => label).join(', ')
  if (changes.length === 0) return `Sees ${list(areas)}`
  const onlySeen = areas.filter((area) => !changes.includes(area))
  return `Acts in ${list(changes)}` + (onlySeen.length > 0 ? `; sees ${list(onlySeen)}` : '')
}
