import { hkdfSync } from 'node:crypto'
import type pg from 'pg'
import { grantReports } from './report-grants.ts'
import { sqlState } from './transaction.ts'

/** Reads and writes data, but cannot change or remove what the audit log says. */
const appRole = 'signalbox_app'
/** Runs people's SQL templates: sees allow-listed views and nothing else. */
const reportRole = 'signalbox_report'

export interface DatabaseRoles {
  /** False where an external server does not let us make roles: the owner is used, and SQL templates refuse to run. */
  readonly app: boolean
  readonly report: boolean
}

/** Every node derives the same password from the same master key, so nothing has to be stored or shared. */
const reportPassword = (masterKey: Buffer): string =>
  Buffer.from(hkdfSync('sha256', masterKey, '', 'report role', 24)).toString('hex')

async function ensureRole(client: pg.Client, role: string): Promise<boolean> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (known.rowCount) return true
  try {
    await client.query(`create role ${role} login noinherit nocreatedb nocreaterole`)
    return true
  } catch (error) {
    const insufficientPrivilege = '42501'
    if (sqlState(error) === insufficientPrivilege) return false
    throw error
  }
}

/** Idempotent, run after every migration so that new tables are covered without each migration saying so. */
export async function grantRoles(client: pg.Client, masterKey: Buffer): Promise<DatabaseRoles> {
  const roles = { app: await ensureRole(client, appRole), report: await ensureRole(client, reportRole) }
  if (roles.app) {
    await client.query(`
      grant usage on schema public to ${appRole};
      grant select, insert, update, delete on all tables in schema public to ${appRole};
      grant execute on all functions in schema public to ${appRole};
      revoke update, delete, truncate on audit_entry, audit_anchor from ${appRole};
      revoke insert, update, delete on schema_migration from ${appRole};`)
    const member = await client.query<{ ok: boolean }>(
      `select pg_has_role(current_user, $1, 'member') as ok`,
      [appRole],
    )
    if (!member.rows[0]?.ok) await client.query(`grant ${appRole} to current_user`)
  }
  const report =
    roles.app && roles.report && (await grantReports(client, appRole, reportRole, reportPassword(masterKey)))
  return { ...roles, report }
}

/** The owner's connection acting as the app role from its first statement on. */
export function appUrl(ownerUrl: string, roles: DatabaseRoles): string {
  if (!roles.app) return ownerUrl
  const url = new URL(ownerUrl)
  url.searchParams.set('options', `-c role=${appRole}`)
  return url.href.replaceAll('+', '%20')
}

/** A login of its own: a role that was merely assumed could be laid down again by the statement it runs. */
export function reportUrl(ownerUrl: string, masterKey: Buffer): string {
  const url = new URL(ownerUrl)
  if (url.searchParams.has('user')) url.searchParams.set('user', reportRole)
  else url.username = reportRole
  if (url.hostname) url.password = reportPassword(masterKey)
  else url.searchParams.set('password', reportPassword(masterKey))
  return url.href.replaceAll('+', '%20')
}
