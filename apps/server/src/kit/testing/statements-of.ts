import type { KyselyPlugin, OperationNode, RawNode } from 'kysely'
import type { Tx } from '../database.ts'

const isRaw = (node: OperationNode): node is RawNode => node.kind === 'RawNode'

/** As it is written, with a mark for each value. */
const textOf = (node: OperationNode): string =>
  isRaw(node)
    ? node.sqlFragments
        .map((fragment, index) => {
          const value = node.parameters[index]
          return value ? `${fragment}${isRaw(value) ? textOf(value) : '?'}` : fragment
        })
        .join('')
    : node.kind

/** The statements a transaction is asked while something is done with it. */
export async function statementsOf(tx: Tx, run: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const seen: string[] = []
  const listening: KyselyPlugin = {
    transformQuery: ({ node }) => {
      seen.push(textOf(node))
      return node
    },
    transformResult: ({ result }) => Promise.resolve(result),
  }
  await run(tx.withPlugin(listening))
  return seen
}
