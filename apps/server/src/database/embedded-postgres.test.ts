import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCluster } from './cluster.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { launchPostmaster } from './postmaster.ts'
import { processesWorkingIn } from './process-facts.ts'

const quiet = { info() {}, warn() {} }

async function query(url: string, text: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

async function untilItAnswers(url: string): Promise<void> {
  for (;;) {
    try {
      await query(url, 'select 1')
      return
    } catch {
      await sleep(20)
    }
  }
}

/** Starts the server the way a Node process does that is then killed: nobody watches over it any more. */
async function leaveBehind(dataDir: string): Promise<number> {
  const cluster = await openCluster(dataDir, quiet)
  const postmaster = await launchPostmaster(cluster, { kind: 'socket', dir: cluster.dir, port: 5432 }, {})
  await untilItAnswers(`postgresql:///signalbox?host=${cluster.dir}&port=5432&user=signalbox_owner`)
  return postmaster.pid
}

const killAll = (dataDir: string) => {
  const pids = processesWorkingIn(join(dataDir, 'postgres'))
  expect(pids.length).toBeGreaterThan(1)
  pids.forEach((pid) => process.kill(pid, 'SIGKILL'))
}

/** A dead process that its parent never collects, as happens in containers without an init. */
async function makeZombie(): Promise<{ pid: number; end(): void }> {
  // The child outlives the shell: a shell that is still there when it dies may collect it after all.
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pid = Number(line.toString().trim())
  while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))) await sleep(5)
  return { pid, end: () => parent.kill() }
}

describe.runIf(process.platform === 'linux')('startEmbeddedPostgres', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'signalbox-embedded-'))
  let server: EmbeddedPostgres
  const rows = () => query(server.ownerUrl, 'select note from kept order by note')

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    server = await startEmbeddedPostgres({ dataDir, log: quiet })
    await query(server.ownerUrl, "create table kept (note text); insert into kept values ('first')")
  })
  afterAll(async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true })
  })

  it('creates a durable database whose order is the same on every system', async () => {
    const text =
      "select current_database(), current_user, datlocprovider::text as provider, current_setting('fsync') as fsync, current_setting('data_checksums') as checksums from pg_database where datname = current_database()"
    expect(await query(server.ownerUrl, text)).toEqual([
      {
        current_database: 'signalbox',
        current_user: 'signalbox_owner',
        provider: 'b',
        fsync: 'on',
        checksums: 'on',
      },
    ])
  })

  it('leaves no process behind when stopped, and keeps its rows over a restart', async () => {
    await server.stop()
    expect(processesWorkingIn(join(dataDir, 'postgres'))).toEqual([])
    server = await startEmbeddedPostgres({ dataDir, log: quiet })
    expect(server.adopted).toBe(false)
    expect(await rows()).toEqual([{ note: 'first' }])
  })

  it('starts the server again when every process of it is killed', async () => {
    await query(server.ownerUrl, "insert into kept values ('second')")
    killAll(dataDir)
    await untilItAnswers(server.ownerUrl)
    expect(await rows()).toEqual([{ note: 'first' }, { note: 'second' }])
  })

  it('adopts a server that a killed Node process left running, and can stop it', async () => {
    await server.stop()
    const pid = await leaveBehind(dataDir)
    server = await startEmbeddedPostgres({ dataDir, log: quiet })
    expect(server.adopted).toBe(true)
    expect(await rows()).toHaveLength(2)
    await server.stop()
    expect(processesWorkingIn(join(dataDir, 'postgres'))).not.toContain(pid)
  })

  it('comes up after node and database were killed together', async () => {
    await leaveBehind(dataDir)
    killAll(dataDir)
    server = await startEmbeddedPostgres({ dataDir, log: quiet })
    expect(server.adopted).toBe(false)
    expect(await rows()).toHaveLength(2)
    await server.stop()
  })

  it('is not fooled by the lock files of a server that is now a zombie', async () => {
    const zombie = await makeZombie()
    const dir = join(dataDir, 'postgres')
    const owner = `${zombie.pid}\n${dir}\n1700000000\n5432\n${dir}\n\n`
    writeFileSync(join(dir, 'postmaster.pid'), `${owner}  1 1\nready   \n`)
    writeFileSync(join(dir, '.s.PGSQL.5432.lock'), owner)
    server = await startEmbeddedPostgres({ dataDir, log: quiet })
    zombie.end()
    expect(await rows()).toHaveLength(2)
  })

  it('listens on the loopback with a password where the path is too long for a socket', async () => {
    const parent = mkdtempSync(join(tmpdir(), 'signalbox-long-'))
    const server = await startEmbeddedPostgres({ dataDir: join(parent, 'x'.repeat(90)), log: quiet })
    try {
      const url = new URL(server.ownerUrl)
      expect(url.hostname).toBe('127.0.0.1')
      expect(await query(server.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
      url.password = 'wrong'
      await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
    } finally {
      await server.stop()
      rmSync(parent, { recursive: true })
    }
  })
})
