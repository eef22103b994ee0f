import type { MerchantNode } from '@signalbox/model/access/session'

export interface MerchantRow {
  readonly merchant: MerchantNode
  /** Steps below the topmost merchant the person can see. */
  readonly depth: number
}

/** Parents before children, siblings by name. A merchant whose parent is out of scope stands at the top. */
export function merchantRows(merchants: readonly MerchantNode[]): MerchantRow[] {
  const visible = new Set(merchants.map(({ id }) => id))
  const children = new Map<number | null, MerchantNode[]>()
  for (const merchant of merchants) {
    const parent = merchant.parentId !== null && visible.has(merchant.parentId) ? merchant.parentId : null
    children.set(parent, [...(children.get(parent) ?? []), merchant])
  }
  const rows: MerchantRow[] = []
  const walk = (parent: number | null, depth: number) => {
    const siblings = (children.get(parent) ?? []).toSorted(
      (a, b) => a.name.localeCompare(b.name) || a.id - b.id,
    )
    for (const merchant of siblings) {
      rows.push({ merchant, depth })
      walk(merchant.id, depth + 1)
    }
  }
  walk(null, 0)
  return rows
}

/** Names from the top down to the merchant's parent, for a search result that stands alone. */
export function pathOf(merchant: MerchantNode, merchants: readonly MerchantNode[]): string {
  const byId = new Map(merchants.map((node) => [node.id, node]))
  const names: string[] = []
  let above = merchant.parentId === null ? undefined : byId.get(merchant.parentId)
  while (above && names.length < 20) {
    names.unshift(above.name)
    above = above.parentId === null ? undefined : byId.get(above.parentId)
  }
  return names.join(' › ')
}

export const matchesMerchant = (merchant: MerchantNode, query: string): boolean => {
  const wanted = query.trim().toLowerCase()
  return merchant.name.toLowerCase().includes(wanted) || String(merchant.id).includes(wanted)
}

export const recentMerchantLimit = 5

export const withRecent = (recent: readonly number[], id: number): number[] =>
  [id, ...recent.filter((other) => other !== id)].slice(0, recentMerchantLimit)
