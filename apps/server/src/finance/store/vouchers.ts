import { voucher } from '@signalbox/model/entities/voucher'
import type { RecordOf } from '@signalbox/model/field/entity'
import { whyNotVoucher } from '@signalbox/model/store/store-state'
import { shownCode } from '@signalbox/model/store/voucher-code'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { unlessRestricted } from '../../payments/gdpr/read-model.ts'
import { insertVouchers } from './batch-store.ts'
import { checkedExpiry, requireOtherThanReleaser } from './batches.ts'
import { matchesVoucher, wasNotRefused, wasRefused } from './stock-store.ts'
import { makeVouchers, type CodeDeps } from './make-codes.ts'
import { createdWithin, voucherFacts } from './voucher-change-store.ts'

type Voucher = RecordOf<typeof voucher>
export type VoucherResource = Resource<typeof voucher>

function requireState(name: string, current: Voucher): void {
  const message = whyNotVoucher(name, current)
  if (message) throw new Refusal('INVALID_STATE', { message, current })
}

const operation = (
  name: string,
  change: (
    work: Work,
    current: Voucher,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<object> | object,
): OperationHook<Voucher> => ({
  run: async (work, current, params) => {
    requireState(name, current)
    return { ...(await change(work, current, params)) }
  },
})

const extend = operation('extend', async (work, current, params) => {
  const facts = await voucherFacts(work.tx, current)
  const expiresAt = checkedExpiry(facts, work.now, String(params.expiresAt))
  if (Date.parse(expiresAt) <= Date.parse(current.expiresAt))
    throw invalid({ field: 'expiresAt', code: 'INVALID', message: 'Must be later than it is now' })
  return { expiresAt }
})

/** Single vouchers. */
export const vouchers = (): VoucherResource =>
  new Resource(voucher, {
    filters: ({ user }) => ({
      keyword: (value) =>
        matchesVoucher(
          value,
          unlessRestricted(user.roles, { merchant: 't.merchant_id', user: 't.redeemed_by' }),
        ),
      created: createdWithin,
      refused: (value) => (value === 'true' ? wasRefused : wasNotRefused),
    }),
    operations: {
      block: operation('block', (_work, _current, { reason }) => ({
        state: 'BLOCKED',
        blockReason: String(reason).trim(),
      })),
      unblock: operation('unblock', () => ({ state: 'ACTIVE', blockReason: null })),
      extend,
    },
  })

interface Reissue {
  readonly id: string
  readonly version?: number | undefined
  readonly reason: string
}

/** Another voucher takes the place of one: the value owed stays the same, so nothing is booked. */
export async function reissue(
  resource: VoucherResource,
  deps: CodeDeps,
  work: Work,
  { id, version, reason }: Reissue,
): Promise<{ id: string; serial: string; code: string }> {
  const store = resource.store(work)
  const current = await store.lock(id)
  if (version !== undefined && version !== current.version) throw new Refusal('VERSION_CONFLICT', { current })
  requireState('reissue', current)
  const { merchantId, batch, sku, value, expiresAt, serial } = current
  if (Date.parse(expiresAt) <= work.now.getTime())
    throw new Refusal('INVALID_STATE', { message: 'The voucher has expired.', current })
  const { batchId, productId, valueMinor, currency, releasedBy } = await voucherFacts(work.tx, current)
  requireOtherThanReleaser(work.user, releasedBy)
  const [made] = await makeVouchers(deps, work, 1)
  if (!made) throw new Error('No voucher was made')
  const by = work.user.username
  const order = { merchantId, batchId, batch, productId, sku, value, valueMinor, currency, expiresAt }
  await insertVouchers(
    work.tx,
    { ...order, state: 'ACTIVE', activatedAt: work.now, reissueOf: serial, now: work.now, by },
    [made],
  )
  const blockReason = `Reissued: ${reason.trim()}`
  const changed = {
    state: 'BLOCKED',
    blockReason,
    reissuedAs: made.serial,
    updatedAt: work.now,
    updatedBy: by,
  }
  const after = await store.update(id, current.version, changed)
  await resource.noteChange(work, 'UPDATE', current, after, 'REISSUE', reason)
  await resource.noteChange(work, 'CREATE', null, await store.get(made.id), 'REISSUE', reason)
  return { id: made.id, serial: made.serial, code: shownCode(made.code) }
}
