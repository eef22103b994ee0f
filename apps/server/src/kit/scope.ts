import { sql } from 'kysely'
import type { Database } from './database.ts'
import type { MerchantNode } from '@signalbox/model/access/session'

/** The merchants one request may see and touch. */
export interface Scope {
  readonly selected: number
  /** The selected merchant and its ancestors, nearest first: where inherited rows are looked for. */
  readonly chain: readonly number[]
  /** The selected merchant and everything below it, as far as the caller may see. */
  readonly effective: readonly number[]
  /** The operator group whose audit chain takes this scope's entries: the level-1 ancestor, or the platform. */
  readonly group: number
}

export interface ScopedMerchant extends MerchantNode {
  readonly path: string
}

interface Owner {
  readonly homeMerchantId: number
  readonly merchants: readonly number[]
  readonly internalUser: boolean
}

/**
 * Every merchant the person may select. Staff of a suspended or closed merchant lose it and all below it; platform
 * staff keep it, because somebody must be able to look after it and bring it back.
 */
export async function merchantsInScope(db: Database, owner: Owner): Promise<ScopedMerchant[]> {
  const roots = owner.merchants.length > 0 ? [...owner.merchants] : [owner.homeMerchantId]
  const { rows } = await sql<ScopedMerchant>`
    select distinct m.id, m.name, m.parent_id, m.level, m.state, m.path
    from merchant m join merchant root on m.path like root.path || '%'
    where root.id = any(${roots}::integer[]) ${owner.internalUser ? sql`` : sql`and not ${withdrawn}`}
    order by m.path`.execute(db)
  return rows
}

const withdrawn = sql`exists (
  select 1 from merchant above where m.path like above.path || '%' and above.state in ('SUSPENDED', 'CLOSED'))`

/** The merchant at the top of the tree, which owns what there is once for all. */
export const platformOf = ({ chain, selected }: Scope): number => chain.at(-1) ?? selected

const idsOfPath = (path: string): number[] => path.split('/').filter(Boolean).map(Number)

/** Everything a person may select: for what must not depend on which merchant they look at now. */
export const reachOf = ({ inScope }: { readonly inScope: readonly ScopedMerchant[] }): number[] =>
  inScope.map(({ id }) => id)

export function scopeAt(selected: ScopedMerchant, inScope: readonly ScopedMerchant[]): Scope {
  const chain = idsOfPath(selected.path).reverse()
  return {
    selected: selected.id,
    chain,
    effective: inScope.filter((m) => m.path.startsWith(selected.path)).map((m) => m.id),
    group: chainOfPath(selected.path),
  }
}

/** Audit chains are kept per level-1 merchant; what belongs to the platform itself goes to the platform's chain. */
export function chainOfPath(path: string): number {
  const [top, group] = idsOfPath(path)
  return group ?? top ?? 0
}

/** Every merchant the caller reaches, whichever is selected. */
export const knownMerchants = ({
  inScope,
}: {
  readonly inScope: readonly ScopedMerchant[]
}): ReadonlySet<number> => new Set(inScope.map(({ id }) => id))
