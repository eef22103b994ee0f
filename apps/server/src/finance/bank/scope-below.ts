import type { Work } from '../../kit/handle.ts'

/** A merchant and everything below it, as far as the caller may see: PSPs of a brand pay to the account of its group. */
export function merchantsBelow({ inScope }: Pick<Work, 'inScope'>, merchantId: number): number[] {
  const path = inScope.find(({ id }) => id === merchantId)?.path
  return path === undefined
    ? [merchantId]
    : inScope.filter((each) => each.path.startsWith(path)).map(({ id }) => id)
}
