import { randomBytes } from 'node:crypto'
import { parseArgs } from 'node:util'
import { uuid7Factory } from '@signalbox/model/text/uuid7'
import { buildApp } from '@signalbox/server/app'
import { readConfig, type Config } from '@signalbox/server/config'
import { fillHistory, planHistory } from './demo/history/fill-history.ts'
import { learnSizes } from './demo/history/history-store.ts'
import { seedDemo } from './demo/seed-demo.ts'
import { seedDefaults } from '@signalbox/server/seed-defaults'
import { seedDemoTemplates } from '@signalbox/server/setup/template/seed-templates'
import { userFormats } from '@signalbox/server/people/userdata/read-model'
import { createDatabase, createPool } from '@signalbox/server/kit/database'
import { createLog } from '@signalbox/server/kit/logger'
import { secretBox } from '@signalbox/server/kit/secret-box'
import type { KitDeps } from '@signalbox/server/kit/unit-of-work'
import { auditKey, type OpenDatabase } from '@signalbox/server/open-database'
import { StartupError } from '@signalbox/server/startup-error'
import { withDatabase } from '@signalbox/server/with-database'

const usage = `Usage: npm run seed -- --transactions NUMBER [--seed NUMBER] [--beside-real]

Fills the database with generated payments of the demo merchants until there are as many.
--seed gives other payments, --beside-real also writes where there are payments that nobody generated.`

const wholeNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined

function readOptions() {
  const { values } = parseArgs({
    options: {
      transactions: { type: 'string' },
      seed: { type: 'string' },
      'beside-real': { type: 'boolean', default: false },
    },
  })
  const [transactions, seed] = [wholeNumber(values.transactions), wholeNumber(values.seed)]
  if (!transactions || (values.seed !== undefined && seed === undefined)) throw new StartupError(usage)
  return { transactions, besideReal: values['beside-real'], ...(seed !== undefined && { seed }) }
}

const log = createLog('warn')
const settings = readConfig()

/** Nobody else is here, so the database may work as many batches at once as this program has ready. */
const writers = 3

/** Says how far it is about once a second. */
function progressPrinter(startedAt: number) {
  let saidAt = startedAt
  return ({ payments, rows }: { payments: number; rows: number }): void => {
    if (Date.now() - saidAt < 1_000) return
    saidAt = Date.now()
    const perSecond = Math.round(rows / ((saidAt - startedAt) / 1_000))
    console.log(`${payments} transactions, ${rows} rows, ${perSecond} rows/s`)
  }
}

async function seed(database: OpenDatabase): Promise<void> {
  const config: Config = { ...settings, masterKey: database.keys }
  const options = readOptions()
  const deps: KitDeps = {
    db: database.db,
    now: () => new Date(),
    newId: uuid7Factory({ now: () => Date.now(), random: (length) => randomBytes(length) }),
    auditKey: auditKey(config.masterKey),
    log,
    userFormats,
  }
  await seedDefaults(deps)
  await seedDemo(deps, seedDemoTemplates, secretBox(config.masterKey))
  const app = await buildApp({ config, deps, database })
  try {
    const { deps: machineDeps } = app.payments.machine
    if (!(await planHistory(machineDeps, options)))
      throw new StartupError(
        'There are real payments here. Add --beside-real to write generated ones beside them.',
      )
    const startedAt = Date.now()
    const { payments, rows } = await fillHistory(machineDeps, {
      writers,
      onProgress: progressPrinter(startedAt),
    })
    const owner = createDatabase(createPool({ url: database.ownerUrl, max: 1 }))
    try {
      await learnSizes(owner)
    } finally {
      await owner.destroy()
    }
    const seconds = Math.max(0.001, (Date.now() - startedAt) / 1_000)
    console.log(
      `${payments} transactions written, ${rows} rows in ${seconds.toFixed(1)} s, ${Math.round(rows / seconds)} rows/s`,
    )
  } finally {
    await app.close()
  }
}

function explain(error: unknown): string {
  if (error instanceof StartupError) return error.message
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return `${error.message}\n\n${usage}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

try {
  readOptions()
  if (settings.environment === 'production')
    throw new StartupError('Generated payments do not belong into production.')
  await withDatabase(settings, log, seed)
} catch (error) {
  console.error(explain(error))
  process.exitCode = 1
}
