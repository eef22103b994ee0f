import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { chainStates } from '../console/audit/read-model.ts'
import type { Config } from '../config.ts'
import { expiredInIdentity } from '../people/identity/read-model.ts'
import { systemActor } from '../kit/audit.ts'
import { createPool } from '../kit/database.ts'
import type { PeriodicJob } from '../kit/jobs/periodic-job.ts'
import { createLog } from '../kit/logger.ts'
import { expiredInKit } from '../kit/purge-expired.ts'
import { kitApp, type KitApp } from '../kit/testing/kit-app.ts'
import { perform } from '../kit/unit-of-work.ts'
import { DiskWatch } from './disk-watch.ts'
import { auditAnchor } from './audit-anchor.ts'
import { unresolvedAlerts } from '../setup/alert/store.ts'
import { auditVerify } from './audit-verify.ts'
import { prune } from './prune.ts'
import { tellOfWitnesses } from './tell-of-witnesses.ts'
import { watchSettings } from './watch-settings.ts'

const group = 100010000
const now = new Date('2026-02-03T12:00:00.000Z')

let kit: KitApp
let owner: pg.Pool
let folder: string
beforeAll(async () => {
  kit = await kitApp(() => [])
  owner = createPool({ url: kit.ownerUrl, max: 1 })
  folder = mkdtempSync(join(tmpdir(), 'signalbox-jobs-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await owner.end()
  await kit.close()
})
beforeEach(() => {
  kit.clock.now = now
})

const run = (job: PeriodicJob, at = now) => job.run({ now: at, signal: new AbortController().signal })

const change = () =>
  perform(kit.deps, systemActor, (work) => {
    work.audit({
      merchantId: group,
      entityType: 'merchant',
      entityId: '1',
      entityLabel: 'x',
      action: 'UPDATE',
    })
    return Promise.resolve()
  })

it('anchors the chains once a day, also in a file', async () => {
  await change()
  const job = auditAnchor(kit.deps, folder)
  expect(await run(job)).toBe('Chains anchored: 1')
  await change()
  await run(job)
  const file = JSON.parse(readFileSync(join(folder, 'anchors-2026-02-03.json'), 'utf8')) as unknown[]
  expect(file).toMatchObject([{ chainId: group, day: '2026-02-03', lastSeq: 1 }])
})

it('verifies every chain and keeps what it found', async () => {
  expect(await run(auditVerify(kit.deps, folder))).toBe('Entries checked: 2')
  expect(await chainStates(kit.db, [group])).toMatchObject([
    { verifiedAt: now.toISOString(), verification: { ok: true } },
  ])
  await owner.query('alter table audit_entry disable trigger user')
  await owner.query(`update audit_entry set note = 'changed' where seq = 2`)
  expect(await run(auditVerify(kit.deps, folder))).toBe(`Entries checked: 1, chain ${group} is broken at 2`)
  expect(await chainStates(kit.db, [group])).toMatchObject([{ verification: { ok: false, brokenSeq: 2 } }])
  expect(await unresolvedAlerts(kit.db, [group])).toMatchObject([
    { source: 'AUDIT_CHAIN', severity: 'CRITICAL', title: 'The audit log is broken at entry 2', times: 1 },
  ])
})

it('stops verifying when told to', async () => {
  await expect(auditVerify(kit.deps, folder).run({ now, signal: AbortSignal.abort() })).rejects.toThrow(
    'aborted',
  )
})

it('removes what has served its time and nothing else', async () => {
  const person = kit.deps.newId()
  const ids = [kit.deps.newId(), kit.deps.newId(), kit.deps.newId()]
  await sql`insert into backoffice_user
    (merchant_id, id, username, first_name, last_name, email, state, created_at, updated_at, updated_by)
    values (1000, ${person}, 'p', 'A', 'B', 'p@mail.example', 'ACTIVE', now(), now(), 'test')`.execute(kit.db)
  const ago = (hours: number) => new Date(now.getTime() - hours * 60 * 60 * 1000)
  for (const [index, hours] of [23, 25].entries()) {
    await sql`insert into operation (user_id, operation_id, request_hash, status, at)
      values (${person}, ${ids[index]}, 'h', 200, ${ago(hours)})`.execute(kit.db)
    await sql`insert into outbox (merchant_id, id, topic, key, payload, at)
      values (1000, ${ids[index]}, 'user', 'k', '{}', ${ago(hours)})`.execute(kit.db)
  }
  const session = (token: string, seen: Date, ends: Date) =>
    sql`insert into session (token_hash, id, merchant_id, user_id, created_at, authenticated_at, last_seen_at,
      absolute_ends_at, ip, user_agent) values (${token}, ${kit.deps.newId()}, 1000, ${person}, ${ago(9)}, ${ago(9)},
      ${seen}, ${ends}, '', '')`.execute(kit.db)
  await session('alive', ago(0.1), ago(-3))
  await session('idle', ago(2), ago(-3))
  await session('over', ago(0.1), ago(0.1))
  await sql`insert into login_attempt (token_hash, merchant_id, user_id, expires_at)
    values ('old', 1000, ${person}, ${ago(2)}), ('new', 1000, ${person}, ${ago(-1)})`.execute(kit.db)
  await sql`insert into password_link (token_hash, merchant_id, user_id, expires_at)
    values ('old', 1000, ${person}, ${ago(30)}), ('new', 1000, ${person}, ${ago(1)})`.execute(kit.db)
  await owner.query(
    `select enqueue_job('send-mail', '{}', null, null, 1), enqueue_job('send-mail', '{}', null, null, 1)`,
  )
  await owner.query(
    `update graphile_worker._private_jobs set attempts = 1, updated_at = $1 where id = (select min(id) from graphile_worker._private_jobs)`,
    [ago(24 * 8)],
  )
  expect(await run(prune(kit.deps, [expiredInKit, expiredInIdentity]))).toBe(
    'Removed: stored answers 1, events 1, sessions 2, login attempts 1, password links 1, failed jobs 1',
  )
  const kept = await owner.query('select token_hash from session')
  expect(kept.rows).toEqual([{ token_hash: 'alive' }])
  expect(await run(prune(kit.deps, [expiredInKit, expiredInIdentity]))).toBe('Removed: nothing')
})

it('has an alert stand while the disk of a node is nearly full, and ends it when there is room', async () => {
  const disk = {
    freeBytes: 12 * 1_048_576,
    problems: ['DATA_DIR has 12 MB left; 256 MB are needed'],
    isLow: true,
  }
  const watch = new DiskWatch(kit.deps, { check: () => Promise.resolve(disk) }, 'node-1')
  const elsewhere = new DiskWatch(
    kit.deps,
    { check: () => Promise.resolve({ freeBytes: 10 ** 12, problems: [], isLow: false }) },
    'node-2',
  )
  const standing = async () =>
    (await unresolvedAlerts(kit.db, [1000]))
      .filter(({ source }) => source === 'DISK')
      .map(({ title }) => title)
  await watch.look()
  await elsewhere.look()
  expect(await standing()).toEqual(['node-1 cannot take requests'])
  Object.assign(disk, { freeBytes: 10 ** 12, problems: [], isLow: false })
  await watch.look()
  expect(await standing()).toEqual([])
})

/** Of settings: what stands, and how bad it is. */
const standingSettings = async () =>
  (await unresolvedAlerts(kit.db, [1000]))
    .filter(({ source }) => source === 'SETTINGS')
    .map(({ title, severity }) => [title, severity])

it('in production without a mail server or witnesses, warnings stand until a node has them', async () => {
  const said: string[] = []
  const deps = { ...kit.deps, log: createLog('warn', { write: (line) => void said.push(line) }) }
  const watch = (environment: 'production' | 'development', given: Partial<Config> = {}) =>
    watchSettings(deps, {
      environment,
      smtpUrl: undefined,
      auditWitnessUrl: undefined,
      auditWitnessMail: undefined,
      ...given,
    })
  await watch('development')
  expect([await standingSettings(), said]).toEqual([[], []])
  await watch('production')
  await watch('production')
  expect((await standingSettings()).toSorted()).toEqual([
    ['Email is not sent: SMTP_URL is not set', 'WARNING'],
    ['Witnesses of the audit log stay on this node', 'WARNING'],
  ])
  expect(said.map((line) => (JSON.parse(line) as { setting: string }).setting)).toEqual([
    'SMTP_URL',
    'AUDIT_WITNESS_URL',
    'SMTP_URL',
    'AUDIT_WITNESS_URL',
  ])
  const smtpUrl = 'smtps://mail.example'
  await watch('production', { smtpUrl })
  expect(await standingSettings()).toEqual([['Witnesses of the audit log stay on this node', 'WARNING']])
  await watch('production', { smtpUrl, auditWitnessMail: 'auditor@mail.example' })
  expect(await standingSettings()).toEqual([])
  await watch('production', { smtpUrl })
  await watch('production', { smtpUrl, auditWitnessUrl: 'https://witness.example' })
  expect(await standingSettings()).toEqual([])
})

it('while witnesses of the audit log do not arrive an alert stands, one for each node and way', async () => {
  const [one, other] = [tellOfWitnesses(kit.deps, 'node-1'), tellOfWitnesses(kit.deps, 'node-2')]
  const failure = 'answered 500'
  await one({ channel: 'webhook', failure })
  await one({ channel: 'webhook', failure })
  await other({ channel: 'mail', failure })
  const title = (node: string, way: string) => `Audit witnesses of ${node} do not arrive by ${way}`
  expect((await standingSettings()).toSorted()).toEqual([
    [title('node-1', 'webhook'), 'CRITICAL'],
    [title('node-2', 'mail'), 'CRITICAL'],
  ])
  await one({ channel: 'webhook', failure: null })
  expect(await standingSettings()).toEqual([[title('node-2', 'mail'), 'CRITICAL']])
  await other({ channel: 'mail', failure: null })
  expect(await standingSettings()).toEqual([])
})
