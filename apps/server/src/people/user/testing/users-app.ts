import type { Role } from '@signalbox/model/access/roles'
import type { Browser } from '../../identity/testing/browser.ts'
import { identityApp, type IdentityApp, type NewUser } from '../../identity/testing/identity-app.ts'
import { roleUse } from '../role-use.ts'
import { handlers } from '../routes.ts'

export const group = 100010000
export const brand = 100010001

export interface UsersApp extends IdentityApp {
  /** Somebody signed in with these roles. */
  as(roles: readonly Role[], more?: NewUser): Promise<Browser & { readonly userId: string }>
  /** A demo login, so that no second factor stands in the way of an edit. */
  person(roles: readonly Role[], more?: NewUser): Promise<{ id: string; username: string }>
  rolesOf(id: string): Promise<string[]>
}

/** The users feature with login and sessions beside it. */
export async function usersApp(): Promise<UsersApp> {
  const platform = await identityApp({ moreHandlers: (deps) => handlers(deps.config, deps, deps) })
  return {
    ...platform,
    as: async (roles, more = {}) => {
      const { browser, id } = await platform.signedIn({ roles, ...more })
      return Object.assign(browser, { userId: id })
    },
    person: (roles, more = {}) => platform.addUser({ roles, demo: true, ...more }),
    rolesOf: async (id) => {
      const row = await platform.db
        .selectFrom('backofficeUser')
        .select('roles')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return row.roles
    },
  }
}

/** What the pipeline would be told when somebody uses a call. */
export const useOf = (platform: IdentityApp) => roleUse(platform.deps)
