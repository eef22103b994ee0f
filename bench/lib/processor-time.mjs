import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100
const afterName = /\) (.*)$/s

function statOf(pid) {
  try {
    const [, rest = ''] = afterName.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    const fields = rest.split(' ')
    return {
      parent: Number(fields[1]),
      ms: ((Number(fields[11]) + Number(fields[12])) * 1_000) / ticksPerSecond,
      endedMs: ((Number(fields[13]) + Number(fields[14])) * 1_000) / ticksPerSecond,
    }
  } catch {
    return undefined
  }
}

/**
 * Processor time a process has used so far, in ms: on a busy machine the only time that says something. Linux only.
 * @param {number} pid
 */
export const processorMs = (pid) => statOf(pid)?.ms ?? 0

/**
 * The same of a process with everything it has started, and what that started.
 * @param {number} pid
 */
export function familyMs(pid) {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), ...statOf(name) }))
  const spent = ({ pid: parent, ms = 0, endedMs = 0 }) =>
    all.filter((each) => each.parent === parent).reduce((sum, each) => sum + spent(each), ms + endedMs)
  return spent({ pid, ...statOf(pid) })
}

/**
 * The same of the database in a data folder, with all its connections. Those that ended count too, or the end of an
 * autovacuum worker within a minute reads as time given back.
 * @param {string} dataDir
 */
export function databaseMs(dataDir) {
  const [postmaster] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, ...statOf(pid) }))
    .filter(({ pid, parent }) => pid === postmaster || parent === Number(postmaster))
    .reduce((sum, { pid, ms = 0, endedMs = 0 }) => sum + ms + (pid === postmaster ? endedMs : 0), 0)
}
