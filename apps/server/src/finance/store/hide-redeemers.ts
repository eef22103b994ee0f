import type { Handler, Work } from '../../kit/handle.ts'
import type { ExportSource } from '../../kit/record-export.ts'
import { hiddenAmong } from '../../payments/gdpr/read-model.ts'
import type { VoucherResource } from './vouchers.ts'

interface Redeemed {
  readonly merchantId: number
  readonly redeemedBy: string
}

type Values = Readonly<Record<string, unknown>>

const isRedeemed = (value: Values): value is Values & Redeemed =>
  typeof value.redeemedBy === 'string' && typeof value.merchantId === 'number'

/** The records of a reply: itself, those of a list, and those of versions. */
function recordsIn(reply: unknown): Values[] {
  const { items, record } = reply as { readonly items?: readonly unknown[]; readonly record?: Values | null }
  if (Array.isArray(items)) return items.flatMap(recordsIn)
  return record ? [record] : [reply as Values]
}

type Shown = (record: Values) => Values

/** A voucher is stock of the merchant and is shown; who redeemed it is not said of somebody who is hidden. */
async function shownFor({ tx, user }: Work, records: readonly Values[]): Promise<Shown> {
  const people = records
    .filter(isRedeemed)
    .map(({ merchantId, redeemedBy }) => ({ merchantId, userId: redeemedBy }))
  const hidden = await hiddenAmong(tx, user.roles, people)
  const isHidden = ({ merchantId, redeemedBy }: Redeemed) =>
    hidden.some((person) => person.merchantId === merchantId && person.userId === redeemedBy)
  return (record) =>
    isRedeemed(record) && isHidden(record) ? { ...record, redeemedBy: null, redeemTxId: null } : record
}

function withShown(shown: Shown, reply: unknown): unknown {
  const { items, record } = reply as { readonly items?: readonly unknown[]; readonly record?: Values | null }
  if (Array.isArray(items))
    return { ...(reply as object), items: items.map((item) => withShown(shown, item)) }
  return record ? { ...(reply as object), record: shown(record) } : shown(reply as Values)
}

/** Whatever call gives vouchers: lists, single ones and their versions. */
export const hidingRedeemers = (handler: Handler): Handler => ({
  ...handler,
  run: async (work) => {
    const reply = await handler.run(work)
    return withShown(await shownFor(work, recordsIn(reply)), reply)
  },
})

/** The same in a file. */
export const shownVouchers = (vouchers: VoucherResource): ExportSource => ({
  entity: vouchers.entity,
  store: (work) => {
    const { list, batches } = vouchers.store(work)
    return {
      list,
      async *batches(query, size) {
        for await (const batch of batches(query, size)) {
          const records = batch as readonly object[] as readonly Values[]
          yield records.map(await shownFor(work, records))
        }
      },
    }
  },
})
