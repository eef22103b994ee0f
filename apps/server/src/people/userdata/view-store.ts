import type { SavedView, Whose } from '@signalbox/model/access/session'
import type { PageStanding } from '@signalbox/model/guide/page-access'
import { sql } from 'kysely'
import type { Tx } from '../../kit/database.ts'
import type { Instant } from '../../kit/tables.ts'
import type { Person } from './store.ts'

interface SavedViewTable {
  merchantId: number
  id: string
  userId: string
  page: string
  name: string
  query: string
  columns: string[] | null
  shared: boolean
  version: number
  createdAt: Instant
  updatedAt: Instant
}

interface SavedViewStarTable {
  merchantId: number
  userId: string
  viewMerchantId: number
  viewId: string
}

export interface VisibleView extends SavedView {
  readonly merchantId: number
}

/** Who asks, the paths of the topmost merchants they may see, and which pages of the console they may open. */
export interface Viewer extends Person {
  readonly rootPaths: readonly string[]
  readonly pages: readonly PageStanding[]
}

export interface ViewFilter {
  readonly whose: Whose
  readonly page?: string
  readonly id?: string
}

const mostListed = 500

const tables = (tx: Tx) => tx.withTables<{ savedView: SavedViewTable; savedViewStar: SavedViewStarTable }>()

/** Two people's merchants meet where a topmost merchant of one lies at or below one of the other. */
const meets = (paths: readonly string[]) => sql<boolean>`exists (
  select 1 from merchant r, unnest(${[...paths]}::text[]) as own(path)
  where r.id = any(case when cardinality(u.merchants) > 0 then u.merchants else array[u.merchant_id] end)
    and (r.path like own.path || '%' or own.path like r.path || '%'))`

/** What a view is called and looks for is a part of its page. A page nobody knows is open to nobody. */
const mayOpen = (pages: readonly PageStanding[]) => sql<boolean>`coalesce((
  select page.open from unnest(${pages.map(({ path }) => path)}::text[], ${pages.map(({ open }) => open)}::boolean[])
    as page (path, open)
  where v.page = page.path or starts_with(v.page, page.path || '/') order by length(page.path) desc limit 1), false)`

/** Own views, and those of colleagues who share them. */
export async function listViews(tx: Tx, viewer: Viewer, filter: ViewFilter): Promise<VisibleView[]> {
  const mine = sql<boolean>`(v.merchant_id = ${viewer.homeMerchantId} and v.user_id = ${viewer.id})`
  const given = sql<boolean>`(v.shared and ${meets(viewer.rootPaths)} and ${mayOpen(viewer.pages)})`
  const visible = {
    you: mine,
    others: sql<boolean>`(not ${mine} and ${given})`,
    all: sql<boolean>`(${mine} or ${given})`,
  }[filter.whose]
  const rows = await tables(tx)
    .selectFrom('savedView as v')
    .innerJoin('backofficeUser as u', (join) =>
      join.onRef('u.merchantId', '=', 'v.merchantId').onRef('u.id', '=', 'v.userId'),
    )
    .leftJoin('savedViewStar as s', (join) =>
      join
        .onRef('s.viewMerchantId', '=', 'v.merchantId')
        .onRef('s.viewId', '=', 'v.id')
        .on('s.merchantId', '=', viewer.homeMerchantId)
        .on('s.userId', '=', viewer.id),
    )
    .select(['v.merchantId', 'v.id', 'v.page', 'v.name', 'v.query', 'v.columns', 'v.shared', 'v.version'])
    .select('u.username as owner')
    .select([mine.as('mine'), sql<boolean>`s.view_id is not null`.as('favorite')])
    .where('u.state', '<>', 'DELETED')
    .where(visible)
    .$if(filter.page !== undefined, (query) => query.where('v.page', '=', filter.page ?? ''))
    .$if(filter.id !== undefined, (query) => query.where(sql<string>`v.id::text`, '=', filter.id ?? ''))
    .orderBy('mine', 'desc')
    .orderBy('v.page')
    .orderBy(sql`lower(v.name)`)
    .limit(mostListed)
    .execute()
  return rows
}

/** Held to the end of the transaction, so that two windows cannot both save the last view there is room for. */
export async function lockAndCountViews(tx: Tx, person: Person, page: string): Promise<number> {
  await tx
    .selectFrom('backofficeUser')
    .select('id')
    .where('merchantId', '=', person.homeMerchantId)
    .where('id', '=', person.id)
    .forUpdate()
    .execute()
  const { count } = await tables(tx)
    .selectFrom('savedView')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('merchantId', '=', person.homeMerchantId)
    .where('userId', '=', person.id)
    .where('page', '=', page)
    .executeTakeFirstOrThrow()
  return count
}

type ViewValues = Pick<SavedViewTable, 'page' | 'name' | 'query' | 'columns' | 'shared'>

export async function insertView(
  tx: Tx,
  person: Person,
  id: string,
  values: ViewValues,
  now: Date,
): Promise<void> {
  await tables(tx)
    .insertInto('savedView')
    .values({
      ...values,
      id,
      merchantId: person.homeMerchantId,
      userId: person.id,
      version: 1,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

export async function updateView(
  tx: Tx,
  { merchantId, id, version }: VisibleView,
  values: Partial<ViewValues>,
  now: Date,
): Promise<boolean> {
  const updated = await tables(tx)
    .updateTable('savedView')
    .set({ ...values, version: version + 1, updatedAt: now })
    .where('merchantId', '=', merchantId)
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return updated.numUpdatedRows === 1n
}

export async function removeView(tx: Tx, { merchantId, id }: VisibleView): Promise<void> {
  await tables(tx).deleteFrom('savedView').where('merchantId', '=', merchantId).where('id', '=', id).execute()
}

export async function setStar(tx: Tx, person: Person, view: VisibleView, starred: boolean): Promise<void> {
  const star = {
    merchantId: person.homeMerchantId,
    userId: person.id,
    viewMerchantId: view.merchantId,
    viewId: view.id,
  }
  if (starred) {
    await tables(tx)
      .insertInto('savedViewStar')
      .values(star)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return
  }
  await tables(tx)
    .deleteFrom('savedViewStar')
    .where((eb) => eb.and(star))
    .execute()
}
