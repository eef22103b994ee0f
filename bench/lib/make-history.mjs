import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../apps/server/dist/seed.js')

/**
 * A data folder with payments as `npm run seed` makes them, or one that a variable names and that stays. A benchmark that
 * compares two sizes needs a variable for each: with one folder it would compare that with itself.
 */
export function makeHistory(transactions = 20_000, variable = 'BENCH_DATA_DIR') {
  const given = process.env[variable]
  if (given) return { dataDir: given, remove: () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  try {
    execFileSync(process.execPath, [program, '--transactions', String(transactions)], {
      env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', LOG_LEVEL: 'error' },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } catch (error) {
    remove()
    throw error
  }
  return { dataDir, remove }
}
