import type { Work } from '../../kit/handle.ts'
import { chainOfPath } from '../../kit/scope.ts'

/** The chains that hold entries of the merchants in scope. A brand's entries lie in the chain of its group. */
export function chainsInScope({ scope, inScope }: Pick<Work, 'scope' | 'inScope'>): number[] {
  const paths = inScope.filter(({ id }) => scope.effective.includes(id)).map(({ path }) => path)
  return [...new Set(paths.map(chainOfPath))].sort((a, b) => a - b)
}
