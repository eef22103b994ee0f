import type { Subject } from '@signalbox/model/access/access'
import { mayAccess } from '@signalbox/model/access/policy'
import { roles, type Role } from '@signalbox/model/access/roles'
import { describe, expect, test } from 'vitest'
import { screens as allScreens } from '../../screens/index.ts'
import { allowedScreens, menuAllows, menuGroups } from './menu.ts'

const screens = allScreens.filter(({ unlisted }) => !unlisted)

const holding = (...held: Role[]): Subject => ({ roles: held, internalUser: false })
const pathsFor = (subject: Subject) => allowedScreens(screens, subject).map(({ path }) => path)

describe('the menu', () => {
  test('shows pages for everybody to somebody without a role', () => {
    expect(pathsFor(holding())).toEqual(['/home', '/settings', '/help'])
  })

  test('shows a page to holders of one of its roles only', () => {
    expect(menuAllows('audit-log.view', holding('AUDIT_VIEWER'))).toBe(true)
    expect(menuAllows('audit-log.view', holding('KYC_ADMIN'))).toBe(false)
  })

  test('shows a page with several permissions to holders of any', () => {
    expect(menuAllows(['audit-log.view', 'merchant.view'], holding('BAMBORA_OB_ADMIN'))).toBe(true)
  })

  test.each(roles)('offers %s nothing the server would refuse', (role) => {
    const subject = holding(role)
    for (const { access } of allowedScreens(screens, subject)) expect(mayAccess(access, subject)).toBe(true)
  })

  test('leaves out groups without an allowed page and keeps the order', () => {
    const groups = menuGroups(allowedScreens(screens, holding('AUDIT_VIEWER')))
    expect(groups.map(({ group }) => group)).toEqual(['Home', 'Admin', 'Settings', 'Help'])
    expect(groups[1]?.screens.map(({ path }) => path)).toEqual(['/admin/audit-log'])
  })
})
