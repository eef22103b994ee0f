import type { MerchantNode } from '@signalbox/model/access/session'

export const childrenOf = (merchants: readonly MerchantNode[], id: number): MerchantNode[] =>
  merchants.filter(({ parentId }) => parentId === id)

/** Merchants whose parent is outside the caller's scope stand at the top. */
export const rootsOf = (merchants: readonly MerchantNode[]): MerchantNode[] =>
  merchants.filter(({ parentId }) => !merchants.some(({ id }) => id === parentId))

/** What is in sight from top to bottom. */
export function visibleIds(merchants: readonly MerchantNode[], closed: ReadonlySet<number>): number[] {
  const below = (nodes: readonly MerchantNode[]): number[] =>
    nodes.flatMap(({ id }) => [id, ...(closed.has(id) ? [] : below(childrenOf(merchants, id)))])
  return below(rootsOf(merchants))
}
