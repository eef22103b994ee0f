import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hasErrorCode } from '../error-code.ts'

export interface ProcessFacts {
  readonly name: string
  /** Differs between two processes that had the same number one after the other, even across a reboot. */
  readonly startedAt: string
}

/** What is known about a living process. A zombie holds nothing any more, so it counts as dead. */
export function inspectProcess(pid: number): ProcessFacts | undefined {
  if (process.platform === 'linux') return inspectProc(pid)
  if (process.platform === 'win32') return inspectBySignal(pid)
  return inspectPs(pid)
}

/** Processes that work inside a folder; a PostgreSQL process always works inside its data folder. Linux only. */
export function processesWorkingIn(dir: string): number[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((pid) => workingDir(pid) === dir)
}

export function workingDir(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

function inspectProc(pid: number): ProcessFacts | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name stands in brackets and may itself hold spaces and brackets.
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return { name, startedAt: `${boot}/${rest[18]}` }
  } catch {
    return undefined
  }
}

function inspectPs(pid: number): ProcessFacts | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [, state, startedAt, name] = /^(\S+)\s+(\w+ \w+ +\d+ [\d:]+ \d+)\s+(.*)$/.exec(line.trim()) ?? []
    if (!state || !startedAt || !name || state.startsWith('Z')) return undefined
    return { name, startedAt }
  } catch {
    return undefined
  }
}

function inspectBySignal(pid: number): ProcessFacts | undefined {
  try {
    process.kill(pid, 0)
    return { name: '', startedAt: '' }
  } catch (error) {
    return hasErrorCode(error, 'EPERM') ? { name: '', startedAt: '' } : undefined
  }
}
