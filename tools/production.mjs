// @ts-check
import './node-version.mjs'
import { build } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { runProgram } from './run-program.mjs'

/** The first day in production: TLS at a proxy, a PostgreSQL elsewhere, from the first administrator to the first payment. */
ensureInstalled()
await build()
process.exitCode = await runProgram('vitest', ['run', '--project', 'production'], { NODE_ENV: 'test' })
