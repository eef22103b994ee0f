import pg from 'pg'
import type { JournalDraft } from '@signalbox/model/ledger/journal'
import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import { createDatabase, type Database } from '../../../kit/database.ts'
import { testAppUrl } from '../../../kit/testing/test-logins.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { patientPool } from '../../../kit/testing/patient-pool.ts'
import { transaction } from '../../../kit/transaction.ts'
import { checkBooks } from '../invariants.ts'
import { post } from '../ledger.ts'
import { balancesOf } from '../read-model.ts'

export const brand = 100010001
export const day = '2026-02-03'
export const now = new Date(`${day}T12:00:00.000Z`)
export const eur = (minor: bigint) => ({ minor, currency: 'EUR' })

export let kit: KitApp
export let otherNode: Database
export let owner: pg.Client
/** A database with books alone, and another node on it. */
export async function startLedger(): Promise<void> {
  kit = await kitApp(() => [])
  otherNode = createDatabase(patientPool(testAppUrl(kit.ownerUrl), 8))
  owner = new pg.Client({ connectionString: kit.ownerUrl })
  await owner.connect()
}
export async function closeLedger(): Promise<void> {
  await owner.end()
  await otherNode.destroy()
  await kit.close()
}

/** The books are append-only even for tests; only their owner, with the guard taken off, can empty them. */
const guarded = ['journal_entry', 'posting', 'journal_seal']
export const unguarded = async (change: () => Promise<unknown>) => {
  for (const table of guarded) await owner.query(`alter table ${table} disable trigger user`)
  await change()
  for (const table of guarded) await owner.query(`alter table ${table} enable trigger user`)
}
export const emptyBooks = () =>
  unguarded(() =>
    owner.query(`truncate journal_entry, posting, account_balance, journal_seal, ledger_period, ledger_finding, ledger_book,
        account_day_total, ledger_check, ledger_request, ledger_request_file;
      delete from transaction`),
  )

let lastId = 1_000_000
export const nextId = () => (lastId += 100)
export const deps = () => ({ now, newId: kit.deps.newId })

export const draft = (given: Partial<JournalDraft> = {}): JournalDraft => ({
  merchantId: brand,
  sourceType: 'ADJUSTMENT',
  sourceId: String(nextId()),
  eventType: 'ADJUSTMENT',
  valueDate: day,
  description: 'A test',
  lines: withdrawalReserved(eur(5000n)),
  createdBy: 'tester',
  ...given,
})

export const put = (given: JournalDraft, db: Database = kit.db) =>
  transaction(db, (tx) => post(tx, given, deps()))
export const check = () => checkBooks(kit.db, brand)
export const balance = async (account: string) => {
  const found = (await balancesOf(kit.db, brand)).find((each) => each.account.startsWith(`${account}:`))
  return found && found.debit - found.credit
}
