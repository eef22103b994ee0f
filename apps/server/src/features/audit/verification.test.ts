import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { entryHash, systemActor } from '../../kit/audit.ts'
import { createPool } from '../../kit/database.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { takeAnchors } from './anchors.ts'
import { chainEntries } from './chain-store.ts'
import { verifyChains } from './verification.ts'

const group = 100010000
const brand = 100010001

let kit: KitApp
/** Somebody with all rights in the database, and without the key. */
let intruder: pg.Pool
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
  await intruder.query('truncate audit_entry, audit_anchor, audit_chain')
  kit.clock.now = new Date('2026-02-03T09:00:00.000Z')
  await write(10)
})

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

const verify = async (range = {}) => (await verifyChains(kit.deps, [group], range)).chains[0]

/** What an intruder can do who knows how hashes are made: writes every entry from one on anew, consistently. */
async function rewriteFrom(seq: number, change: string) {
  await intruder.query(`update audit_entry set ${change} where seq = ${seq}`)
  let prevHash: string | null = null
  for await (const { hash: _, ...entry } of chainEntries(kit.db, group, seq, Number.MAX_SAFE_INTEGER)) {
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
    brokenSeq: null,
    fault: null,
    reason: null,
  })
})

it('reads more than one batch', async () => {
  await intruder.query('truncate audit_entry, audit_chain')
  await perform(kit.deps, systemActor, (work) => {
    const note = { merchantId: brand, entityType: 'user', entityId: 'u', entityLabel: 'u', action: 'LOGIN' }
    for (let n = 0; n < 450; n++) work.audit(note)
    return Promise.resolve()
  })
  expect(await verify()).toMatchObject({ ok: true, checkedEntries: 450 })
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
    for await (const { hash: _, ...entry } of chainEntries(kit.db, group, 9, 9)) {
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
