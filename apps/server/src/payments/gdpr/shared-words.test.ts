import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { ownKeySubject, pseudonymOf } from '../../kit/subject-seal.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { transaction } from '../../kit/transaction.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { recognise } from '../core/accounts/accounts.ts'
import { eraseEverywhere } from './erase-everywhere.ts'

const brand = 100010001
const sibling = 100010002
const at = '2026-02-03T12:00:00.000Z'
/** Two users of one name, who live together. */
const gone = 'anna_1'
const staying = 'anna_2'
const family = { first: 'Anna', last: 'Berg', email: 'family@mail.example', ip: '198.51.100.9' }

let kit: KitApp
let kept: readonly string[]
const pseudonym = () => pseudonymOf(kit.deps.auditKey, brand, gone)

const account = (userId: string, holder: string, iban: string) =>
  transaction(kit.db, (tx) =>
    recognise(
      tx,
      {
        merchantId: brand,
        userId,
        accountHash: iban,
        txType: 'BankIBANWithdrawal',
        providerType: 'BANKIBAN',
        masked: 'SE45**************7466',
        holder,
        iban,
        visible: true,
      },
      { id: kit.deps.newId(), status: 'ACTIVE', now: new Date(at) },
    ),
  )

interface Payer {
  readonly first: string
  readonly last: string
  readonly email: string
  readonly ip: string
}

const pay = (id: number, userId: string, { first, last, email, ip }: Payer) =>
  sql`insert into transaction (merchant_id, id, status_no, tx_type, method, provider_type, api_source, currency,
      requested_minor, amount_minor, tx_amount_minor, base_currency, user_id, user_first_name, user_last_name,
      user_email, email_hash, ip, created_at, updated_at, updated_by)
    values (${brand}, ${id}, 0, 'CreditcardDeposit', 'DEPOSIT', 'CREDITCARD', 'API', 'EUR', 1000, 1000, 1000, 'EUR',
      ${userId}, ${first}, ${last}, ${email}, ${`hash of ${email}`}, ${ip}, ${at}, ${at}, 'test')`.execute(
    kit.db,
  )

const note = (txId: number, text: string) =>
  sql`insert into tx_note (merchant_id, id, tx_id, author_id, author, at, text)
    values (${brand}, ${kit.deps.newId()}, ${txId}, 'x', 'agent', ${at}, ${text})`.execute(kit.db)

