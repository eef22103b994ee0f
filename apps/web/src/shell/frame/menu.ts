import { menuShows, type Subject } from '@signalbox/model/access/access'
import { mayAccess, ruleOf, type Access, type Permission } from '@signalbox/model/access/policy'
import type { Screen, ScreenGroup } from '../../screens/screen.ts'

/** The menu's own rule. It is cosmetic; a page that opens must also pass the check the server makes. */
export function menuAllows(access: Access, subject: Subject): boolean {
  if (access === 'public' || access === 'signedIn') return true
  const permissions: readonly Permission[] = typeof access === 'string' ? [access] : access
  return permissions.some((permission) => menuShows(ruleOf(permission), subject))
}

export const allowedScreens = (screens: readonly Screen[], subject: Subject): Screen[] =>
  screens.filter(({ access }) => menuAllows(access, subject) && mayAccess(access, subject))

export interface MenuGroup {
  readonly group: ScreenGroup
  readonly screens: readonly Screen[]
}

/** Groups in the order of the first page of each; a group without an allowed page does not appear. */
export function menuGroups(allowed: readonly Screen[]): MenuGroup[] {
  const groups = new Map<ScreenGroup, Screen[]>()
  for (const screen of allowed) groups.set(screen.group, [...(groups.get(screen.group) ?? []), screen])
  return [...groups].map(([group, screens]) => ({ group, screens }))
}
