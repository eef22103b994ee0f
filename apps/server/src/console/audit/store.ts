import type { AuditDiff, AuditEntry, AuditEntryDetail, AuditOptions } from '@signalbox/model/calls/audit'
import { maskTexts, type Mask } from '@signalbox/model/text/mask-text'
import { totalCap } from '@signalbox/model/field/paging'
import { invalid } from '@signalbox/model/text/refusal'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import { openSubjects } from '../../kit/subject-seal.ts'
import { masksOf } from '../../payments/transactions/read-model.ts'
import type { EntryFilter } from './audit-filter.ts'

const columns = [
  'chainMerchantId as chainId',
  'seq',
  'at',
  'merchantId',
  'actorType',
  'actorId',
  'actorName',
  'ip',
  'entityType',
  'entityId',
  'entityLabel',
  'changeType',
  'action',
  'diff',
  'note',
  'result',
  'errorCode',
  'hash',
] as const

const detailColumns = [
  ...columns,
  'before',
  'after',
  'userAgent',
  'sessionRef',
  'operationId',
  'prevHash',
] as const

type Row = Awaited<ReturnType<ReturnType<typeof newest>['executeTakeFirstOrThrow']>>

const mostChangesInList = 20
const longestValueInList = 200

function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null)
  return text.length > longestValueInList ? `${text.slice(0, longestValueInList)}…` : (value ?? null)
}

const diffOf = (diff: unknown): Partial<AuditDiff>[] => diff as Partial<AuditDiff>[]

/** A value that was not there is null on the wire, not left out. */
export const wholeDiff = (diff: unknown): AuditDiff[] =>
  diffOf(diff).map(({ path = '', from = null, to = null }) => ({ path, from, to }))

const shortDiff = (diff: unknown): AuditDiff[] =>
  diffOf(diff)
    .slice(0, mostChangesInList)
    .map(({ path = '', from, to }) => ({ path, from: shortened(from), to: shortened(to) }))

const toEntry = (row: Row, cut: boolean): AuditEntry =>
  ({ ...row, diff: cut ? shortDiff(row.diff) : wholeDiff(row.diff) }) as AuditEntry

