import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { transactionColumns } from '../core/record/transaction-columns.ts'
import type { Person } from './request-store.ts'

type Rows = readonly Readonly<Record<string, unknown>>[]

/** What payments say of the person themselves. */
const profileColumns = transactionColumns.flatMap(({ column, declared: { exported } }) =>
  typeof exported === 'object' ? [{ column, name: exported.profile }] : [],
)
const paymentColumns = transactionColumns.flatMap(({ column, declared: { exported } }) =>
  exported === 'payment' ? [column] : [],
)

/** What is held about a person, under the headings of the file. What staff wrote about them is theirs, not the person's. */
export async function dataOf(tx: Tx, { merchantId, userId }: Person): Promise<Record<string, Rows>> {
  const own = sql`merchant_id = ${merchantId} and user_id = ${userId}`
  const profile = sql<Record<string, unknown>>`
    select min(created_at) as first_seen, max(created_at) as last_seen,
      ${sql.join(profileColumns.map(({ column, name }) => sql`${sql.ref(column)} as ${sql.ref(name)}`))}
    from transaction where ${own}
    group by ${sql.join(profileColumns.map(({ column }) => sql.ref(column)))}
    order by min(created_at)`
  const accounts = sql<Record<string, unknown>>`
    select id, type, provider_type, masked_account, holder, bank_name, bic, expiry_date, status, verification_status,
      first_used, last_used, no_successful_tx as successful_payments, no_failed_tx as failed_payments
    from user_psp_account where merchant_id = ${merchantId} and merchant_user_id = ${userId} order by first_used, id`
  const transactions = sql<Record<string, unknown>>`
    select ${sql.join(paymentColumns.map((column) => sql.ref(column)))}
    from transaction where ${own} order by id`
  const checks = sql<Record<string, unknown>>`
    select id, at, provider, trigger, scopes, status, age_status, id_status, address_status, warnings, score,
      first_name, last_name, email, dob, national_id, street, zip, city, country, documents
    from kyc_check where ${own} order by at, id`
  const messages = sql<Record<string, unknown>>`
    select n.tx_id as transaction_id, n.kind, n.target, n.body ->> 'template' as template, n.created_at, n.sent_at
    from notification n join transaction t on t.merchant_id = n.merchant_id and t.id = n.tx_id
    where n.merchant_id = ${merchantId} and t.user_id = ${userId}
      and ((n.kind = 'EMAIL' and n.target = t.user_email) or n.kind = 'SMS') order by n.created_at, n.id`
  return {
    profile: (await profile.execute(tx)).rows,
    accounts: (await accounts.execute(tx)).rows,
    transactions: (await transactions.execute(tx)).rows,
    messages: (await messages.execute(tx)).rows,
    kycChecks: (await checks.execute(tx)).rows,
    // The platform asks nobody for consent; merchants do, and keep it.
    consents: [],
  }
}
