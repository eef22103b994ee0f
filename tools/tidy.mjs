// @ts-check
import './node-version.mjs'
import { ensureInstalled } from './install.mjs'
import { runProgram } from './run-program.mjs'

ensureInstalled()
const linted = await runProgram('oxlint', ['--type-aware', '--fix'])
const formatted = await runProgram('oxfmt', [])
process.exitCode = linted === 0 && formatted === 0 ? 0 : 1
