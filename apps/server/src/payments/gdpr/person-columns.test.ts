import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { passesFor, type Pass } from '../../kit/person-words.ts'
import { replacedIn } from '../../kit/words-sql.ts'
import { transactionColumns } from '../core/record/transaction-columns.ts'
import { personColumns } from './person-columns.ts'
import { impersonalColumns } from './testing/impersonal-columns.ts'

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

const named = (table: string, ...lists: (string | undefined)[]): string[] =>
  lists.flatMap((list) => (list ?? '').split(' ').filter(Boolean)).map((column) => `${table}.${column}`)

it('says of every column that can hold the words of a person what becomes of it', async () => {
  const { rows } = await sql<{ name: string }>`
    select c.table_name || '.' || c.column_name as name
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    join pg_class k on k.oid = format('%I.%I', table_schema, table_name)::regclass
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and not k.relispartition
      and (data_type in ('text', 'json', 'jsonb', 'bytea') or (data_type = 'ARRAY' and udt_name = '_text'))`.execute(
    kit.db,
  )
  const declared = [
    ...Object.entries(personColumns).flatMap(([table, { own, swept, evidence }]) =>
      named(table, own, swept, evidence),
    ),
    ...Object.entries(impersonalColumns).flatMap(([table, { staff, sealed, business }]) =>
      named(table, staff, sealed, business),
    ),
    ...transactionColumns.map(({ column }) => `transaction.${column}`),
  ]
  const missing = rows.map(({ name }) => name).filter((name) => !declared.includes(name))
  expect(missing.toSorted(), 'say what an erasure does to them in person-columns.ts').toEqual([])
  const columns = new Set(rows.map(({ name }) => name))
  const gone = declared.filter((name) => !name.startsWith('transaction.') && !columns.has(name))
  expect(gone, 'declared and not in the database').toEqual([])
})

const words = {
  userId: 'user_17',
  names: [
    'Canary Holdersson',
    'anna.berg@mail.example',
    'SE4550000000058398257466',
    '12345',
    'Max',
    '198.51.100.7',
  ],
}
const as = passesFor(words, 'gdpr-x', true)

async function replaced(text: string, passes: readonly Pass[]): Promise<string> {
  const { rows } = await sql<{
    text: string
  }>`select ${replacedIn(sql`${text}::text`, passes)} as text`.execute(kit.db)
  return rows[0]?.text ?? ''
}

it.each([
  ['Paid to user_17.', 'Paid to gdpr-x.'],
  ['REF-user_17-5', 'REF-gdpr-x-5'],
  ['user_171 is another', 'user_171 is another'],
  ['From HOLDERSSON,  CANARY', 'From gdpr-x'],
  ['Mail Anna.Berg@mail.example', 'Mail gdpr-x@erased.invalid'],
  ['12345 EUR to Max', '12345 EUR to Max'],
  ['seen at 198.51.100.7', 'seen at gdpr-x'],
])('replaces the words of a person in "%s"', async (text, expected) => {
  expect(await replaced(text, as.text)).toBe(expected)
})

it.each([
  [
    { values: ['user_17', 'user_17-b', 'user_171', 'USER_17'] },
    { values: ['gdpr-x', 'user_17-b', 'user_171', 'USER_17'] },
  ],
  [
    { user_170: 12345, pattern: 'anna\\.berg@mail\\.example' },
    { user_170: 12345, pattern: 'gdpr-x@erased.invalid' },
  ],
  [
    { ip: ['198.51.100.7'], at: '12345' },
    { ip: ['198.51.100.7'], at: '12345' },
  ],
])('replaces them in JSON %#', async (given, expected) => {
  expect(JSON.parse(await replaced(JSON.stringify(given), as.json))).toEqual(expected)
})

it('takes a plain word for an id only where it is the whole of a value', async () => {
  const { json, text } = passesFor({ userId: 'enabled', names: [] }, 'gdpr-x', true)
  const given = { enabled: true, user: 'enabled', note: 'it is enabled' }
  expect(JSON.parse(await replaced(JSON.stringify(given), json))).toEqual({ ...given, user: 'gdpr-x' })
  expect(await replaced('it is enabled', text)).toBe('it is enabled')
})

it('leaves the id to a user of another merchant who has the same', async () => {
  const { json } = passesFor(words, 'gdpr-x', false)
  expect(await replaced('["user_17","Canary Holdersson"]', json)).toBe('["user_17","gdpr-x"]')
})
