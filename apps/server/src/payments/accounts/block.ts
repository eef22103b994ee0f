import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { entityStore } from '../../kit/entity-store.ts'
import type { Work } from '../../kit/handle.ts'
import { scopeAt } from '../../kit/scope.ts'
import { holdJob } from './hold-task.ts'
import { tellOfBlock } from '../core/accounts/tell-of-block.ts'
import type { Account, AccountResource } from './account-resource.ts'
import { deleteBlock, insertBlock, sameAccountBelow } from './store.ts'

/** The same work as seen from another merchant the caller may see. */
function seenFrom(work: Work, merchantId: number): Work {
  const merchant = work.inScope.find(({ id }) => id === merchantId)
  if (!merchant)
    throw new Refusal('OUT_OF_SCOPE', { message: 'The block applies to merchants outside your scope.' })
  return { ...work, scope: scopeAt(merchant, work.inScope) }
}

/** Changes all other rows with the same account below a merchant, each with its own history. */
async function changeOthers(
  accounts: AccountResource,
  work: Work,
  { current, merchantId }: { current: Account; merchantId: number },
  change: { when: (row: Account) => boolean; values: object; action: string },
): Promise<void> {
  const wide = seenFrom(work, merchantId)
  // Those of people who are hidden too: a block holds for whoever brings the account, whoever of them is seen.
  const store = entityStore(accounts.entity, wide.tx, wide.scope)
  for (const { id } of await sameAccountBelow(work.tx, merchantId, current.hashedAccount)) {
    if (id === current.id) continue
    const row = await store.lock(id)
    if (!change.when(row)) continue
    const stamp = { updatedAt: work.now, updatedBy: work.user.username }
    const after = await store.update(id, row.version, { ...change.values, ...stamp })
    await accounts.noteChange(wide, 'UPDATE', row, after, change.action, `With ${current.maskedAccount}`)
    if (change.action === 'BLOCK') await tellOfBlock(work, after, after.blockReason ?? '')
  }
}

/** The reasons a merchant has given its staff to choose from. */
export type BlockReasons = (
  tx: Tx,
  merchantId: number,
) => Promise<readonly { readonly id: string; readonly name: string }[]>

export async function requireKnownReason(
  reasons: BlockReasons,
  work: Work,
  { merchantId }: Account,
  reason: string,
): Promise<void> {
  const known = await reasons(work.tx, merchantId)
  if (known.some(({ id }) => id === reason)) return
  throw invalid({ field: 'blockReason', code: 'UNKNOWN', message: 'The merchant has no such reason' })
}

/** For the row alone, or for everybody who brings the account at a merchant or below it. */
export async function block(
  accounts: AccountResource,
  work: Work,
  current: Account,
  { reason, merchantId }: { reason: string; merchantId: number | null },
): Promise<Record<string, unknown>> {
  if (current.status === 'BLOCKED')
    throw new Refusal('INVALID_STATE', { message: 'The account is already blocked.' })
  const blocked = {
    status: 'BLOCKED',
    blockReason: reason,
    blockScopeMid: merchantId,
    blockedBy: work.user.username,
    blockedAt: work.now,
  }
  const { hashedAccount, id } = current
  const by = work.user.username
  const held = { accountHash: hashedAccount, reason, by }
  await tellOfBlock(work, current, reason)
  if (merchantId === null) {
    work.enqueue(holdJob({ ...held, merchantId: current.merchantId, accountId: id }))
    return blocked
  }
  const { scope } = seenFrom(work, merchantId)
  if (!scope.effective.includes(current.merchantId))
    throw new Refusal('INVALID', {
      fields: [{ field: 'blockScopeMid', code: 'SCOPE', message: 'The account is not below this merchant' }],
    })
  const source = { merchantId: current.merchantId, id }
  work.enqueue(holdJob({ ...held, merchantId, accountId: null }))
  await insertBlock(work.tx, { merchantId, hashedAccount, reason, source, by, at: work.now })
  const when = (row: Account) => row.status !== 'BLOCKED' && row.status !== 'DELETED'
  await changeOthers(accounts, work, { current, merchantId }, { when, values: blocked, action: 'BLOCK' })
  return blocked
}

const free = {
  status: 'ACTIVE',
  blockReason: null,
  blockScopeMid: null,
  blockedBy: null,
  blockedAt: null,
}

/** Lifts whatever keeps the account from being used. A block that reaches further is lifted as far as it reaches. */
export async function activate(
  accounts: AccountResource,
  work: Work,
  current: Account,
): Promise<Record<string, unknown>> {
  if (current.status === 'ACTIVE')
    throw new Refusal('INVALID_STATE', { message: 'The account is already active.' })
  const merchantId = current.blockScopeMid
  if (current.status === 'BLOCKED' && merchantId !== null) {
    const { hashedAccount } = current
    seenFrom(work, merchantId)
    await deleteBlock(work.tx, merchantId, hashedAccount)
    const when = (row: Account) => row.status === 'BLOCKED' && row.blockScopeMid === merchantId
    await changeOthers(accounts, work, { current, merchantId }, { when, values: free, action: 'ACTIVATE' })
  }
  return free
}
