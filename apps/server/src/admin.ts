import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { Refusal } from '@signalbox/model/refusal'
import { uuid7Factory } from '@signalbox/model/uuid7'
import { readConfig } from './config.ts'
import { adminRoles } from './demo/demo-platform.ts'
import { identityDeps } from './features/identity/read-model.ts'
import { createAdmin } from './features/user/create-admin.ts'
import { userFormats } from './features/userdata/read-model.ts'
import { createLog } from './kit/logger.ts'
import { auditKey } from './open-database.ts'
import { StartupError } from './startup-error.ts'
import { withDatabase } from './with-database.ts'

const usage = `Usage: npm run admin -- create --username NAME --email ADDRESS [--first-name NAME] [--last-name NAME] [--another]

Makes an administrator and prints a link, good for one use, to choose the password.
--another makes one although there is an operator admin already.

       npm run admin -- migrate

Applies migrations with the login of MIGRATION_DATABASE_URL, for nodes that have only DATABASE_URL.`

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      username: { type: 'string' },
      email: { type: 'string' },
      'first-name': { type: 'string', default: 'Platform' },
      'last-name': { type: 'string', default: 'Administrator' },
      another: { type: 'boolean', default: false },
    },
  })
  const { username, email } = values
  const [command] = positionals
  if (command === 'migrate' && positionals.length === 1) return { command } as const
  if (positionals.join(' ') !== 'create' || !username || !email) throw new StartupError(usage)
  const admin = { username, email, firstName: values['first-name'], lastName: values['last-name'] }
  return { command: 'create', admin, another: values.another } as const
}

type Wish = ReturnType<typeof readArguments>

const log = createLog('warn')

/** The database is migrated as it is opened. */
const migrate = (): Promise<void> =>
  withDatabase(readConfig(), log, () => {
    console.log('The database is migrated.')
    return Promise.resolve()
  })

async function create({ admin, another }: Extract<Wish, { command: 'create' }>): Promise<void> {
  const config = readConfig()
  await withDatabase(config, log, async ({ db }) => {
    const deps = identityDeps(config, {
      db,
      now: () => new Date(),
      newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
      auditKey: auditKey(config.masterKey),
      log,
      userFormats,
    })
    const { link, expiresMinutes } = await createAdmin(deps, { ...admin, roles: adminRoles }, { another })
    console.log(
      `${admin.username} chooses a password here, once, within ${expiresMinutes / 60} hours:\n\n${link}\n`,
    )
  })
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
  const wish = readArguments()
  await (wish.command === 'migrate' ? migrate() : create(wish))
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
