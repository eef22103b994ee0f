import { withClient } from './with-client.ts'

/**
 * What a login could do beyond the rows of our tables, by itself or as somebody it is a member of; undefined when
 * nothing. Such a login could rewrite the audit log, whatever the server itself does with it.
 */
export const powerOf = (url: string): Promise<string | undefined> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ superuser: boolean; owner: boolean; roles: boolean }>(
      `select rolsuper as superuser, rolcreaterole or rolbypassrls as roles, exists (
         select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
         where nspname in ('public', 'graphile_worker', 'report') and pg_has_role(session_user, relowner, 'MEMBER')
       ) or exists (
         select from pg_database where datname = current_database() and pg_has_role(session_user, datdba, 'MEMBER')
       ) as owner from pg_roles where rolname = session_user`,
    )
    const [found] = rows
    if (found?.superuser) return 'is a superuser'
    if (found?.owner) return 'owns tables of this database'
    return found?.roles ? 'may make roles or pass by policies' : undefined
  })
