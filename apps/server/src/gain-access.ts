import type { Settings } from './config.ts'
import { findReportLogin, UntriedLogin, type DatabaseRoles } from './kit/database-roles.ts'
import type { KeyRing } from './kit/key-ring.ts'
import { openKeyRing, UnknownMasterKey, type MasterKeys } from './kit/open-key-ring.ts'
import { withClient } from './kit/with-client.ts'
import { powerOf } from './kit/login-power.ts'
import { withLogin, type DatabaseLogin } from './kit/login-url.ts'
import { isMigratedByOthers, migrate, pendingNames, UnreleasedDatabase } from './kit/migrate.ts'
import { unreachable } from './kit/reach-database.ts'
import { sqlState } from './kit/transaction.ts'
import { StartupError } from './startup-error.ts'

export interface DatabaseAccess {
  readonly keys: KeyRing
  /** What the server works with. */
  readonly url: string
  /** What takes jobs from the queue. */
  readonly queueUrl: string
  readonly ownerUrl: string
  readonly reportUrl: string | undefined
  readonly applied: readonly string[]
  readonly warnings: readonly string[]
}

const insufficientPrivilege = '42501'

type AccessSettings = Pick<
  Settings,
  'dataDir' | 'databaseUrl' | 'migrationDatabaseUrl' | 'masterKey' | 'oldMasterKeys'
>

interface Prepared {
  readonly applied: readonly string[]
  readonly roles: DatabaseRoles
  readonly keys: KeyRing
}

/** Whatever keeps us from the database is for whoever set its address, and told in one line. */
async function reach(url: string, setting: string): Promise<void> {
  const found = await unreachable(url)
  if (found) throw new StartupError(`The database at ${setting} cannot be reached: ${found.reason}`)
}

const userOf = (url: string): Promise<string> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>('select session_user::text as name')
    return rows[0]?.name ?? ''
  })

/** Of a login that may not migrate: somebody else does, and has to have done so. */
async function asMigrated(url: string, masterKeys: MasterKeys): Promise<Prepared> {
  const pending = await pendingNames(url)
  if (pending.length > 0)
    throw new StartupError(
      `The database lacks migrations (${pending.join(', ')}), and the login of DATABASE_URL may not apply them. ` +
        'Run `npm run admin -- migrate` with MIGRATION_DATABASE_URL, or set it here.',
    )
  const keys = await withClient(url, (client) => openKeyRing(client, masterKeys))
  const report = await findReportLogin(url, keys)
  return { applied: [], roles: { app: undefined, jobs: undefined, report }, keys }
}

async function prepare(given: string, settings: AccessSettings): Promise<Prepared> {
  const { migrationDatabaseUrl, masterKey, oldMasterKeys } = settings
  const masterKeys: MasterKeys = [masterKey, ...oldMasterKeys]
  await reach(given, 'DATABASE_URL')
  if (migrationDatabaseUrl) {
    await reach(migrationDatabaseUrl, 'MIGRATION_DATABASE_URL')
    return migrate(migrationDatabaseUrl, masterKeys, { role: await userOf(given), url: given })
  }
  if (await isMigratedByOthers(given)) return asMigrated(given, masterKeys)
  return migrate(given, masterKeys).catch((error: unknown) => {
    if (sqlState(error) !== insufficientPrivilege) throw error
    throw new StartupError(
      'The login of DATABASE_URL may not make tables: set MIGRATION_DATABASE_URL to one that may.',
    )
  })
}

function warningsOf(power: string | undefined, report: DatabaseLogin | undefined): string[] {
  const warnings: string[] = []
  if (power)
    warnings.push(
      `The login the server works with ${power}: whoever gets a statement through could rewrite the audit log. ` +
        'Set MIGRATION_DATABASE_URL and give DATABASE_URL a login that owns nothing.',
    )
  if (!report) warnings.push('The database gives us no role for reports; SQL templates will not run.')
  return warnings
}

const unreleased = ({ begins }: UnreleasedDatabase, { dataDir, databaseUrl }: AccessSettings): string => {
  const [place, wayOut] = databaseUrl
    ? ['of DATABASE_URL', 'Set DATABASE_URL to an empty database and start again.']
    : [
        `in DATA_DIR (${dataDir})`,
        'Delete or rename that folder, or set DATA_DIR to another one, and start again.',
      ]
  return (
    `The database ${place} was made before the first release (its first migration is ${begins}) and cannot be ` +
    `upgraded. Nothing was changed. ${wayOut}`
  )
}

/**
 * Migrates by the owner's login and finds what the server works with: a login that owns nothing, made here where the
 * database lets us, or the one that was given.
 */
export async function gainAccess(settings: AccessSettings, given: string): Promise<DatabaseAccess> {
  const { applied, roles, keys } = await prepare(given, settings).catch((error: unknown) => {
    if (error instanceof UnreleasedDatabase) throw new StartupError(unreleased(error, settings))
    const isForOperator = error instanceof UnknownMasterKey || error instanceof UntriedLogin
    throw isForOperator ? new StartupError(error.message) : error
  })
  const url = roles.app ? withLogin(given, roles.app) : given
  return {
    keys,
    url,
    queueUrl: roles.jobs ? withLogin(given, roles.jobs) : url,
    ownerUrl: settings.migrationDatabaseUrl ?? given,
    reportUrl: roles.report && withLogin(given, roles.report),
    applied,
    warnings: warningsOf(await powerOf(url), roles.report),
  }
}
