import { sql } from 'kysely'
import pg from 'pg'
import type { JournalDraft } from '@signalbox/model/ledger/journal'
import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import type { Role } from '@signalbox/model/access/roles'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import { transaction } from '../../../kit/transaction.ts'
import { checkMerchant } from '../../../payments/ledger/check-books.ts'
import { checkBooks } from '../../../payments/ledger/invariants.ts'
import { post } from '../../../payments/ledger/ledger.ts'
import { noSettlements } from '../psp-figures.ts'
import { handlers } from '../routes.ts'

export const brand = 100010001
export const sibling = 100010002
export const group = 100010000
export const stranger = 100020000
export const now = new Date('2026-03-10T12:00:00.000Z')

export let kit: KitApp
let owner: pg.Client
/** What settlements would say. */
export const joins = { ...noSettlements }

export async function openBalance(): Promise<void> {
  kit = await kitApp(() => [...handlers({ box: secretBox(testMasterKey), joins })])
  kit.clock.now = now
  owner = new pg.Client({ connectionString: kit.ownerUrl })
  await owner.connect()
  await owner.query(
    `insert into psp (merchant_id, id, psp, name, status, classification, tx_types, auth_types, capture_window_days,
      refund_window_days, settle_days, connector, connect_timeout_ms, read_timeout_ms, retries, callback_auth,
      created_at, updated_at, updated_by)
    values (1000, $1, 'acmecards', 'Acme Cards', 'ACTIVE', 'ACQUIRER', '{}', '{}', 7, 180, 2, 'acmecards', 1000, 1000, 0,
      'NONE', now(), now(), 'test')`,
    [kit.deps.newId()],
  )
}

/** A bank account that the statements of a merchant are of. */
export const openBankAccount = (merchantId: number, name: string) =>
  owner.query(
    `insert into bank_account (merchant_id, id, name, account_no, account_key, currency, created_at, updated_at, updated_by)
    values ($1, $2, $3, $3, $3, 'EUR', now(), now(), 'test')`,
    [merchantId, kit.deps.newId(), name],
  )

export async function closeBalance(): Promise<void> {
  await owner.end()
  await kit.close()
}

const guarded = ['journal_entry', 'posting', 'journal_seal']
export async function emptyBooks(): Promise<void> {
  kit.clock.now = now
  Object.assign(joins, noSettlements)
  for (const table of guarded) await owner.query(`alter table ${table} disable trigger user`)
  await owner.query(`truncate journal_entry, posting, account_balance, journal_seal, ledger_period, ledger_finding,
    ledger_book, account_day_total, ledger_check, ledger_request, ledger_request_file`)
  for (const table of guarded) await owner.query(`alter table ${table} enable trigger user`)
}

const person = (no: number, username: string, roles: readonly Role[] = ['MINIBANK_ADMIN']) =>
  kit.as({ id: `01900000-0000-7000-8000-00000000010${no}`, username, roles: [...roles] })
/** Two who may change the books, and one who may look. */
export const people = () => ({
  anna: person(1, 'anna'),
  bert: person(2, 'bert'),
  viewer: person(3, 'viewer', ['MINIBANK']),
  agent: person(4, 'agent', ['AGENT']),
})

export const at = (merchantId = brand) => `merchantId=${merchantId}`

let lastSource = 5_000_000
export const draft = (given: Partial<JournalDraft> = {}): JournalDraft => ({
  merchantId: brand,
  sourceType: 'ADJUSTMENT',
  sourceId: String((lastSource += 100)),
  eventType: 'ADJUSTMENT',
  valueDate: '2026-01-15',
  description: 'A test',
  lines: withdrawalReserved({ minor: 5000n, currency: 'EUR' }),
  createdBy: 'tester',
  ...given,
})

export const put = (given: JournalDraft, when: Date = now) =>
  transaction(kit.db, (tx) => post(tx, given, { now: when, newId: kit.deps.newId }))

export const check = (merchantId = brand) => checkBooks(kit.db, merchantId)
export const runCheck = (merchantId = brand) => checkMerchant(kit.deps, merchantId)

export const line = (
  type: string,
  side: 'DEBIT' | 'CREDIT',
  amount: string,
  dimension = '',
  currency = 'EUR',
) => ({
  type,
  dimension,
  side,
  amount: { amount, currency },
})

export const adjustment = (given: object = {}) => ({
  valueDate: '2026-03-09',
  reason: 'Booked to the wrong account',
  lines: [line('RECON_DIFFERENCE', 'DEBIT', '12.34', 'acmecards'), line('USER_FUNDS', 'CREDIT', '12.34')],
  ...given,
})

export const audited = async (entityId: string): Promise<string[]> => {
  const { rows } = await sql<{ what: string }>`select actor_name || ' ' || action as what from audit_entry
    where entity_id = ${entityId} order by at, seq`.execute(kit.db)
  return rows.map(({ what }) => what)
}
