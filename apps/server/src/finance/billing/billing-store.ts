import { sql } from 'kysely'
import type { Buyer, Seller } from '@signalbox/model/billing/parties'
import type { People } from '@signalbox/model/access/people'
import type { Tx } from '../../kit/database.ts'

/** The next number of a series. Others that want one wait until this one is committed, so none is lost or given twice. */
export async function nextInSeries(tx: Tx, merchantId: number, series: string): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into billing_series as s (merchant_id, series, last) values (${merchantId}, ${series}, 1)
    on conflict (merchant_id, series) do update set last = s.last + 1 returning last`.execute(tx)
  return rows[0]?.last ?? 1
}

/** Of these merchants, those another customer is billed for. */
export async function takenMerchants(tx: Tx, merchants: readonly number[], customerId: string) {
  const { rows } = await sql<{ merchantId: number; number: string }>`
    select cm.merchant_id, c.number from customer_merchant cm join customer c on c.id = cm.customer_id
    where cm.merchant_id = any(${[...merchants]}::integer[]) and cm.customer_id <> ${customerId}`.execute(tx)
  return rows
}

export async function setMerchants(tx: Tx, customerId: string, merchants: readonly number[]): Promise<void> {
  await sql`delete from customer_merchant where customer_id = ${customerId}`.execute(tx)
  await sql`insert into customer_merchant (merchant_id, customer_id)
    select m, ${customerId}::uuid from unnest(${[...merchants]}::integer[]) as m order by m`.execute(tx)
}

export async function hasInvoices(tx: Tx, customerId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from invoice where customer_id = ${customerId} limit 1`.execute(tx)
  return rows.length > 0
}

export async function customersOfSeller(tx: Tx, code: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select 1 from customer where seller = ${code} union all
    select 1 from invoice where number like ${`${code}-%`} limit 1) as used`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function customersOfList(tx: Tx, name: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from customer where price_list = ${name} and state <> 'CLOSED'`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Price lists of this name and currency, the latest first. */
export async function listsNamed(tx: Tx, name: string, currency: string) {
  const { rows } = await sql<{ effectiveFrom: string; prices: unknown }>`
    select effective_from::text, prices from price_list where name = ${name} and currency = ${currency}
    order by effective_from desc`.execute(tx)
  return rows
}

export interface StoredSeller extends Seller {
  readonly merchantId: number
  readonly code: string
  readonly vatRate: string
}

/** The legal entity with this prefix; without one, the first there is. */
export async function findSeller(tx: Tx, code: string | null): Promise<StoredSeller | undefined> {
  const { rows } = await sql<StoredSeller>`
    select merchant_id, code, trim_scale(vat_rate)::text as vat_rate, name, org_no, vat_no, address, zip, city,
      country, email, phone, iban, bic, logo
    from legal_entity where ${code}::text is null or code = ${code} order by created_at, id limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** Those who had a part in the draft, and in the request of a write-off or a credit. */
export async function peopleBehind(tx: Tx, { merchantId, id }: InvoiceKey): Promise<Behind> {
  const { rows } = await sql<Behind>`select drafted_by_people as drafted, write_off_people as write_off,
      credit_people as credit from invoice where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0] ?? { drafted: [], writeOff: [], credit: [] }
}

/** Where its approver saw that it would be paid to; null while it is a draft. */
export async function approvedIban(tx: Tx, { merchantId, id }: InvoiceKey): Promise<string | null> {
  const { rows } = await sql<{ iban: string | null }>`select approved_iban as iban from invoice
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0]?.iban ?? null
}

interface Behind {
  readonly drafted: People
  readonly writeOff: People
  readonly credit: People
}

export async function ibanPeople(tx: Tx, id: string): Promise<People> {
  const { rows } = await sql<{ people: string[] }>`
    select pending_iban_people as people from legal_entity where id = ${id}`.execute(tx)
  return rows[0]?.people ?? []
}

export interface InvoiceKey {
  readonly merchantId: number
  readonly id: string
}

interface Parties {
  readonly seller: Seller | null
  readonly buyer: Buyer | null
  readonly vatNote: string | null
}

/** The parties of an issued invoice as they were then. */
export async function partiesOf(tx: Tx, { merchantId, id }: InvoiceKey): Promise<Parties> {
  const { rows } = await sql<Parties>`select seller, buyer, vat_note from invoice
    where merchant_id = ${merchantId} and id = ${id}`.execute(tx)
  return rows[0] ?? { seller: null, buyer: null, vatNote: null }
}

export async function merchantNames(tx: Tx, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from merchant where id = any(${[...ids]}::integer[])`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
