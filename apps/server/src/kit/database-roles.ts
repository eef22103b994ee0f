import { hkdfSync } from 'node:crypto'
import type pg from 'pg'
import { grantReports } from './report-grants.ts'
import { sqlState } from './transaction.ts'

/** Reads and writes data, but cannot change or remove what the audit log and the books say. */
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

const insufficientPrivilege = '42501'

/** Runs what a server may not allow us; false when it does not. */
async function attempt(client: pg.Client, statement: string): Promise<boolean> {
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if (sqlState(error) === insufficientPrivilege) return false
    throw error
  }
}

async function ensureRole(client: pg.Client, role: string): Promise<boolean> {
  const known = await client.query('select 1 from pg_roles where rolname = $1', [role])
  if (known.rowCount) return true
  return attempt(client, `create role ${role} login noinherit nocreatedb nocreaterole`)
}

/**
 * Whoever makes a role may hand it out, but need not be allowed to act in it; and a role of this name may belong to
 * somebody else on the same server. So it is tried and not concluded.
 */
async function mayActAs(client: pg.Client, role: string): Promise<boolean> {
  const tryOn = () => attempt(client, `set role ${role}`)
  const may = (await tryOn()) || ((await attempt(client, `grant ${role} to current_user`)) && (await tryOn()))
  await client.query('reset role')
  return may
}

/** Idempotent, run after every migration so that new tables are covered without each migration saying so. */
export async function grantRoles(client: pg.Client, masterKey: Buffer): Promise<DatabaseRoles> {
  const app = (await ensureRole(client, appRole)) && (await mayActAs(client, appRole))
  if (!app) return { app, report: false }
  await client.query(`
    grant usage on schema public to ${appRole};
    grant select, insert, update, delete on all tables in schema public to ${appRole};
    grant execute on all functions in schema public to ${appRole};
    revoke update, delete, truncate on audit_entry, audit_anchor, journal_entry, posting, journal_seal from ${appRole};
    revoke insert, update, delete on schema_migration from ${appRole};`)
  const report =
    (await ensureRole(client, reportRole)) &&
    (await grantReports(client, appRole, reportRole, reportPassword(masterKey)))
  return { app, report }
}

/** Spaces as `%20`: some readers of addresses take a plus sign for one, others for itself. */
const withPlainSpaces = (url: URL): string => {
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}

/** The owner's connection acting as the app role from its first statement on. */
export function appUrl(ownerUrl: string, roles: DatabaseRoles): string {
  if (!roles.app) return ownerUrl
  const url = new URL(ownerUrl)
  const given = url.searchParams.get('options')
  url.searchParams.set('options', `${given ? `${given} ` : ''}-c role=${appRole}`)
  return withPlainSpaces(url)
}

/** A login of its own: a role that was merely assumed could be laid down again by the statement it runs. */
export function reportUrl(ownerUrl: string, masterKey: Buffer): string {
  const url = new URL(ownerUrl)
  if (url.searchParams.has('user')) url.searchParams.set('user', reportRole)
  else url.username = reportRole
  if (url.hostname) url.password = reportPassword(masterKey)
  else url.searchParams.set('password', reportPassword(masterKey))
  return withPlainSpaces(url)
}
