// @ts-check
import './node-version.mjs'
import { build } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runProgram } from './run-program.mjs'

/** The first day in production: TLS at a proxy, a PostgreSQL elsewhere, from the first administrator to the first payment. */
ensureInstalled()
await build()
// Each step stands on those before it: the first that fails says why, the rest would only say so again.
process.exitCode = await runProgram('vitest', ['run', '--project', 'production', '--bail', '1'], {
  NODE_ENV: 'test',
})
