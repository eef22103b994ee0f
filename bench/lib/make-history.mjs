import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const program = join(import.meta.dirname, '../../apps/server/dist/seed.js')

/** A data folder with payments as `npm run seed` makes them, or one that `BENCH_DATA_DIR` names and that stays. */
export function makeHistory(transactions = 20_000) {
  const given = process.env.BENCH_DATA_DIR
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
