import { sql } from 'kysely'
import type { Database } from '../apps/server/src/kit/database.ts'
import { statusIs } from '../apps/server/src/kit/status-sql.ts'
import { checkBooks } from '../apps/server/src/payments/ledger/invariants.ts'
import type {
  Acknowledged,
  Observation,
  PspMovement,
  PspOperation,
  SeenCallback,
  SeenChain,
  SeenPayment,
} from './oracle.ts'
import { isAtRest } from './oracle.ts'
import { receivablesOf } from './receivables.ts'
import { storeBook } from './store-book.ts'

type Totals = Readonly<Record<string, string>>

/** The providers' own book, asked for what they did since a payment. */
async function readPspBook(sandboxUrl: string, isOurs: (reference: string) => boolean) {
  const read = async (path: string): Promise<Totals[]> => {
    const answer = await fetch(`${sandboxUrl}${path}`)
    return ((await answer.json()) as { items: Totals[] }).items
  }
  const operations = (await read('/admin/totals'))
    .filter(({ reference = '' }) => isOurs(reference))
    .map((line) => ({
      reference: line.reference ?? '',
      key: line.key ?? '',
      kind: line.kind ?? '',
      currency: line.currency ?? '',
      captured: BigInt(line.captured ?? 0),
      paidOut: BigInt(line.paidOut ?? 0),
      refunded: BigInt(line.refunded ?? 0),
      returned: BigInt(line.returned ?? 0),
      disputed: BigInt(line.disputed ?? 0),
    })) satisfies PspOperation[]
  const movements = (await read('/admin/book'))
    .filter(({ reference = '' }) => isOurs(reference))
    .map(({ key = '', movement = '' }) => ({ key, movement })) satisfies PspMovement[]
  return { operations, movements }
}

const nothing = { captured: 0n, paidOut: 0n, refunded: 0n, returned: 0n, disputed: 0n }

/** A line of our own store as the providers tell theirs. */
const redemption = ({
  reference,
  key,
  currency,
  movement,
  minor,
}: Awaited<ReturnType<typeof storeBook>>[number]): PspOperation => ({
  ...{ reference, key, currency, kind: 'deposit', ...nothing },
  [movement === 'refunded' ? 'refunded' : 'captured']: BigInt(minor),
})

const txIdOf = (reference: string): number => Number(reference.split('A')[1])

/** Everything that can be seen of the payments made after one, when things have come to rest. */
export async function observe(
  db: Database,
  sandboxUrl: string,
  {
    acknowledged,
    chains,
    written,
    after,
  }: {
    acknowledged: readonly Acknowledged[]
    chains: readonly SeenChain[]
    written: Observation['written']
    after: number
  },
): Promise<Observation> {
  // Captures and refunds count with their payment, which may be older.
  const { rows: payments } = await sql<SeenPayment>`
    with family as (select distinct coalesce(origin_tx_id, id) as id from transaction where id > ${after})
    select merchant_id, id, origin_tx_id, attributes ->> 'chaosKey' as key, status_no, next_step,
      lease_until, least(expires_at, poll_at) as looks_at from transaction
    where coalesce(origin_tx_id, id) in (select id from family) order by id`.execute(db)
  const ids = payments.map(({ id }) => id)
  const { rows: events } = await sql<{ txId: number; seq: number; fromNo: number | null; toNo: number }>`
    select tx_id, seq, from_no, to_no from tx_event where tx_id = any(${ids}::bigint[])
    order by tx_id, seq`.execute(db)
  const { rows: seals } = await sql<{ txId: number; firstSeq: number; lastSeq: number }>`
    select tx_id, first_seq, last_seq from tx_event_seal_line where tx_id = any(${ids}::bigint[])`.execute(db)
  const ledger = await receivablesOf(db, ids)
  const { rows: cases } = await sql<{ txId: number }>`select tx_id from investigation_case
    where tx_id = any(${ids}::bigint[]) and type = 'INCONSISTENT' and state <> 'RESOLVED'`.execute(db)
  const { rows: unsettled } = await sql<SeenCallback>`select cb.tx_id, cb.outcome, exists (
      select 1 from investigation_case c where c.merchant_id = cb.merchant_id and c.callback_id = cb.id
        and c.state <> 'RESOLVED') as has_case
    from callback cb where cb.tx_id = any(${ids}::bigint[]) and cb.signature_ok
      and cb.outcome in ('RECEIVED', 'PARKED', 'FAILED', 'REFUSED')`.execute(db)
  const { rows: announced } = await sql<{ key: number }>`select distinct key::bigint as key from outbox
    where topic = 'transaction' and key = any(${ids.map(String)}::text[])`.execute(db)
  const merchants = [...new Set(payments.map(({ merchantId }) => merchantId))]
  const findings = (await Promise.all(merchants.map((merchantId) => checkBooks(db, merchantId)))).flat()
  const known = new Set(ids)
  const isOurs = (reference: string) => txIdOf(reference) > after || known.has(txIdOf(reference))
  const { operations, movements } = await readPspBook(sandboxUrl, isOurs)
  const redeemed = (await storeBook(db)).filter(({ reference }) => isOurs(reference))
  return {
    acknowledged,
    payments,
    events,
    seals,
    written,
    chains,
    operations: [...operations, ...redeemed.map(redemption)],
    movements: [...movements, ...redeemed.map(({ key, movement }) => ({ key, movement }))],
    ledger: ledger.map(({ txId, currency, minor }) => ({ txId, currency, receivable: BigInt(minor) })),
    cases: new Set(cases.map(({ txId }) => txId)),
    unsettled,
    announced: new Set(announced.map(({ key }) => key)),
    findings,
  }
}

export async function newestPayment(db: Database): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from transaction`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Payments somebody of us still has to work on: reserved money that is taken automatically is not at rest before, unless
 * a capture or void of it waits for somebody itself.
 */
export async function unfinished(db: Database, after: number): Promise<number> {
  const { rows } = await sql<{ statusNo: number; hasMore: boolean }>`
    select status_no, next_step is not null
      or (coalesce(capture_due_at < clock_timestamp() + interval '1 minute', false) and not exists (
        select 1 from transaction c where c.merchant_id = t.merchant_id and c.origin_tx_id = t.id
          and c.method in ('CAPTURE', 'VOID') and ${statusIs('c.status_no', 'WAITING_INPUT', 'WAITING_APPROVAL', 'INCONSISTENT')})) as has_more
    from transaction t where id > ${after}`.execute(db)
  return rows.filter(({ statusNo, hasMore }) => hasMore || !isAtRest(statusNo)).length
}

/** Messages nobody has taken yet. */
export async function undelivered(db: Database, after: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from notification
    where tx_id > ${after} and status = 'PENDING'`.execute(db)
  return rows[0]?.count ?? 0
}
