import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Refusal } from '@signalbox/model/text/refusal'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { readConfig } from './config.ts'
import { adminRoles } from './people/user/admin-roles.ts'
import { rebuildAll } from './insight/analytics/read-model.ts'
import { identityDeps } from './people/identity/read-model.ts'
import { createAdmin } from './people/user/create-admin.ts'
import { userFormats } from './people/userdata/read-model.ts'
import { createDatabase, createPool } from './kit/database.ts'
import { createLog } from './kit/logger.ts'
import type { KitDeps } from './kit/unit-of-work.ts'
import { auditKey, type OpenDatabase } from './open-database.ts'
import { rotateKey, type RotationEnd } from './rotate-key.ts'
import { StartupError } from './startup-error.ts'
import { verifyAudit } from './verify-audit.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run admin -- create --username NAME --email ADDRESS [--first-name NAME] [--last-name NAME] [--another]

Makes an administrator and prints a link, good for one use, to choose the password.
--another makes one although there is an operator admin already.

       npm run admin -- migrate

Applies migrations with the login of MIGRATION_DATABASE_URL, for nodes that have only DATABASE_URL.

       npm run admin -- rebuild-analytics

Makes all figures of analytics anew from the payments, while servers run.

       npm run admin -- rotate-key

Makes MASTER_KEY the key in use instead of one in MASTER_KEYS_OLD, and seals everything anew while servers run.

       npm run admin -- verify-audit [--witnesses FILE]...

Recomputes the audit log and compares it with witnesses that were received elsewhere.`

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'Platform' },
      'last-name': { type: 'string', default: 'Administrator' },
      another: { type: 'boolean', default: false },
      witnesses: { type: 'string', multiple: true, default: [] },
    },
  })
  const { username, email } = values
  const [command] = positionals
  if (
    (command === 'migrate' || command === 'rotate-key' || command === 'rebuild-analytics') &&
    positionals.length === 1
  )
    return { command } as const
  if (command === 'verify-audit' && positionals.length === 1)
    return { command, files: values.witnesses } as const
  if (positionals.join(' ') !== 'create' || !username || !email) throw new StartupError(usage)
  const admin = { username, email, firstName: values['first-name'], lastName: values['last-name'] }
  return { command: 'create', admin, another: values.another } as const
}

type AdminArguments = ReturnType<typeof readArguments>

const log = createLog('warn')

/** The database is migrated as it is opened. */
const migrate = (): Promise<void> =>
  withDatabase(readConfig(), log, () => {
    console.log('The database is migrated.')
    return Promise.resolve()
  })

const kitDeps = ({ db, keys }: OpenDatabase): KitDeps => ({
  db,
  now: () => new Date(),
  newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
  auditKey: auditKey(keys),
  log,
  userFormats,
})

/** The rotation has ended all the same: these were lost before it, or need a key that was not given. */
function complain(unopened: readonly string[]): void {
  console.error(
    `${unopened.length} sealed text(s) could be opened with none of the keys and were left as they are:\n` +
      unopened.join('\n'),
  )
  process.exitCode = 1
}

const endings: Readonly<Record<RotationEnd['outcome'], string>> = {
  rotated:
    'Nothing that can be opened is sealed with the former key any more. Leave it in MASTER_KEYS_OLD for a day, ' +
    'run rotate-key once more, then remove it.',
  'sealed anew':
    'MASTER_KEY is the key in use already; what was still sealed with another one is sealed anew.',
  'nothing to do':
    'MASTER_KEY is the key in use already, and nothing that can be opened is sealed with another one.',
}

async function rotate(): Promise<void> {
  const settings = readConfig()
  await withDatabase(settings, log, async (database) => {
    const queue = createDatabase(createPool({ url: database.queueUrl, max: 1 }))
    try {
      const { outcome, unopened } = await rotateKey({
        deps: kitDeps(database),
        ring: database.keys,
        queue,
        beat: () => database.sayKey(),
        wanted: settings.masterKey,
        say: (line) => console.log(line),
      })
      console.log(endings[outcome])
      if (unopened.length > 0) complain(unopened)
    } finally {
      await queue.destroy()
    }
  })
}

const rebuildAnalytics = (): Promise<void> =>
  withDatabase(readConfig(), log, async (database) => {
    await rebuildAll(kitDeps(database), (line) => console.log(line))
    console.log('The figures of analytics are made anew.')
  })

async function verify({ files }: Extract<AdminArguments, { command: 'verify-audit' }>): Promise<void> {
  const settings = readConfig()
  await withDatabase(settings, log, async (database) => {
    const { ok, lines } = await verifyAudit(kitDeps(database), { dataDir: settings.dataDir, files })
    console.log(lines.join('\n'))
    if (!ok) process.exitCode = 1
  })
}

async function create({ admin, another }: Extract<AdminArguments, { command: 'create' }>): Promise<void> {
  const settings = readConfig()
  await withDatabase(settings, log, async (database) => {
    const deps = identityDeps({ ...settings, masterKey: database.keys }, kitDeps(database))
    const { link, expiresMinutes } = await createAdmin(deps, { ...admin, roles: adminRoles }, { another })
    console.log(
      `${admin.username} chooses a password here, once, within ${expiresMinutes / 60} hours:\n\n${link}\n`,
    )
  })
}

function run(given: AdminArguments): Promise<void> {
  switch (given.command) {
    case 'create':
      return create(given)
    case 'migrate':
      return migrate()
    case 'rebuild-analytics':
      return rebuildAnalytics()
    case 'rotate-key':
      return rotate()
    case 'verify-audit':
      return verify(given)
  }
}

/** One line that says what to do differently. */
function explain(error: unknown): string {
  if (error instanceof StartupError) return error.message
  if (error instanceof Refusal) {
    const problems = error.details.fields?.map(({ field, message }) => `--${field}: ${message}`)
    const hint = error.code === 'INVALID_STATE' ? ' Add --another to make one more.' : ''
    return problems?.join('\n') ?? `${error.message}${hint}`
  }
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')) {
    return `${error.message}\n\n${usage}`
  }
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  await run(readArguments())
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
