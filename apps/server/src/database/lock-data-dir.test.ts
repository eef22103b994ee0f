import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDataDir } from './lock-data-dir.ts'
import { inspectProcess } from './process-facts.ts'

describe('lockDataDir', () => {
  let dataDir: string
  const leaveLock = (claim: unknown) => writeFileSync(join(dataDir, 'server.lock'), JSON.stringify(claim))

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'signalbox-lock-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('refuses a second server in one line that names folder and process', () => {
    lockDataDir(dataDir)
    expect(() => lockDataDir(dataDir)).toThrow(
      `Another server (process ${process.pid}) already uses the data folder ${dataDir}.`,
    )
  })

  it('can be claimed again once released, and leaves nothing behind', () => {
    lockDataDir(dataDir).release()
    lockDataDir(dataDir).release()
    expect(readdirSync(dataDir)).toEqual([])
  })

  it('takes over from a process that has died', () => {
    leaveLock({ pid: 2 ** 22 + 1, startedAt: 'long ago' })
    lockDataDir(dataDir)
    expect(readdirSync(dataDir)).toEqual(['server.lock'])
  })

  it('takes over when the number now belongs to another process', () => {
    leaveLock({ pid: process.ppid, startedAt: `${inspectProcess(process.ppid)?.startedAt} before` })
    expect(() => lockDataDir(dataDir)).not.toThrow()
  })

  it('takes over from a lock torn by a full disk', () => {
    writeFileSync(join(dataDir, 'server.lock'), '{"pid":')
    expect(() => lockDataDir(dataDir)).not.toThrow()
  })

  it('does not release a lock that someone else took over', () => {
    const lock = lockDataDir(dataDir)
    leaveLock({ pid: process.ppid, startedAt: inspectProcess(process.ppid)?.startedAt })
    lock.release()
    expect(existsSync(join(dataDir, 'server.lock'))).toBe(true)
  })
})
