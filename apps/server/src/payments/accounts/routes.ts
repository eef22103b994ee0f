import { userAccountCalls } from '@signalbox/model/calls/user-account'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { exportRecords, type ExportSource } from '../../kit/record-export.ts'
import { marked, recordsOf } from '../../kit/record-marks.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { erasuresDue, type RetentionYears } from '../gdpr/read-model.ts'
import type { Fingerprint } from '../vault/fingerprint.ts'
import { tokensOfAccount } from '../vault/network-token-store.ts'
import type { Account, AccountResource } from './account-resource.ts'
import type { BlockReasons } from './block.ts'
import { seenAccounts, userAccounts, type AskUser } from './service.ts'
import { othersWith } from './store.ts'
import { maskFor, type AccountMask } from './mask-account.ts'

interface Reply {
  readonly items?: readonly object[]
  readonly record?: object
}

/** Lists, single records and versions alike: whatever holds a record of a person is masked. */
function maskReply(mask: AccountMask, reply: unknown): unknown {
  const { items, record } = reply as Reply
  if (Array.isArray(items)) return { ...(reply as object), items: items.map((item) => maskReply(mask, item)) }
  if (record) return { ...(reply as object), record: mask(record) }
  return mask(reply as object)
}

/** Whoever still sees accounts of people who are about to be erased sees that they are. */
async function erasuresOf(work: Work, reply: unknown, years: RetentionYears) {
  const accounts = recordsOf(reply) as readonly Account[]
  const personOf = ({ merchantId, merchantUserId: userId }: Account) => ({ merchantId, userId })
  const dueOf = await erasuresDue(work, accounts.map(personOf), years)
  return new Map(
    accounts.flatMap((account) => {
      const erasureDueAt = dueOf(personOf(account))
      return erasureDueAt === undefined ? [] : [[account.id, { erasureDueAt }] as const]
    }),
  )
}

const withMaskedReply =
  (years: RetentionYears) =>
  (handler: Handler): Handler => ({
    ...handler,
    run: async (work) => {
      const reply = await handler.run(work)
      return marked(maskReply(await maskFor(work), reply), await erasuresOf(work, reply, years))
    },
  })

interface AccountRouteDeps {
  readonly print: Fingerprint
  readonly blockReasons: BlockReasons
  readonly askUser: AskUser
  readonly retentionYears: RetentionYears
}

export function handlers({ print, blockReasons, askUser, retentionYears }: AccountRouteDeps): Handler[] {
  const accounts = userAccounts({ print, reasons: blockReasons, askUser })
  const ownWay = new Set<string>(['POST /user-account', userAccountCalls.export.key])
  return [
    ...resourceHandlers(accounts)
      .filter(({ endpoint }) => !ownWay.has(endpoint.key))
      .map(withMaskedReply(retentionYears)),
    handle(userAccountCalls.export, async (work) => {
      const mask = await maskFor(work as Work)
      return exportRecords(maskedSource(accounts, mask), work as Work, work.query)
    }),
    handle(userAccountCalls.blockReasons, async (work) => ({
      items: [...(await blockReasons(work.tx, work.scope.selected))],
    })),
    handle(userAccountCalls.tokens, async (work) => {
      const account = await accounts.store(work as Work).get(work.params.id)
      return { items: [...(await tokensOfAccount(work.tx, account))] }
    }),
    handle(userAccountCalls.shared, async (work) => {
      const account = await accounts.store(work as Work).get(work.params.id)
      const merchants = work.inScope.map(({ id }) => id)
      const mask = await maskFor(work as Work)
      return { items: (await othersWith(work.tx, merchants, account, seenAccounts(work.user))).map(mask) }
    }),
  ]
}

/** What an export reads: records as the caller sees them. */
const maskedSource = (accounts: AccountResource, mask: AccountMask): ExportSource => ({
  entity: accounts.entity,
  store: (work) => {
    const { list, batches } = accounts.store(work)
    return {
      list,
      async *batches(query, size) {
        for await (const batch of batches(query, size)) yield batch.map(mask)
      },
    }
  },
})
