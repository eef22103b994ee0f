import type { AuditAnchor, ChainVerification } from '@signalbox/model/calls/audit'
import { sql, type ColumnType } from 'kysely'
import { snake } from '../../kit/column.ts'
import type { Tx } from '../../kit/database.ts'
import type { AuditEntryRow, Instant } from '../../kit/tables.ts'

interface AuditVerificationTable {
  chainMerchantId: number
  at: Instant
  result: ColumnType<ChainVerification, string, string>
}

const verifications = (tx: Tx) => tx.withTables<{ auditVerification: AuditVerificationTable }>()

/** Exactly the columns the hash covers, so that a column added later does not change old hashes. */
const hashed = [
  'chainMerchantId',
  'seq',
  'merchantId',
  'at',
  'actorType',
  'actorId',
  'actorName',
  'ip',
  'userAgent',
  'sessionRef',
  'operationId',
  'entityType',
  'entityId',
  'entityLabel',
  'changeType',
  'action',
  'before',
  'after',
  'diff',
  'note',
  'result',
  'errorCode',
  'prevHash',
  'hash',
] as const

const hashedColumns = sql.join(hashed.map((name) => sql`${sql.ref(snake(name))} as ${sql.ref(name)}`))

/** Few enough that hashing a batch holds up nobody for long. */
const mostRows = 500
/** As stored, that is packed; entries may hold whole templates, before and after. */
const mostBytes = 4 * 1024 * 1024

async function readBatch(tx: Tx, chain: number, fromSeq: number, toSeq: number): Promise<AuditEntryRow[]> {
  const { rows } = await sql<AuditEntryRow>`
    select ${hashedColumns} from (
      select *, sum(coalesce(pg_column_size(before), 0) + coalesce(pg_column_size(after), 0) + pg_column_size(diff))
        over (order by seq rows between unbounded preceding and 1 preceding) as bytes_before
      from audit_entry where chain_merchant_id = ${chain} and seq between ${fromSeq} and ${toSeq}
      order by seq limit ${mostRows}) as batch
    where coalesce(bytes_before, 0) < ${mostBytes} order by seq`.execute(tx.withoutPlugins())
  return rows
}

/**
 * In the order of the chain, gaps and all, in batches bounded in number and size. The next one is on its way while the
 * last one is looked at.
 */
export async function* chainEntries(
  tx: Tx,
  chain: number,
  fromSeq: number,
  toSeq: number,
): AsyncGenerator<readonly AuditEntryRow[]> {
  let rows = await readBatch(tx, chain, fromSeq, toSeq)
  for (let last = rows.at(-1); last; last = rows.at(-1)) {
    const next = readBatch(tx, chain, last.seq + 1, toSeq)
    try {
      yield rows
    } finally {
      // Also for whoever stops at a broken entry: the connection is theirs again only when it is free.
      await next.catch(() => undefined)
    }
    rows = await next
  }
}

export interface ChainHead {
  readonly lastSeq: number
  readonly lastHash: string
  readonly seal: string
}

export async function getHead(tx: Tx, chain: number): Promise<ChainHead | null> {
  const head = await tx
    .selectFrom('auditChain')
    .select(['lastSeq', 'lastHash', 'seal'])
    .where('chainMerchantId', '=', chain)
    .executeTakeFirst()
  return head ?? null
}

