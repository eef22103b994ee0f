import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { dirname } from 'node:path'
import { askForDatabaseUrl } from './binaries.ts'

/**
 * PostgreSQL refuses to run as root. The ways around it, all without touching the machine's accounts:
 * `self` (we are not root), `user` (an account that exists), `namespace` (we stay the owner of the files but carry
 * another user number inside), `capabilities` (an account that may pass folders closed to it).
 */
export type RunAs =
  | { readonly kind: 'self' }
  | { readonly kind: 'user' | 'namespace' | 'capabilities'; readonly uid: number; readonly gid: number }

interface Account {
  readonly uid: number
  readonly gid: number
}

/** `existing` is a data folder whose owner should stay the same; `reachable` are paths the account must get to. */
export function chooseRunAs(existing: string, reachable: readonly string[]): RunAs {
  const uid = process.getuid?.()
  if (uid === undefined) return { kind: 'self' }
  if (uid !== 0) return hasAccount() ? { kind: 'self' } : inNamespace({ uid: 65_534, gid: 65_534 })

  const owner = ownerOf(existing)
  const account =
    (owner?.uid ? lookUp(String(owner.uid)) : undefined) ?? lookUp('postgres') ?? lookUp('nobody')
  if (!account)
    throw askForDatabaseUrl('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody".')
  const ownedByRoot = owner?.uid === 0
  if (!ownedByRoot && reachable.every((path) => canReach(account, path))) return { kind: 'user', ...account }
  return inNamespace(account)
}

function inNamespace(account: Account): RunAs {
  for (const kind of ['namespace', 'capabilities'] as const) {
    const runAs = { kind, ...account }
    const { command, args, options } = asUser(runAs, 'true', [])
    if (spawnSync(command, args, { ...options, stdio: 'ignore' }).status === 0) return runAs
  }
  throw askForDatabaseUrl(
    'PostgreSQL cannot run as root here: a parent of the data folder is closed to other users.',
  )
}

/** How to start a program under the chosen identity. */
export function asUser(runAs: RunAs, command: string, args: readonly string[]) {
  switch (runAs.kind) {
    case 'self':
      return { command, args: [...args], options: {} }
    case 'user':
      return { command, args: [...args], options: { uid: runAs.uid, gid: runAs.gid } }
    case 'namespace': {
      const map = [`--map-user=${runAs.uid}`, `--map-group=${runAs.gid}`]
      return { command: 'unshare', args: ['--user', ...map, '--', command, ...args], options: {} }
    }
    case 'capabilities': {
      const identity = [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups']
      const power = ['--inh-caps=+dac_override', '--ambient-caps=+dac_override']
      return { command: 'setpriv', args: [...identity, ...power, '--', command, ...args], options: {} }
    }
  }
}

/** The user who has to own the database's files, or undefined where we may not give files away anyhow. */
export function fileOwner(runAs: RunAs): Account | undefined {
  if (runAs.kind === 'user' || runAs.kind === 'capabilities') return { uid: runAs.uid, gid: runAs.gid }
  return process.getuid?.() === 0 ? { uid: 0, gid: 0 } : undefined
}

/** PostgreSQL asks for the name of the user it runs as, and a bare number in a container has none. */
function hasAccount(): boolean {
  try {
    userInfo()
    return true
  } catch {
    return false
  }
}

function lookUp(nameOrUid: string): Account | undefined {
  const [uid, gid] = ['-u', '-g'].map((flag) => {
    const { status, stdout } = spawnSync('id', [flag, nameOrUid], { encoding: 'utf8' })
    return status === 0 ? Number(stdout.trim()) : undefined
  })
  return uid === undefined || gid === undefined ? undefined : { uid, gid }
}

function ownerOf(path: string): Account | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** Whether an account may pass through every folder above a path. */
function canReach(account: Account, path: string): boolean {
  for (let dir = dirname(path); ; dir = dirname(dir)) {
    const stats = statSync(dir, { throwIfNoEntry: false })
    if (stats) {
      const passBit = stats.uid === account.uid ? 0o100 : stats.gid === account.gid ? 0o010 : 0o001
      if ((stats.mode & passBit) === 0) return false
    }
    if (dir === dirname(dir)) return true
  }
}