/** A case an operator had opened again, in their own words. */
const reopened = (txId: number, cause: string) =>
  sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, cause, due_at, opened_at, updated_at, updated_by)
    values (${brand}, ${kit.deps.newId()}, ${txId}, 'INCONSISTENT', 'RESOLVED', 'HIGH', ${cause}, ${at}, ${at}, ${at}, 'test')`.execute(
    kit.db,
  )

const noteOf = async (txId: number) => {
  const { rows } = await sql<{ text: string }>`select text from tx_note where tx_id = ${txId}`.execute(kit.db)
  return rows.map(({ text }) => text)
}

const history = (recordId: string, record: object) =>
  sql`insert into record_version (merchant_id, entity, record_id, version, change_type, at, by_user, record)
    values (${brand}, 'user-account', ${recordId}, 1, 'UPDATE', ${at}, 'agent', ${JSON.stringify(record)}::jsonb)`.execute(
    kit.db,
  )

const rules = [
  { conditions: { email: { op: 'in', values: [family.email] } } },
  { conditions: { userId: { op: 'in', values: [gone, 'anna_12'] } } },
]

async function ruleset(): Promise<void> {
  const id = kit.deps.newId()
  await sql`insert into ruleset (merchant_id, id, decision_table, no, active_version, shown_version, last_version,
      last_revision, created_at, updated_at, updated_by)
    values (${brand}, ${id}, 'general-block', 1, 1, 1, 1, 1, ${at}, ${at}, 'test')`.execute(kit.db)
  await sql`insert into ruleset_version (merchant_id, ruleset_id, version, state, revision, name, note, priority, inherit,
      enabled, preconditions, rules, rule_count, enabled_rule_count, content_hash, change_note, editor_ids, editors,
      edited_by, edited_at)
    values (${brand}, ${id}, 1, 'ACTIVE', 1, 'Blocks', '', 1, 'NONE', true, '{}', ${JSON.stringify(rules)}::json, 2, 2, '',
      'new', '{}', '{}', 'test', ${at})`.execute(kit.db)
}

/** What a colleague noted about a change of rules; gives the key without which nobody reads it. */
async function sealedNote(merchantId: number, comment: string): Promise<string> {
  const subject = ownKeySubject(merchantId, kit.deps.newId(), ['comment'])
  await perform(kit.deps, systemActor, (unit) => {
    unit.audit({
      merchantId,
      entityType: 'ruleset',
      entityId: 'r',
      entityLabel: 'r',
      action: 'COMMENT',
      after: { comment },
      subject,
    })
    return Promise.resolve()
  })
  return pseudonymOf(kit.deps.auditKey, merchantId, subject.userId)
}

const isReadable = async (key: string): Promise<boolean> =>
  (await sql`select 1 from subject_key where subject = ${key}`.execute(kit.db)).rows.length > 0

/** A colleague with views of one page. */
async function viewsOfColleague(...names: readonly string[]): Promise<void> {
  const userId = kit.deps.newId()
  await sql`insert into backoffice_user (merchant_id, id, username, first_name, last_name, email, state, roles, created_at,
      updated_at, updated_by)
    values (${brand}, ${userId}, 'agent', 'A', 'B', 'agent@mail.example', 'ACTIVE', '{AGENT}', ${at}, ${at}, 'test')`.execute(
    kit.db,
  )
  for (const name of names)
    await sql`insert into saved_view (merchant_id, id, user_id, page, name, query, version, created_at, updated_at)
      values (${brand}, ${kit.deps.newId()}, ${userId}, '/transactions', ${name}, 'states=FAILED', 1, ${at}, ${at})`.execute(
      kit.db,
    )
}

const sealed = { named: '', longer: '', elsewhere: '' }

beforeAll(async () => {
  kit = await kitApp(() => [])
  await account(gone, 'Anna Berg', 'SE4550000000058398257466')
  await account(gone, 'Quirin Alone', 'DE89370400440532013000')
  await account(gone, 'Maria Dahl', 'FI2112345600000785')
  await account(staying, 'Anna Berg', 'DK5000400440116243')
  await pay(1, gone, family)
  await pay(2, staying, family)
  await pay(3, 'maria_3', { first: 'Maria', last: 'Dahl', email: 'maria@mail.example', ip: '198.51.100.3' })
  await pay(4, 'stranger', { first: 'Nils', last: 'Ek', email: 'nils@mail.example', ip: '198.51.100.4' })
  await note(1, 'Anna Berg asked where it is')
  await note(2, `Anna Berg called from ${family.ip}, answer to ${family.email}`)
  await note(3, 'Maria Dahl was called')
  await reopened(1, 'Mrs Berg called')
  await reopened(4, 'Mrs Berg called')
  await note(4, 'Quirin Alone paid for him')
  await history('of-the-other', { holder: 'Anna Berg', iban: 'DK5000400440116243' })
  await ruleset()
  await viewsOfColleague('About Quirin Alone', 'Quirin Alone failed', 'About Anna Berg', 'anna_12')
  sealed.named = await sealedNote(brand, 'anna_1 complained')
  sealed.longer = await sealedNote(brand, 'anna_12 complained')
  sealed.elsewhere = await sealedNote(sibling, 'anna_1 complained')
  const subject = { merchantId: brand, userId: gone, pseudonym: pseudonym(), now: new Date(at) }
  const keys = { box: secretBox(randomBytes(32)), auditKey: kit.deps.auditKey }
  const done = await perform(kit.deps, systemActor, (unit) => eraseEverywhere(unit, keys, subject))
  kept = done.value.kept
})
afterAll(() => kit.close())

it('an erasure takes everything of the person, whoever else is called the same', async () => {
  const { rows } = await sql<{ userId: string; text: string }>`select user_id, to_jsonb(t)::text as text
    from transaction t where id = 1`.execute(kit.db)
  expect(rows[0]?.userId).toBe(pseudonym())
  for (const word of [family.first, family.last, family.email, family.ip])
    expect(rows[0]?.text, word).not.toContain(word)
  expect(await noteOf(1)).toEqual(['ERASED'])
  const { rows: accounts } = await sql<{ holder: string }>`select holder from user_psp_account
    where merchant_user_id = ${pseudonym()}`.execute(kit.db)
  expect(accounts.map(({ holder }) => holder)).toEqual(['ERASED', 'ERASED', 'ERASED'])
})

it('what operators wrote when they opened a payment again goes as other notes about it', async () => {
  const { rows } = await sql<{ cause: string }>`select cause from investigation_case order by tx_id`.execute(
    kit.db,
  )
  expect(rows.map(({ cause }) => cause)).toEqual(['ERASED', 'Mrs Berg called'])
})

it('what nobody else is called is replaced where it stands', async () => {
  expect(await noteOf(4)).toEqual([`${pseudonym()} paid for him`])
})

it('a name, an address or an email another user has too stays in what is about that user', async () => {
  expect(await noteOf(2)).toEqual([`Anna Berg called from ${family.ip}, answer to ${family.email}`])
  expect(await noteOf(3)).toEqual(['Maria Dahl was called'])
  const { rows } = await sql<{ record: object }>`select record from record_version
    where record_id = 'of-the-other'`.execute(kit.db)
  expect(rows).toEqual([{ record: { holder: 'Anna Berg', iban: 'DK5000400440116243' } }])
})

it('rules go on naming an email another user has too, and tell nobody else from the erased', async () => {
  const { rows } = await sql<{ rules: unknown }>`select rules from ruleset_version`.execute(kit.db)
  expect(rows[0]?.rules).toEqual([
    rules[0],
    { conditions: { userId: { op: 'in', values: [pseudonym(), 'anna_12'] } } },
  ])
})

it('notes in the log about somebody else can be read as before', async () => {
  expect({
    named: await isReadable(sealed.named),
    longer: await isReadable(sealed.longer),
    elsewhere: await isReadable(sealed.elsewhere),
  }).toEqual({ named: false, longer: true, elsewhere: true })
})

it('views of colleagues name the erased no more, each by a name of its own, and others as they did', async () => {
  const { rows } = await sql<{ name: string }>`select name from saved_view`.execute(kit.db)
  const names = rows.map(({ name }) => name)
  expect(names.filter((name) => !/^View( [0-9a-f]{6})?$/.test(name)).toSorted()).toEqual([
    'About Anna Berg',
    'anna_12',
  ])
  expect(new Set(names).size).toBe(4)
})

it('whoever asked for the erasure is told how many words stay', () => {
  expect(kept).toContain(
    'Names and addresses that other users have too, kept in texts and rules that may mean those: 4',
  )
})
