import { userAccountCalls } from '@signalbox/model/calls/user-account'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { exportRecords, type ExportSource } from '../../kit/record-export.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { Fingerprint } from '../vault/fingerprint.ts'
import type { AccountResource } from './account-resource.ts'
import type { BlockReasons } from './block.ts'
import { userAccounts, type AskUser } from './service.ts'
import { othersWith } from './store.ts'
import { veilFor, type Veil } from './veil.ts'

interface Reply {
  readonly items?: readonly object[]
  readonly record?: object
}

/** Lists, single records and versions alike: whatever holds a record of a person goes through the veil. */
function throughVeil(veil: Veil, reply: unknown): unknown {
  const { items, record } = reply as Reply
  if (Array.isArray(items))
    return { ...(reply as object), items: items.map((item) => throughVeil(veil, item)) }
  if (record) return { ...(reply as object), record: veil(record) }
  return veil(reply as object)
}

const behindVeil = (handler: Handler): Handler => ({
  ...handler,
  run: async (work) => throughVeil(await veilFor(work), await handler.run(work)),
})

interface Parts {
  readonly print: Fingerprint
  readonly blockReasons: BlockReasons
  readonly askUser: AskUser
}

export function handlers({ print, blockReasons, askUser }: Parts): Handler[] {
  const accounts = userAccounts({ print, reasons: blockReasons, askUser })
  const ownWay = new Set<string>(['POST /user-account', userAccountCalls.export.key])
  return [
    ...resourceHandlers(accounts)
      .filter(({ endpoint }) => !ownWay.has(endpoint.key))
      .map(behindVeil),
    handle(userAccountCalls.export, async (work) => {
      const veil = await veilFor(work as Work)
      return exportRecords(veiledSource(accounts, veil), work as Work, work.query)
    }),
    handle(userAccountCalls.blockReasons, async (work) => ({
      items: [...(await blockReasons(work.tx, work.scope.selected))],
    })),
    handle(userAccountCalls.shared, async (work) => {
      const account = await accounts.store(work as Work).get(work.params.id)
      const merchants = work.inScope.map(({ id }) => id)
      const veil = await veilFor(work as Work)
      return { items: (await othersWith(work.tx, merchants, account)).map(veil) }
    }),
  ]
}

/** What an export reads: records as the caller sees them. */
const veiledSource = (accounts: AccountResource, veil: Veil): ExportSource => ({
  entity: accounts.entity,
  store: (work) => {
    const { list, batches } = accounts.store(work)
    return {
      list,
      async *batches(query, size) {
        for await (const batch of batches(query, size)) yield batch.map(veil)
      },
    }
  },
})
