import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { secretBox } from '../../kit/secret-box.ts'
import { pseudonymOf } from '../../kit/subject-seal.ts'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { handlers } from './routes.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
/** Neither is a word of the person: only whoever reads the sentence knows whom it is about. */
const told = { reason: 'Xanthippel asked to be forgotten', caseReference: 'XANCASE' }
const words = ['Xanthippel', 'XANCASE']

let kit: KitApp
let officer: Client
let people = 0
let userId: string

beforeAll(async () => {
  kit = await kitApp(() =>
    handlers({
      box: secretBox(randomBytes(32)),
      retentionYears: () => Promise.resolve(5),
      publicUrl: 'https://signalbox.example',
    }),
  )
  officer = kit.as()
})
afterAll(() => kit.close())
beforeEach(async () => {
  userId = `person-${++people}`
  await sql`insert into kyc_check (merchant_id, id, user_id, provider, at, status, last_name, created_at, updated_at, updated_by)
    values (${merchantId}, ${kit.deps.newId()}, ${userId}, 'kyc-sim', now(), 'VERIFIED', 'Xanthippel', now(), now(), 'test')`.execute(
    kit.db,
  )
})

const ask = (what: 'export' | 'hold' | 'erase') =>
  officer.post(`/gdpr/${what}?${at}`, {
    merchantId,
    userId,
    ...told,
    ...(what === 'erase' && { confirm: userId }),
  })

/** Tables in which one of the words stands, among everything the server can read. */
async function tablesWith(): Promise<string[]> {
  const { rows: tables } = await sql<{
    name: string
  }>`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')`.execute(kit.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{ word: string }>`select word from unnest(${words}::text[]) word
      where exists (select 1 from ${sql.raw(name)} t where position(lower(word) in lower(t::text)) > 0)`.execute(
      kit.db,
    )
    found.push(...rows.map(({ word }) => `${name}: ${word}`))
  }
  return found
}

it('what officers typed about a person goes with the person, whatever words they chose', async () => {
  const made = { export: await ask('export'), hold: await ask('hold') }
  for (const { status, text } of Object.values(made)) expect(status, text).toBe(200)
  const release = { version: 1, reason: 'Xanthippel is in court no more' }
  const released = await officer.post(`/gdpr/${made.hold.body.id}/release?${at}`, release)
  expect(released.status, released.text).toBe(200)
  expect(await tablesWith()).toContain('public.gdpr_request: Xanthippel')
  const erased = await ask('erase')
  expect(erased.body, erased.text).toMatchObject({ state: 'DONE', reason: 'ERASED', caseReference: 'ERASED' })
  for (const address of [`/gdpr?${at}`, `/gdpr/export?${at}&format=csv`]) {
    const answer = await officer.get(address)
    expect(answer.status, address).toBe(200)
    for (const word of words) expect(answer.text, address).not.toContain(word)
  }
  expect(await tablesWith()).toEqual([])
})

it('a request without a case reference has none afterwards', async () => {
  const asked = { merchantId, userId, reason: told.reason, confirm: userId }
  const erased = await officer.post(`/gdpr/erase?${at}`, asked)
  expect(erased.body, erased.text).toMatchObject({ reason: 'ERASED', caseReference: null })
})

it('of two erasures at once one is done, and the other finds nobody any more', async () => {
  const both = await Promise.all([ask('erase'), ask('erase')])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
  const [done] = both.filter(({ status }) => status === 200)
  const { rows } = await sql`select 1 from gdpr_request
    where type = 'ERASE' and subject = ${String(done?.body.subject)}`.execute(kit.db)
  expect(rows).toHaveLength(1)
})

it('no hold and no export is asked for while somebody is being erased', async () => {
  const all = await Promise.all([ask('erase'), ask('hold'), ask('export')])
  const [erased] = all
  // Whoever comes first decides: under a hold nobody is erased, and of somebody who is gone there is nothing to hold.
  const subject = pseudonymOf(kit.deps.auditKey, merchantId, userId)
  const { rows } = await sql<{ type: string; userId: string | null }>`select type, user_id from gdpr_request
    where subject = ${subject} and reason <> 'ERASED' and ${erased.status === 200}`.execute(kit.db)
  expect(rows).toEqual([])
})

it('a hold that was released goes on telling whose it was, until the person is erased', async () => {
  const held = await ask('hold')
  const id = String(held.body.id)
  const released = await officer.post(`/gdpr/${id}/release?${at}`, { version: 1, reason: 'Case closed' })
  expect(released.body, released.text).toMatchObject({ state: 'DONE', userId })
  expect((await officer.get(`/gdpr/${id}?${at}`)).body).toMatchObject({ userId, reason: told.reason })
  expect((await ask('erase')).status).toBe(200)
  expect((await officer.get(`/gdpr/${id}?${at}`)).body).toMatchObject({ userId: null, reason: 'ERASED' })
})
