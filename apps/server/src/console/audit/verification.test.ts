import { randomBytes } from 'node:crypto'
import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entryHash, systemActor } from '../../kit/audit.ts'
import { createPool } from '../../kit/database.ts'
import type { AuditEntryRow } from '../../kit/tables.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { takeAnchors } from './anchors.ts'
import { chainEntries, listVerifications } from './chain-store.ts'
import { HeadWatch } from './head-watch.ts'
import { verifyChains } from './verification.ts'
import { writeAnchors } from './witness-files.ts'

const group = 100010000
const brand = 100010001

let kit: KitApp
/** Somebody with all rights in the database, and without the key. */
let intruder: pg.Pool
/** Where the node keeps what the ends of the chains once were. */
let folder: string
beforeAll(async () => {
  kit = await kitApp(() => [])
  intruder = createPool({ url: kit.ownerUrl, max: 1 })
  await intruder.query('alter table audit_entry disable trigger user')
  await intruder.query('alter table audit_anchor disable trigger user')
})
afterAll(async () => {
  await intruder.end()
  await kit.close()
})
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-audit-'))
  await intruder.query('truncate audit_entry, audit_anchor, audit_chain')
  kit.clock.now = new Date('2026-02-03T09:00:00.000Z')
  await write(10)
})

afterEach(() => rmSync(folder, { recursive: true }))

async function write(count: number, merchantId = brand) {
  for (let n = 1; n <= count; n++) {
    await perform(kit.deps, systemActor, (work) => {
      work.audit({
        merchantId,
        entityType: 'bank-mapping',
        entityId: `id-${n}`,
        entityLabel: `Row ${n} åäö`,
        changeType: 'UPDATE',
        action: 'UPDATE',
        before: { n: n - 1, nested: { list: [1, 2.5, null] } },
        after: { n, nested: { list: [1, 2.5, 'x'] }, secret: 'hidden' },
      })
      return Promise.resolve()
    })
  }
}

const verify = async (range = {}) => (await verifyChains(kit.deps, [group], { range, folder })).chains[0]

async function entriesFrom(seq: number): Promise<AuditEntryRow[]> {
  const entries: AuditEntryRow[] = []
  for await (const batch of chainEntries(kit.db, group, seq, Number.MAX_SAFE_INTEGER)) entries.push(...batch)
  return entries
}

/** What an intruder can do who knows how hashes are made: writes every entry from one on anew, consistently. */
async function rewriteFrom(seq: number, change: string) {
  await intruder.query(`update audit_entry set ${change} where seq = ${seq}`)
  let prevHash: string | null = null
  for (const { hash: _, ...entry } of await entriesFrom(seq)) {
    const changed = { ...entry, prevHash: prevHash ?? entry.prevHash }
    const hash = entryHash(changed)
    await intruder.query('update audit_entry set prev_hash = $1, hash = $2 where seq = $3', [
      changed.prevHash,
      hash,
      entry.seq,
    ])
    prevHash = hash
  }
  return prevHash
}

it('finds an untouched chain in order, as far as it goes', async () => {
  expect(await verify()).toEqual({
    chainId: group,
    ok: true,
    fromSeq: 1,
    toSeq: 10,
    checkedEntries: 10,
    checkedAnchors: 0,
    checkedWitnesses: 0,
    brokenSeq: null,
    fault: null,
    reason: null,
  })
})

it('reads more than one batch', async () => {
  await intruder.query('truncate audit_entry, audit_chain')
  await perform(kit.deps, systemActor, (work) => {
    const note = { merchantId: brand, entityType: 'user', entityId: 'u', entityLabel: 'u', action: 'LOGIN' }
    for (let n = 0; n < 1100; n++) work.audit(note)
    return Promise.resolve()
  })
  expect(await verify()).toMatchObject({ ok: true, checkedEntries: 1100 })
})

it('reads long entries a few at a time', async () => {
  // What cannot be packed: the size of a batch is counted as stored.
  const content = () => randomBytes(300_000).toString('hex')
  await perform(kit.deps, systemActor, (work) => {
    const note = {
      merchantId: brand,
      entityType: 'template',
      entityId: 't',
      entityLabel: 't',
      action: 'UPDATE',
    }
    for (let n = 0; n < 12; n++) work.audit({ ...note, before: { content: content() }, after: {} })
    return Promise.resolve()
  })
  const sizes: number[] = []
  for await (const batch of chainEntries(kit.db, group, 1, Number.MAX_SAFE_INTEGER)) sizes.push(batch.length)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(22)
  expect(sizes.length).toBeGreaterThan(1)
  expect(await verify()).toMatchObject({ ok: true, checkedEntries: 22 })
})

