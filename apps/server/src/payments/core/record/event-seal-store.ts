import { sql } from 'kysely'
import type { Database, Tx } from '../../../kit/database.ts'
import { lockByName } from '../../../kit/lock-by-name.ts'

/**
 * The words an event is hashed by. What says who somebody was may have to be forgotten later, so neither the facts nor
 * what people wrote nor what only one table was asked with is part of it.
 */
const eventText = sql`concat_ws('|', e.tx_id, e.seq, (extract(epoch from e.at) * 1000)::bigint, e.type,
  coalesce(e.step, ''), coalesce(e.from_no::text, ''), e.to_no, e.actor,
  case when e.type in ('FORCE', 'NOTE') then '' else e.summary end,
  coalesce((select jsonb_agg(d - 'also' - 'draw') from jsonb_array_elements(e.decisions) d)::text, ''))`

const hashOf = sql`encode(sha256(convert_to(string_agg(${eventText}, e'\n' order by e.seq), 'UTF8')), 'hex')`

export async function merchantsWithPayments(db: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from merchant m
    where exists (select 1 from transaction t where t.merchant_id = m.id) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface EventSeal {
  readonly no: number
  readonly events: number
  readonly payments: number
  readonly root: string
}

/** Somebody who was still writing when the last seal was made comes a little late. */
const latecomers = '1 hour'

/** How far sealing has come. Long backlogs take several seals, each of which goes on behind the payments of the last. */
interface Progress {
  readonly lastNo: number
  /** Events before this instant are sealed. */
  readonly since: string
  /** When a backlog was begun that is not through yet. */
  readonly begunAt: string | null
}

async function progressOf(tx: Tx, merchantId: number): Promise<Progress> {
  const { rows } = await sql<{ last_no: number; since: string; begun_at: string | null }>`
    with whole as (
      select no, complete_until from tx_event_seal
      where merchant_id = ${merchantId} and complete_until is not null order by no desc limit 1)
    select coalesce(max(s.no), (select no from whole), 0) as last_no,
      coalesce((select complete_until from whole), '-infinity')::text as since, min(s.at)::text as begun_at
    from tx_event_seal s
    where s.merchant_id = ${merchantId} and s.no > coalesce((select no from whole), 0)`.execute(
    tx.withoutPlugins(),
  )
  const [found] = rows
  return { lastNo: found?.last_no ?? 0, since: found?.since ?? '-infinity', begunAt: found?.begun_at ?? null }
}

async function lastPaymentOf(tx: Tx, merchantId: number, sealNo: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(tx_id), 0) as id from tx_event_seal_line
    where merchant_id = ${merchantId} and seal_no = ${sealNo}`.execute(tx)
  return rows[0]?.id ?? 0
}

const completeUntil = (tx: Tx, merchantId: number, no: number, until: Date | string) =>
  sql`update tx_event_seal set complete_until = ${until} where merchant_id = ${merchantId} and no = ${no}`.execute(
    tx,
  )

/**
 * Seals what is not sealed yet, up to so many payments. Nodes wait for each other. The
 * answer is nothing when there was nothing.
 */
export async function sealEvents(
  tx: Tx,
  merchantId: number,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<EventSeal | undefined> {
  await lockByName(tx, `sealing events of ${merchantId}`)
  const { lastNo, since, begunAt } = await progressOf(tx, merchantId)
  const no = lastNo + 1
  const behind = begunAt === null ? 0 : await lastPaymentOf(tx, merchantId, lastNo)
  await sql`insert into tx_event_seal (merchant_id, no, at, events, payments, root)
    values (${merchantId}, ${no}, ${now}, 0, 0, '')`.execute(tx)
  const { rows } = await sql<{ events: number; payments: number; root: string | null }>`
    with fresh as (
      select e.tx_id, min(e.seq) as first_seq, max(e.seq) as last_seq, count(*)::integer as events, ${hashOf} as hash
      from tx_event e
      where e.merchant_id = ${merchantId} and e.tx_id > ${behind}
        and e.at >= ${since}::timestamptz - ${latecomers}::interval
        and e.seq > coalesce((select max(l.last_seq) from tx_event_seal_line l
          where l.merchant_id = e.merchant_id and l.tx_id = e.tx_id), -1)
      group by e.tx_id order by e.tx_id limit ${most}
    ), kept as (
      insert into tx_event_seal_line (merchant_id, tx_id, first_seq, last_seq, seal_no, hash)
      select ${merchantId}, tx_id, first_seq, last_seq, ${no}, hash from fresh returning tx_id
    )
    select coalesce(sum(events), 0)::integer as events, count(*)::integer as payments,
      encode(sha256(convert_to(string_agg(hash, '' order by tx_id, first_seq), 'UTF8')), 'hex') as root
    from fresh`.execute(tx)
  const { events = 0, payments = 0, root } = rows[0] ?? {}
  if (!root) {
    await sql`delete from tx_event_seal where merchant_id = ${merchantId} and no = ${no}`.execute(tx)
    if (begunAt !== null) await completeUntil(tx, merchantId, lastNo, begunAt)
    return undefined
  }
  await sql`update tx_event_seal set events = ${events}, payments = ${payments}, root = ${root}
    where merchant_id = ${merchantId} and no = ${no}`.execute(tx)
  // Payments passed by early may have gone on since: what is sealed is what there was at the beginning.
  if (payments < most) await completeUntil(tx, merchantId, no, begunAt ?? now)
  return { no, events, payments, root }
}

/** Everything is looked at once more, because events of the past were written. What is sealed stays sealed. */
export async function sealFromTheBeginning(tx: Tx, merchantId: number): Promise<void> {
  await lockByName(tx, `sealing events of ${merchantId}`)
  await sql`update tx_event_seal set complete_until = '-infinity' where merchant_id = ${merchantId}
    and no = (select max(no) from tx_event_seal where merchant_id = ${merchantId})`.execute(tx)
}

interface BrokenSeal {
  /** The entry of the audit log that holds the seal. */
  readonly seq: number
  /** The payment whose events were changed; nothing when the seal itself was. */
  readonly txId: number | null
}

/** The first seal among these entries of a chain whose events are not what they were. */
export async function firstBrokenSeal(
  tx: Tx,
  chain: number,
  { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
): Promise<BrokenSeal | undefined> {
  const { rows } = await sql<BrokenSeal>`
    with logged as (
      select seq, merchant_id, entity_id::integer as no, after ->> 'root' as root from audit_entry
      where chain_merchant_id = ${chain} and seq between ${fromSeq} and ${toSeq}
        and entity_type = 'tx-event-seal' and result = 'OK'
    ), lines as (
      select g.seq, l.*, (select ${hashOf} from tx_event e where e.merchant_id = l.merchant_id and e.tx_id = l.tx_id
        and e.seq between l.first_seq and l.last_seq) as found
      from logged g join tx_event_seal_line l on l.merchant_id = g.merchant_id and l.seal_no = g.no
    ), roots as (
      select merchant_id, seal_no as no,
        encode(sha256(convert_to(string_agg(hash, '' order by tx_id, first_seq), 'UTF8')), 'hex') as root
      from lines group by 1, 2
    )
    select seq, tx_id from lines where found is distinct from hash
    union all
    select g.seq, null from logged g left join roots r on r.merchant_id = g.merchant_id and r.no = g.no
    where r.root is distinct from g.root
    order by 1, 2 limit 1`.execute(tx)
  return rows[0]
}