export async function getHash(tx: Tx, chain: number, seq: number): Promise<string | null> {
  const row = await tx
    .selectFrom('auditEntry')
    .select('hash')
    .where('chainMerchantId', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash ?? null
}

/** The numbers of the first entry at or after an instant, and of the last before one. */
export async function seqFrom(tx: Tx, chain: number, at: Date): Promise<number | null> {
  const row = await tx
    .selectFrom('auditEntry')
    .select((eb) => eb.fn.min<number | null>('seq').as('seq'))
    .where('chainMerchantId', '=', chain)
    .where('at', '>=', at.toISOString())
    .executeTakeFirst()
  return row?.seq ?? null
}

export async function seqBefore(tx: Tx, chain: number, at: Date): Promise<number | null> {
  const row = await tx
    .selectFrom('auditEntry')
    .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
    .where('chainMerchantId', '=', chain)
    .where('at', '<', at.toISOString())
    .executeTakeFirst()
  return row?.seq ?? null
}

export async function lastSeqOf(tx: Tx, chain: number): Promise<number> {
  const row = await tx
    .selectFrom('auditEntry')
    .select((eb) => eb.fn.max<number | null>('seq').as('seq'))
    .where('chainMerchantId', '=', chain)
    .executeTakeFirst()
  return row?.seq ?? 0
}

const anchorColumns = ['chainMerchantId as chainId', 'day', 'lastSeq', 'hash', 'seal', 'at'] as const

export async function listAnchors(tx: Tx, chain: number, fromSeq: number): Promise<AuditAnchor[]> {
  return tx
    .selectFrom('auditAnchor')
    .select(anchorColumns)
    .where('chainMerchantId', '=', chain)
    .where('lastSeq', '>=', fromSeq)
    .orderBy('lastSeq')
    .orderBy('day')
    .execute()
}

export async function latestAnchors(tx: Tx, chains: readonly number[]): Promise<AuditAnchor[]> {
  if (chains.length === 0) return []
  return tx
    .selectFrom('auditAnchor')
    .select(anchorColumns)
    .distinctOn('chainMerchantId')
    .where('chainMerchantId', 'in', [...chains])
    .orderBy('chainMerchantId')
    .orderBy('day', 'desc')
    .execute()
}

export async function anchorsOfDay(tx: Tx, day: string): Promise<AuditAnchor[]> {
  return tx
    .selectFrom('auditAnchor')
    .select(anchorColumns)
    .where('day', '=', day)
    .orderBy('chainMerchantId')
    .execute()
}

/** False when the day has its anchor already; the first one counts. */
export async function insertAnchor(tx: Tx, { chainId, ...anchor }: AuditAnchor): Promise<boolean> {
  const inserted = await tx
    .insertInto('auditAnchor')
    .values({ ...anchor, chainMerchantId: chainId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return inserted.numInsertedOrUpdatedRows === 1n
}

/** Every chain there can be: one per operator group and the platform's, whether or not its rows are still there. */
export async function allChains(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('merchant').select('id').where('level', '<=', 1).orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function heads(tx: Tx, chains: readonly number[]): Promise<(ChainHead & { chainId: number })[]> {
  if (chains.length === 0) return []
  return tx
    .selectFrom('auditChain')
    .select(['chainMerchantId as chainId', 'lastSeq', 'lastHash', 'seal'])
    .where('chainMerchantId', 'in', [...chains])
    .execute()
}

export async function saveVerification(tx: Tx, result: ChainVerification, at: Date): Promise<void> {
  const values = { at, result: JSON.stringify(result) }
  await verifications(tx)
    .insertInto('auditVerification')
    .values({ ...values, chainMerchantId: result.chainId })
    .onConflict((conflict) => conflict.column('chainMerchantId').doUpdateSet(values))
    .execute()
}

export async function listVerifications(
  tx: Tx,
  chains: readonly number[],
): Promise<{ at: string; result: ChainVerification }[]> {
  if (chains.length === 0) return []
  return verifications(tx)
    .selectFrom('auditVerification')
    .select(['at', 'result'])
    .where('chainMerchantId', 'in', [...chains])
    .execute()
}

export async function countBroken(tx: Tx, chains: readonly number[]): Promise<number> {
  if (chains.length === 0) return 0
  const { count } = await verifications(tx)
    .selectFrom('auditVerification')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('chainMerchantId', 'in', [...chains])
    .where(sql<boolean>`not (result->>'ok')::boolean`)
    .executeTakeFirstOrThrow()
  return count
}