describe('finds tampering and names the first entry that cannot be trusted', () => {
  const changes = [
    `at = at + interval '1 second'`,
    `actor_name = 'somebody else'`,
    `merchant_id = ${group}`,
    `after = '{"n": 5000}'`,
    `diff = '[]'`,
    `note = 'approved'`,
    `result = 'REFUSED'`,
    `ip = '10.0.0.1'`,
  ]
  it.each(changes)('a column changed: %s', async (change) => {
    await intruder.query(`update audit_entry set ${change} where seq = 5`)
    expect(await verify()).toMatchObject({
      ok: false,
      brokenSeq: 5,
      fault: 'ENTRY_CHANGED',
      checkedEntries: 4,
    })
  })

  it('an entry deleted in the middle', async () => {
    await intruder.query('delete from audit_entry where seq = 4')
    expect(await verify()).toMatchObject({ brokenSeq: 4, fault: 'ENTRY_MISSING' })
  })

  it('the first entry deleted', async () => {
    await intruder.query('delete from audit_entry where seq = 1')
    expect(await verify()).toMatchObject({ brokenSeq: 1, fault: 'ENTRY_MISSING' })
  })

  it('the tail cut off', async () => {
    await intruder.query('delete from audit_entry where seq > 7')
    expect(await verify()).toMatchObject({ brokenSeq: 8, fault: 'ENTRY_MISSING' })
  })

  it('two entries swapped', async () => {
    await intruder.query(
      'update audit_entry set seq = case seq when 3 then -6 else -3 end where seq in (3, 6)',
    )
    await intruder.query('update audit_entry set seq = -seq where seq < 0')
    expect(await verify()).toMatchObject({ brokenSeq: 3, fault: 'ENTRY_CHANGED' })
  })

  it('an entry deleted and the later ones moved up and hashed anew, but for their links', async () => {
    await intruder.query('delete from audit_entry where seq = 9')
    await intruder.query('update audit_entry set seq = 9 where seq = 10')
    for (const { hash: _, ...entry } of await entriesFrom(9)) {
      await intruder.query('update audit_entry set hash = $1 where seq = 9', [entryHash(entry)])
    }
    expect(await verify()).toMatchObject({ brokenSeq: 9, fault: 'LINK_BROKEN' })
  })

  it('the tail cut off and the head rewritten to match', async () => {
    await intruder.query('delete from audit_entry where seq > 7')
    await intruder.query(
      'update audit_chain set last_seq = 7, last_hash = (select hash from audit_entry where seq = 7)',
    )
    expect(await verify()).toMatchObject({ brokenSeq: 8, fault: 'HEAD_SEAL' })
  })

  it('the head removed', async () => {
    await intruder.query('delete from audit_chain')
    expect(await verify()).toMatchObject({ brokenSeq: 11, fault: 'HEAD_MISSING' })
  })

  it('an entry added behind the head', async () => {
    await intruder.query(
      `insert into audit_entry select (jsonb_populate_record(e, '{"seq": 11}')).* from audit_entry e where seq = 10`,
    )
    expect(await verify()).toMatchObject({ brokenSeq: 11, fault: 'ENTRY_CHANGED' })
  })

  it('everything since an entry written anew, consistently', async () => {
    await takeAnchors(kit.deps, kit.deps.now())
    await write(5)
    await rewriteFrom(13, `note = 'nothing to see'`)
    expect(await verify()).toMatchObject({ fault: 'HEAD_MISMATCH', brokenSeq: 11, checkedAnchors: 1 })
  })

  it('the tail cut off and an old head with its genuine seal put back, once there is an anchor', async () => {
    const old =
      await intruder.query<Record<'last_seq' | 'last_hash' | 'seal', unknown>>('select * from audit_chain')
    await write(5)
    await takeAnchors(kit.deps, kit.deps.now())
    await intruder.query('delete from audit_entry where seq > 10')
    const { last_seq, last_hash, seal } = old.rows[0] ?? {}
    await intruder.query('update audit_chain set last_seq = $1, last_hash = $2, seal = $3', [
      last_seq,
      last_hash,
      seal,
    ])
    expect(await verify()).toMatchObject({ brokenSeq: 11, fault: 'ENTRY_MISSING' })
  })

  it('entries before an anchor written anew', async () => {
    await takeAnchors(kit.deps, new Date('2026-02-03T10:00:00Z'))
    await write(5)
    await takeAnchors(kit.deps, new Date('2026-02-04T10:00:00Z'))
    await rewriteFrom(12, `actor_name = 'x'`)
    expect(await verify()).toMatchObject({ brokenSeq: 11, fault: 'ANCHOR_MISMATCH', checkedAnchors: 1 })
  })

  it('an anchor forged', async () => {
    await takeAnchors(kit.deps, kit.deps.now())
    await intruder.query(`update audit_anchor set hash = repeat('0', 64)`)
    expect(await verify()).toMatchObject({ brokenSeq: 10, fault: 'ANCHOR_SEAL' })
  })
})

