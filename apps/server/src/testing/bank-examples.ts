import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { camt053 } from '@signalbox/sandbox/psp/bank-statement-file'
import type { Database } from '../kit/database.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'

interface BankExampleDeps {
  readonly who: () => Client
  readonly db: () => Database
}

const merchantId = 100010001
const at = `merchantId=${merchantId}`
const iban = 'DE89370400440532013000'
let day = 1

interface Entry {
  readonly id: string
  readonly version: number
}

/** A statement of a day of its own with one entry over 5.00 EUR. */
function statement(text: string): string {
  const closedOn = `2026-01-${String(day++).padStart(2, '0')}`
  return camt053(
    [
      {
        ref: `COVER-${closedOn}`,
        sequenceNo: 1,
        iban,
        openedOn: closedOn,
        closedOn,
        opening: { minor: 0n, currency: 'EUR' },
        entries: [
          {
            bookedOn: closedOn,
            amount: { minor: 500n, currency: 'EUR' },
            bankRef: 'B1',
            reference: 'NOTPROVIDED',
            counterparty: 'Acme',
            text,
          },
        ],
      },
    ],
    '08',
  )
}

/** One successful use of every call on bank accounts, statements and entries that changes something. */
export function bankExamples({ who, db }: BankExampleDeps): Record<string, () => Promise<Answer>> {
  let account = 0
  const create = () =>
    who().post(`/bank-account?${at}`, {
      name: 'Coverage',
      accountNo: `20070000/${String(account++).padStart(7, '0')}`,
      currency: 'EUR',
    })
  const made = async () => (await create()).body as { id: string; version: number }
  const bring = (text: string) =>
    who().post(`/bank-statement/import/commit?${at}`, {
      fileName: 'coverage.xml',
      content: statement(text),
      addAccounts: true,
    })
  const entry = async (text = 'nothing known'): Promise<Entry> => {
    const { statements } = (await bring(text)).body as { statements: { id: string }[] }
    const found = await who().get(`/bank-entry?${at}&statementId=${statements[0]?.id}`)
    const [only] = (found.body as { items: Entry[] }).items
    if (!only) throw new Error('The statement has no entry')
    return only
  }
  /** A batch nobody imported: a file would need payments. */
  const batch = async (net: number): Promise<string> => {
    const ref = `COVER-${randomUUID()}`
    await sql`insert into settlement_batch (merchant_id, id, psp, psp_account, batch_ref, file_name, file_sha256, profile,
        imported_by, importer, imported_at, period_from, period_to, payout_date, settlement_currency, gross_credit_minor,
        gross_debit_minor, fee_total_minor, adjustments_minor, net_minor, bank_account, state, created_at, updated_at,
        updated_by)
      values (${merchantId}, ${randomUUID()}::uuid, 'acmecards', '3DS', ${ref}, 'x.csv', ${ref}, 'GENERIC', 'x', '{}',
        now(), now(), now(), '2026-01-03', 'EUR', ${net}, 0, 0, 0, ${net}, 'main', 'MATCHED', now(), now(), 'x')`.execute(
      db(),
    )
    return ref
  }
  const on = async (operation: string, body: object, made: Promise<Entry>) => {
    const { id, version } = await made
    return who().post(`/bank-entry/${id}/${operation}?${at}`, { version, ...body })
  }
  const reason = 'coverage'
  return {
    'POST /bank-account': create,
    'PUT /bank-account/{id}': async () => {
      const { id, version } = await made()
      return who().put(`/bank-account/${id}?${at}`, { version, name: 'Covered' })
    },
    'DELETE /bank-account/{id}': async () => {
      const { id, version } = await made()
      return who().delete(`/bank-account/${id}?${at}&version=${version}`)
    },
    'POST /bank-statement/import/commit': () => bring('nothing known'),
    'POST /bank-entry/{id}/confirm': async () => {
      const ref = await batch(400)
      return on('confirm', {}, entry(`Payout ${ref}`))
    },
    'POST /bank-entry/{id}/link-batch': async () =>
      on('link-batch', { batch: await batch(300), reason }, entry()),
    'POST /bank-entry/{id}/set-aside': () => on('set-aside', { reason }, entry()),
    'POST /bank-entry/{id}/reopen': async () => {
      const { body } = await on('set-aside', { reason }, entry())
      return on('reopen', { reason }, Promise.resolve(body as Entry))
    },
    'POST /bank-entry/{id}/match': () => on('match', {}, entry()),
    'POST /bank-entry/match': () => who().post(`/bank-entry/match?${at}`),
  }
}
