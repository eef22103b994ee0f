import { createHash, hkdfSync } from 'node:crypto'
import pg from 'pg'
import { grantApp, grantQueue } from './app-grants.ts'
import { withLogin, type DatabaseLogin } from './login-url.ts'
import { whyUnreachable } from './reach-database.ts'
import { grantReports } from './report-grants.ts'
import { sqlState } from './transaction.ts'

export interface DatabaseRoles {
  /** What the server works with, and owns nothing; undefined where an external server lets us make no login. */
  readonly app: DatabaseLogin | undefined
  /** Takes jobs from the queue, whose payloads the other cannot read. */
  readonly jobs: DatabaseLogin | undefined
  /** Runs people's SQL templates: sees allow-listed views and nothing else. Without it they refuse to run. */
  readonly report: DatabaseLogin | undefined
}

const insufficientPrivilege = '42501'

/** Every node derives the same password from the same key, so nothing has to be stored or shared. */
const passwordOf = (key: Buffer, use: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', use, 24)).toString('hex')

export const appLogin = (key: Buffer): DatabaseLogin => ({
  role: 'signalbox_app',
  password: passwordOf(key, 'app role'),
})

export const jobsLogin = (key: Buffer): DatabaseLogin => ({
  role: 'signalbox_jobs',
  password: passwordOf(key, 'jobs role'),
})

export const reportLogin = (key: Buffer): DatabaseLogin => ({
  role: 'signalbox_report',
  password: passwordOf(key, 'report role'),
})

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

/** Says of a role which platform it serves, without saying its password. */
const markOf = ({ password }: DatabaseLogin): string =>
  `Signalbox ${createHash('sha256').update(password).digest('hex').slice(0, 12)}`

/**
 * Roles belong to the whole server. Where another platform on it has one of our name, ours gets a name of its own:
 * taking that one over would shut the other platform out.
 */
async function unclaimed(client: pg.Client, login: DatabaseLogin): Promise<DatabaseLogin> {
  const { rows } = await client.query<{ mark: string | null }>(
    `select shobj_description(oid, 'pg_authid') as mark from pg_roles where rolname = $1`,
    [login.role],
  )
  const mark = rows[0]?.mark
  return !mark?.startsWith('Signalbox ') || mark === markOf(login) ? login : ownName(login)
}

const ownName = (login: DatabaseLogin): DatabaseLogin => ({
  ...login,
  role: `${login.role}_${markOf(login).slice(-12)}`,
})

/** The login for reports that somebody else has made, by one of the two names it may have. */
export async function findReportLogin(url: string, key: Buffer): Promise<DatabaseLogin | undefined> {
  const login = reportLogin(key)
  for (const candidate of [ownName(login), login]) if (await mayReport(withLogin(url, candidate))) return candidate
  return undefined
}

async function mayReport(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ may: boolean }>(
      `select has_schema_privilege(oid, 'usage') as may from pg_namespace where nspname = 'report'`,
    )
    return rows[0]?.may === true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function ensureLogin(client: pg.Client, wanted: DatabaseLogin): Promise<DatabaseLogin | undefined> {
  const login = await unclaimed(client, wanted)
  const known = await client.query('select 1 from pg_roles where rolname = $1', [login.role])
  const made =
    known.rowCount ||
    (await attempt(client, `create role ${login.role} login noinherit nocreatedb nocreaterole`))
  const isOurs =
    made &&
    (await attempt(client, `alter role ${login.role} login noinherit password '${login.password}'`)) &&
    (await attempt(client, `comment on role ${login.role} is '${markOf(login)}'`))
  return isOurs ? login : undefined
}

/** Idempotent, run after every migration so that new tables are covered without each migration saying so. */
export async function grantRoles(
  client: pg.Client,
  { ownerUrl, key }: { readonly ownerUrl: string; readonly key: Buffer },
): Promise<DatabaseRoles> {
  const app = await ensureLogin(client, appLogin(key))
  const jobs = app && (await ensureLogin(client, jobsLogin(key)))
  if (app) await grantApp(client, app.role)
  if (jobs) await grantQueue(client, jobs.role)
  const report = await reportRole(client, key, app?.role)
  // A server, or a pooler in front of it, may let in those only whom its own lists name.
  const isLetIn = app && jobs && !(await whyUnreachable(withLogin(ownerUrl, app)))
  return isLetIn ? { app, jobs, report } : { app: undefined, jobs: undefined, report }
}

/** For an app login that somebody else has made. */
export async function grantGivenRole(client: pg.Client, role: string, key: Buffer): Promise<DatabaseRoles> {
  await grantApp(client, role)
  await grantQueue(client, role)
  return { app: undefined, jobs: undefined, report: await reportRole(client, key, role) }
}

/** Fencing reports in takes rights away from everybody, so there has to be a role of the application that keeps them. */
async function reportRole(
  client: pg.Client,
  key: Buffer,
  appRole: string | undefined,
): Promise<DatabaseLogin | undefined> {
  const report = appRole === undefined ? undefined : await ensureLogin(client, reportLogin(key))
  return appRole !== undefined && report && (await grantReports(client, appRole, report.role))
    ? report
    : undefined
}