/** The chain as it was, with everything in the database that could tell. */
async function putBack(): Promise<() => Promise<void>> {
  const { rows } = await intruder.query<{ last_seq: number; last_hash: string; seal: string }>(
    `select * from audit_chain where chain_merchant_id = ${group}`,
  )
  const [old] = rows
  return async () => {
    await intruder.query(`delete from audit_entry where seq > ${old?.last_seq}`)
    await intruder.query(`delete from audit_anchor where last_seq > ${old?.last_seq}`)
    await intruder.query('update audit_chain set last_seq = $1, last_hash = $2, seal = $3', [
      old?.last_seq,
      old?.last_hash,
      old?.seal,
    ])
  }
}

describe('what was written down outside of the database', () => {
  const today = '2026-02-03'
  const heads = () => join(folder, `heads-${today}.jsonl`)

  it('agrees with an untouched chain, to the last entry', async () => {
    const watch = new HeadWatch(kit.deps, folder)
    await watch.note()
    await writeAnchors(folder, today, await takeAnchors(kit.deps, kit.deps.now()))
    await write(3)
    await watch.note()
    await watch.note()
    expect(readFileSync(heads(), 'utf8').trim().split('\n')).toHaveLength(2)
    expect(await verify()).toMatchObject({
      ok: true,
      checkedEntries: 13,
      checkedAnchors: 1,
      checkedWitnesses: 3,
    })
    await write(2)
    expect(await verify()).toMatchObject({ ok: true, checkedEntries: 15 })
    expect(await verify({ from: '5', to: '12' })).toMatchObject({ ok: true, checkedWitnesses: 2 })
  })

  it('shows that the tail was cut off and an old genuine head put back within the day', async () => {
    const restore = await putBack()
    await write(5)
    await new HeadWatch(kit.deps, folder).note()
    await restore()
    expect(await verifyChains(kit.deps, [group])).toMatchObject({ ok: true })
    expect(await verify()).toMatchObject({ ok: false, brokenSeq: 11, fault: 'ENTRY_MISSING' })
    kit.clock.now = new Date('2026-02-03T09:30:00.000Z')
    await write(9)
    expect(await verify()).toMatchObject({ ok: false, brokenSeq: 1, fault: 'ANCHOR_MISMATCH' })
  })

  it('shows the same by a file of anchors, when the anchors of the database are gone with it', async () => {
    const restore = await putBack()
    await write(5)
    await writeAnchors(folder, today, await takeAnchors(kit.deps, kit.deps.now()))
    await restore()
    expect(await verify()).toMatchObject({ ok: false, brokenSeq: 11, fault: 'ENTRY_MISSING' })
  })

  it('shows that an anchor was taken out of the database', async () => {
    await writeAnchors(folder, today, await takeAnchors(kit.deps, kit.deps.now()))
    await intruder.query('delete from audit_anchor')
    expect(await verify()).toMatchObject({ ok: false, brokenSeq: 10, fault: 'ANCHOR_MISSING' })
  })

  it('is not rewritten by a database that tells another story', async () => {
    const restore = await putBack()
    await write(5)
    await writeAnchors(folder, today, await takeAnchors(kit.deps, kit.deps.now()))
    await restore()
    await writeAnchors(folder, today, await takeAnchors(kit.deps, kit.deps.now()))
    expect(await verify()).toMatchObject({ ok: false, brokenSeq: 11 })
  })

  it('raises the alarm as soon as a chain is seen to be shorter than before', async () => {
    const restore = await putBack()
    const watch = new HeadWatch(kit.deps, folder)
    await write(2)
    await watch.note()
    await restore()
    await watch.note()
    expect(await listVerifications(kit.db, [group])).toMatchObject([{ result: { ok: false, brokenSeq: 11 } }])
  })

  it('counts only when it was sealed with the key, and a line cut short harms nobody', async () => {
    await new HeadWatch(kit.deps, folder).note()
    const forged = { chainId: group, lastSeq: 99, hash: 'f'.repeat(64), seal: 'f'.repeat(64) }
    appendFileSync(heads(), `${JSON.stringify(forged)}\n{"chainId":1000`)
    writeFileSync(join(folder, 'anchors-2026-02-02.json'), '[{"chainId":')
    expect(await verify()).toMatchObject({ ok: true, checkedWitnesses: 1 })
  })

  it('is kept for as long as no anchor stands in for it', async () => {
    const watch = new HeadWatch(kit.deps, folder)
    for (const day of ['2026-02-03', '2026-02-04', '2026-02-05', '2026-02-06']) {
      kit.clock.now = new Date(`${day}T09:00:00.000Z`)
      await write(1)
      await watch.note()
    }
    expect(readdirSync(folder)).toEqual([
      'heads-2026-02-04.jsonl',
      'heads-2026-02-05.jsonl',
      'heads-2026-02-06.jsonl',
    ])
  })

  it('holds nothing of a head somebody else wrote', async () => {
    await intruder.query(`update audit_chain set last_hash = repeat('1', 64)`)
    await new HeadWatch(kit.deps, folder).note()
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('part of a chain', () => {
  it('is checked by number', async () => {
    await intruder.query(`update audit_entry set note = 'x' where seq = 3`)
    expect(await verify({ from: '5', to: '8' })).toMatchObject({
      ok: true,
      fromSeq: 5,
      toSeq: 8,
      checkedEntries: 4,
    })
    expect(await verify({ from: '2', to: '8' })).toMatchObject({ ok: false, brokenSeq: 3 })
    expect(await verify({ from: '11' })).toMatchObject({ ok: true, checkedEntries: 0 })
  })

  it('is checked by day', async () => {
    kit.clock.now = new Date('2026-02-05T12:00:00.000Z')
    await write(3)
    expect(await verify({ from: '2026-02-04' })).toMatchObject({ ok: true, fromSeq: 11, toSeq: 13 })
    expect(await verify({ from: '2026-02-03', to: '2026-02-03' })).toMatchObject({
      ok: true,
      fromSeq: 1,
      toSeq: 10,
    })
    expect(await verify({ from: '2027-01-01' })).toMatchObject({ ok: true, checkedEntries: 0 })
  })

  it('is not vouched for when the entry before it is gone', async () => {
    await intruder.query('delete from audit_entry where seq = 4')
    expect(await verify({ from: '5' })).toMatchObject({ ok: false, brokenSeq: 4, fault: 'ENTRY_MISSING' })
  })
})

describe('anchors', () => {
  it('are taken once a day and per chain', async () => {
    await write(2, 1000)
    const first = await takeAnchors(kit.deps, new Date('2026-02-03T00:05:00Z'))
    expect(first).toMatchObject([
      { chainId: 1000, day: '2026-02-03', lastSeq: 2 },
      { chainId: group, day: '2026-02-03', lastSeq: 10 },
    ])
    await write(1)
    expect(await takeAnchors(kit.deps, new Date('2026-02-03T20:00:00Z'))).toEqual(first)
    expect(await takeAnchors(kit.deps, new Date('2026-02-04T00:05:00Z'))).toMatchObject([
      { lastSeq: 2 },
      { lastSeq: 11 },
    ])
    expect(await verify()).toMatchObject({ ok: true, checkedAnchors: 2 })
  })

  it('are not taken of a head somebody else wrote', async () => {
    await intruder.query(`update audit_chain set last_hash = repeat('1', 64)`)
    await expect(takeAnchors(kit.deps, kit.deps.now())).rejects.toThrow(String(group))
  })
})

describe('the application itself', () => {
  it.each(['audit_entry', 'audit_anchor'])('can neither change nor remove rows of %s', async (table) => {
    const statements = [
      sql`update ${sql.table(table)} set hash = ''`,
      sql`delete from ${sql.table(table)}`,
      sql`truncate ${sql.table(table)}`,
    ]
    for (const statement of statements)
      await expect(statement.execute(kit.db)).rejects.toThrow('permission denied')
  })

  it('is stopped by the table even with the rights of its owner', async () => {
    await intruder.query('alter table audit_entry enable trigger user')
    try {
      await expect(intruder.query(`update audit_entry set note = 'x'`)).rejects.toThrow('append-only')
      await expect(intruder.query('delete from audit_entry')).rejects.toThrow('append-only')
      await expect(intruder.query('truncate audit_entry')).rejects.toThrow('append-only')
    } finally {
      await intruder.query('alter table audit_entry disable trigger user')
    }
  })
})
