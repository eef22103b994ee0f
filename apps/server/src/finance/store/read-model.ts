import { counted } from '@signalbox/model/text/counted'
import { allPeople, isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess } from '@signalbox/model/access/policy'
import type { WorkSource } from '../../kit/work-source.ts'
export { findLowVouchers, lowVouchers } from './low-stock.ts'
export { storeWork } from './stock-store.ts'
import { waitingBatches, type WaitingBatch } from './batch-store.ts'

const hadPart = ({ createdBy, createdById, downloadedBy, downloadedById }: WaitingBatch) =>
  allPeople(createdBy, createdById, downloadedBy, downloadedById)

/** Batches whose codes were made, for those who neither ordered them nor have the codes. */
export const batchesToRelease: WorkSource = async ({ tx, user, merchants }) => {
  if (!mayAccess('store.edit', user)) return []
  const waiting = await waitingBatches(tx, merchants)
  return waiting
    .filter((batch) => !isSamePerson(peopleOf(user), hadPart(batch)))
    .map((batch) => ({
      id: batch.id,
      record: batch.id,
      part: null,
      merchantId: batch.merchantId,
      title: `Batch ${batch.title}`,
      detail: `${counted(batch.quantity, 'voucher')}, ordered by ${batch.createdBy}`,
      since: batch.fileDownloadedAt,
      dueAt: null,
      urgent: false,
    }))
}