const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`)

function conditionsOf(filter: EntryFilter): RawBuilder<boolean>[] {
  const { from, to, keyword, entityId, result, actorId } = filter
  const inList = (column: string, values: readonly string[]) =>
    values.length > 0 ? [sql<boolean>`${sql.ref(column)} = any(${[...values]}::text[])`] : []
  const pattern = keyword === null ? '' : `%${escapeLike(keyword.toLowerCase())}%`
  return [
    sql<boolean>`merchant_id = any(${[...filter.merchants]}::integer[])`,
    ...(from ? [sql<boolean>`at >= ${from}`] : []),
    ...(to ? [sql<boolean>`at < ${to}`] : []),
    ...(keyword === null
      ? []
      : [
          sql<boolean>`lower(concat_ws(' ', entity_label, entity_id, entity_type, action, actor_name, note)) like ${pattern}`,
        ]),
    ...inList('entity_type', filter.entityTypes),
    ...inList('action', filter.actions),
    ...inList('change_type', filter.changeTypes),
    ...(filter.actors.length > 0
      ? [
          sql<boolean>`(actor_id = any(${[...filter.actors]}::text[]) or actor_name = any(${[...filter.actors]}::text[]))`,
        ]
      : []),
    ...(entityId === null ? [] : [sql<boolean>`entity_id = ${entityId}`]),
    ...(result === null ? [] : [sql<boolean>`result = ${result}`]),
    ...(actorId === null
      ? []
      : [
          'is' in actorId
            ? sql<boolean>`actor_id = ${actorId.is}`
            : sql<boolean>`actor_id <> ${actorId.isNot}`,
        ]),
  ]
}

type Position = readonly [at: string, chain: number, seq: number]

const writeCursor = ({ at, chainId, seq }: AuditEntry): string =>
  Buffer.from(JSON.stringify([at, chainId, seq])).toString('base64url')

function readCursor(cursor: string): Position {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    if (Array.isArray(values)) {
      const [at, chain, seq] = values as unknown[]
      const valid = typeof at === 'string' && !Number.isNaN(Date.parse(at)) && Number.isSafeInteger(chain)
      if (valid && Number.isSafeInteger(seq)) return [at, chain as number, seq as number]
    }
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}

function newest(tx: Tx, filter: EntryFilter, after: Position | null) {
  const conditions = conditionsOf(filter)
  if (after) {
    const [at, chain, seq] = after
    conditions.push(
      sql<boolean>`(at, chain_merchant_id, seq) < (${at}::timestamptz, ${chain}::integer, ${seq}::bigint)`,
    )
  }
  return tx
    .selectFrom('auditEntry')
    .select(columns)
    .where(sql<boolean>`${sql.join(conditions, sql` and `)}`)
    .orderBy('at', 'desc')
    .orderBy('chainMerchantId', 'desc')
    .orderBy('seq', 'desc')
}

/** Where the log is read, and the key that opens what it says about people. */
export interface LogReader {
  readonly tx: Tx
  readonly auditKey: Buffer
  /** Merchants whose users are hidden from the reader. */
  readonly hidden?: ReadonlySet<number>
  /** People who are about to be erased, and hidden from the reader until then. */
  readonly restricted?: ReadonlySet<string>
}

/** Entries about payments, people and what belongs to them; the others are about the platform and its staff. */
const aboutPeople = new Set([
  'transaction',
  'case',
  'user-account',
  'gdpr',
  'kyc',
  'kyc-check',
  'ledger',
  'alert',
  'pending-grant',
])

type AuditTexts = Partial<Record<'entityLabel' | 'note' | 'diff' | 'before' | 'after', unknown>>

/** What people wrote, and what was changed, as this reader may see it. */
function withoutPeople<R extends AuditTexts>(row: R, mask: Mask): R {
  const { entityLabel, note, diff, before, after } = row
  const texts = { entityLabel, note, diff, before, after }
  const given = Object.entries(texts).filter(([name]) => name in row)
  return { ...row, ...Object.fromEntries(given.map(([name, value]) => [name, maskTexts(value, mask)])) }
}

type AboutSomething = {
  readonly merchantId: number
  readonly entityType: string
  readonly entityId: string
}

async function shownTo<R extends AboutSomething & AuditTexts>(
  { tx, hidden }: LogReader,
  rows: R[],
): Promise<R[]> {
  const isHidden = ({ merchantId, entityType }: R) => hidden?.has(merchantId) && aboutPeople.has(entityType)
  const maskOf = await masksOf(tx, rows.filter(isHidden))
  return rows.map((row) => (isHidden(row) ? withoutPeople(row, maskOf(row)) : row))
}

export async function listEntries(
  reader: LogReader,
  filter: EntryFilter,
  page: { start: number; limit: number; cursor?: string },
): Promise<{ items: AuditEntry[]; cursor?: string }> {
  const { tx, auditKey } = reader
  const rows = await newest(tx, filter, page.cursor ? readCursor(page.cursor) : null)
    .limit(page.limit + 1)
    .offset(page.cursor ? 0 : page.start)
    .execute()
  const shown = await openSubjects(tx, auditKey, rows.slice(0, page.limit), reader.restricted)
  const items = (await shownTo(reader, shown)).map((row) => toEntry(row, true))
  const last = items.at(-1)
  return { items, ...(rows.length > page.limit && last && { cursor: writeCursor(last) }) }
}

/** Exact up to the cap; beyond it the answer is the cap and one. */
export async function countEntries(tx: Tx, filter: EntryFilter): Promise<number> {
  const counted = newest(tx, filter, null)
    .clearOrderBy()
    .clearSelect()
    .select(sql`1`.as('one'))
    .limit(totalCap + 1)
  const { count } = await tx
    .selectFrom(counted.as('counted'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Everything the filter finds, whole, in batches small enough for entries that hold long texts. */
export async function* entryBatches(
  reader: LogReader,
  filter: EntryFilter,
  most: number,
): AsyncGenerator<AuditEntry[]> {
  const { tx, auditKey } = reader
  const size = 500
  let after: Position | null = null
  for (let left = most; left > 0; left -= size) {
    const rows: Row[] = await newest(tx, filter, after).limit(Math.min(size, left)).execute()
    const last = rows.at(-1)
    if (!last) return
    const shown = await shownTo(reader, await openSubjects(tx, auditKey, rows, reader.restricted))
    yield shown.map((row) => toEntry(row, false))
    if (rows.length < size) return
    after = [last.at, last.chainId, last.seq]
  }
}

export async function getEntry(
  reader: LogReader,
  { chainId, seq }: { chainId: number; seq: number },
  merchants: readonly number[],
): Promise<AuditEntryDetail | undefined> {
  const { tx, auditKey } = reader
  const row = await tx
    .selectFrom('auditEntry')
    .select(detailColumns)
    .where('chainMerchantId', '=', chainId)
    .where('seq', '=', seq)
    .where('merchantId', 'in', [...merchants])
    .executeTakeFirst()
  if (!row) return undefined
  const [shown = row] = await shownTo(reader, await openSubjects(tx, auditKey, [row], reader.restricted))
  return toEntry(shown, false) as AuditEntryDetail
}

const newestLooked = 10_000

/** What occurs among the newest entries; looking through all of them would take as long as the log is old. */
export async function listOptions(tx: Tx, merchants: readonly number[]): Promise<AuditOptions> {
  const { rows } = await sql<AuditOptions>`
    with newest as materialized (
      select entity_type, action, actor_id, actor_name from audit_entry
      where merchant_id = any(${[...merchants]}::integer[]) order by at desc limit ${newestLooked})
    select
      array(select distinct entity_type from newest order by 1) as entity_types,
      array(select distinct action from newest order by 1) as actions,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by name) from (
        select actor_id as id, max(actor_name) as name from newest group by actor_id limit 500) as actors), '[]'::json)
        as actors`.execute(tx)
  return rows[0] ?? { entityTypes: [], actions: [], actors: [] }
}
