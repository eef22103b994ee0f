import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import type { Entity, RecordOf } from '@signalbox/model/field/entity'
import { template } from '@signalbox/model/template-language/template'
import { entityStore, type EntityStore } from './entity-store.ts'
import type { Scope } from './scope.ts'
import { kitApp, type KitApp } from './testing/kit-app.ts'

const chains = [[1000], [100010000, 1000], [100010001, 100010000, 1000]] as const
const merchants = [...chains[2], 100010002]

const scopeOf = (chain: readonly number[]): Scope => ({
  selected: chain[0] ?? 0,
  chain,
  effective: [chain[0] ?? 0],
  group: chain.at(-2) ?? 1000,
})

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

interface StoredRow {
  readonly merchantId: number
  readonly key: string
  readonly position: number
}

const given = fc.uniqueArray(
  fc.record({
    merchantId: fc.constantFrom(...merchants),
    key: fc.integer({ min: 0, max: 12 }).map((n) => `Row ${n}`),
    position: fc.integer({ min: 1, max: 6 }),
  }),
  { maxLength: 40, selector: ({ merchantId, key }) => `${merchantId} ${key}` },
)

async function fill(rows: readonly StoredRow[]): Promise<void> {
  await sql`delete from bank_mapping`.execute(kit.db)
  for (const { merchantId, key, position } of rows) {
    await sql`insert into bank_mapping (merchant_id, id, position, title, created_at, updated_at, updated_by)
      values (${merchantId}, ${kit.deps.newId()}, ${position}, ${key}, now(), now(), 'test')`.execute(kit.db)
  }
}

/** Nearest wins, read off the definition. */
function expected(rows: readonly StoredRow[], chain: readonly number[]): string[] {
  const visible = rows.filter(
    (row) =>
      chain.includes(row.merchantId) &&
      !rows.some(
        (other) =>
          other.key === row.key && chain.slice(0, chain.indexOf(row.merchantId)).includes(other.merchantId),
      ),
  )
  return visible.map(({ merchantId, key }) => `${merchantId} ${key}`)
}

const named = (record: RecordOf<typeof bankMapping>) => `${record.merchantId} ${record.title}`

async function throughPages<E extends Entity>(
  store: EntityStore<RecordOf<E>>,
  query: { limit: number; sort?: string },
): Promise<RecordOf<E>[]> {
  const all: RecordOf<E>[] = []
  for (let cursor: string | undefined; ;) {
    const page = await store.list({ start: 0, ...query, ...(cursor && { cursor }) })
    all.push(...page.items)
    if (!page.cursor) return all
    cursor = page.cursor
  }
}

describe('inherited rows', () => {
  it('are those of the nearest merchant, each once, in one order by number, by cursor and in batches', async () => {
    const sorts = fc.constantFrom(undefined, 'position:desc', 'title', 'title:desc', 'id', 'createdAt:desc')
    const property = fc.asyncProperty(
      given,
      fc.constantFrom(...chains),
      sorts,
      fc.integer({ min: 1, max: 7 }),
      async (rows, chain, sort, limit) => {
        await fill(rows)
        const store = entityStore(bankMapping, kit.db, scopeOf(chain))
        const whole = await store.list({ start: 0, limit: 1000, sort })
        const order = whole.items.map(named)
        expect([...order].sort()).toEqual(expected(rows, chain).sort())
        expect(whole.total).toBe(order.length)
        expect((await throughPages(store, { limit, sort })).map(named)).toEqual(order)
        const numbered = await store.list({ start: limit, limit, sort })
        expect(numbered.items.map(named)).toEqual(order.slice(limit, 2 * limit))
        const batched: string[] = []
        for await (const batch of store.batches({ start: 0, limit: 1, sort }, limit))
          batched.push(...batch.map(named))
        expect(batched).toEqual(order)
        for (const record of whole.items) expect(await store.get(record.id)).toEqual(record)
      },
    )
    await fc.assert(property, { numRuns: 40 })
  })

  it('stand own first, in the order of their positions, when they decide in that order', async () => {
    await fill([
      { merchantId: 1000, key: 'a', position: 1 },
      { merchantId: 1000, key: 'b', position: 2 },
      { merchantId: 100010000, key: 'b', position: 3 },
      { merchantId: 100010000, key: 'c', position: 1 },
      { merchantId: 100010001, key: 'd', position: 9 },
    ])
    const store = entityStore(bankMapping, kit.db, scopeOf(chains[2]))
    const { items } = await store.list({ start: 0, limit: 10 })
    expect(items.map(named)).toEqual(['100010001 d', '100010000 c', '100010000 b', '1000 a'])
    expect(items.map(({ inherited }) => inherited)).toEqual([false, true, true, true])
  })

  it('do not show what a nearer row hides, not even by its id', async () => {
    await fill([
      { merchantId: 1000, key: 'a', position: 1 },
      { merchantId: 100010000, key: 'a', position: 1 },
    ])
    const above = await entityStore(bankMapping, kit.db, scopeOf(chains[0])).list({ start: 0, limit: 1 })
    const below = entityStore(bankMapping, kit.db, scopeOf(chains[2]))
    expect(await below.find(above.items[0]?.id ?? '')).toBeUndefined()
  })

  it('are told apart by parts of the key that are empty', async () => {
    const add = (merchantId: number, channel: string | null) =>
      sql`insert into template (merchant_id, id, type, template_type, locale, channel, content, created_at, updated_at, updated_by)
        values (${merchantId}, ${kit.deps.newId()}, 'css', 'Theme', 'all', ${channel}, '', now(), now(), 'test')`.execute(
        kit.db,
      )
    await add(1000, null)
    await add(1000, 'Mobile')
    await add(100010000, null)
    const { items } = await entityStore(template, kit.db, scopeOf(chains[2])).list({ start: 0, limit: 10 })
    expect(items.map(({ merchantId, channel }) => [merchantId, channel])).toEqual(
      expect.arrayContaining([
        [1000, 'Mobile'],
        [100010000, null],
      ]),
    )
    expect(items).toHaveLength(2)
  })
})

it('a new row goes behind the last one, also after others were taken away', async () => {
  await fill([
    { merchantId: 1000, key: 'a', position: 2 },
    { merchantId: 1000, key: 'b', position: 7 },
  ])
  expect(await entityStore(bankMapping, kit.db, scopeOf(chains[0])).nextPosition()).toBe(8)
  expect(await entityStore(bankMapping, kit.db, scopeOf(chains[1])).nextPosition()).toBe(1)
})
