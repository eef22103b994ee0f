import type pg from 'pg'
import { grantApp, grantQueue } from './app-grants.ts'
import { ringOf, type KeyRing, type MasterKey } from './key-ring.ts'
import { withLogin, type DatabaseLogin } from './login-url.ts'
import { unreachable } from './reach-database.ts'
import { grantReports } from './report-grants.ts'
import { databaseOf, markOf, possibleNames, revokeOthers, unclaimedName } from './role-names.ts'
import { scramVerifier } from './scram-verifier.ts'
import { sqlState } from './transaction.ts'
import { withClient } from './with-client.ts'

export interface DatabaseRoles {
  /** What the server works with, and owns nothing; undefined where an external server lets us make no login. */
  readonly app: DatabaseLogin | undefined
  /** Takes jobs from the queue, whose payloads the other cannot read. */
  readonly jobs: DatabaseLogin | undefined
  /** Runs people's SQL templates: sees allow-listed views and nothing else. Without it they refuse to run. */
  readonly report: DatabaseLogin | undefined
}

const insufficientPrivilege = '42501'

/** Passwords are kept keys: every node has the same, and nothing stands in the database that could be read. */
export const appLogin = (keys: MasterKey): DatabaseLogin => ({
  role: 'signalbox_app',
  password: ringOf(keys).kept('app role').toString('hex'),
})

export const jobsLogin = (keys: MasterKey): DatabaseLogin => ({
  role: 'signalbox_jobs',
  password: ringOf(keys).kept('jobs role').toString('hex'),
})

export const reportLogin = (keys: MasterKey): DatabaseLogin => ({
  role: 'signalbox_report',
  password: ringOf(keys).kept('report role').toString('hex'),
})

const loginsOf = (keys: MasterKey): readonly DatabaseLogin[] => [
  appLogin(keys),
  jobsLogin(keys),
  reportLogin(keys),
]

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

/** The login for reports that somebody else has made, by one of the names it may have. */
export async function findReportLogin(url: string, keys: KeyRing): Promise<DatabaseLogin | undefined> {
  const database = await withClient(url, databaseOf)
  for (const candidate of possibleNames(reportLogin(keys), database))
    if (await mayReport(withLogin(url, candidate))) return candidate
  return undefined
}

async function mayReport(url: string): Promise<boolean> {
  try {
    return await withClient(url, async (client) => {
      const { rows } = await client.query<{ may: boolean }>(
        `select has_schema_privilege(oid, 'usage') as may from pg_namespace where nspname = 'report'`,
      )
      return rows[0]?.may === true
    })
  } catch {
    return false
  }
}

async function ensureLogin(client: pg.Client, wanted: DatabaseLogin): Promise<DatabaseLogin | undefined> {
  const login = await unclaimedName(client, wanted)
  const mark = markOf(wanted, await databaseOf(client))
  const known = await client.query('select 1 from pg_roles where rolname = $1', [login.role])
  const made =
    known.rowCount ||
    (await attempt(client, `create role ${login.role} login noinherit nocreatedb nocreaterole`))
  const isOurs =
    made &&
    (await attempt(
      client,
      `alter role ${login.role} login noinherit password '${scramVerifier(login.password)}'`,
    )) &&
    (await attempt(client, `comment on role ${login.role} is '${mark}'`))
  return isOurs ? login : undefined
}

/** Whether a login would be let in could not be found out. To work as the owner instead would be no small matter. */
export class UntriedLogin extends Error {}

/** A server, or a pooler in front of it, may let in those only whom its own lists name. */
async function isLetIn(url: string, login: DatabaseLogin): Promise<boolean> {
  const found = await unreachable(withLogin(url, login))
  if (found && !found.isNotLetIn)
    throw new UntriedLogin(`The database could not be reached by its login ${login.role}: ${found.reason}`)
  return found === undefined
}

/** Idempotent, run after every migration so that new tables are covered without each migration saying so. */
export async function grantRoles(
  client: pg.Client,
  { url, keys }: { readonly url: string; readonly keys: KeyRing },
): Promise<DatabaseRoles> {
  const app = await ensureLogin(client, appLogin(keys))
  const jobs = app && (await ensureLogin(client, jobsLogin(keys)))
  if (app) await grantApp(client, app.role)
  if (jobs) await grantQueue(client, jobs.role)
  const report = await reportRole(client, keys, app?.role)
  await revokeOthers(client, loginsOf(keys))
  const areLetIn = app && jobs && (await isLetIn(url, app)) && (await isLetIn(url, jobs))
  return areLetIn ? { app, jobs, report } : { app: undefined, jobs: undefined, report }
}

/** For an app login that somebody else has made. */
export async function grantGivenRole(client: pg.Client, role: string, keys: KeyRing): Promise<DatabaseRoles> {
  await grantApp(client, role)
  await grantQueue(client, role)
  await revokeOthers(client, loginsOf(keys))
  return { app: undefined, jobs: undefined, report: await reportRole(client, keys, role) }
}

/** Fencing reports in takes rights away from everybody, so there has to be a role of the application that keeps them. */
async function reportRole(
  client: pg.Client,
  keys: KeyRing,
  appRole: string | undefined,
): Promise<DatabaseLogin | undefined> {
  const report = appRole === undefined ? undefined : await ensureLogin(client, reportLogin(keys))
  return appRole !== undefined && report && (await grantReports(client, appRole, report.role))
    ? report
    : undefined
}
