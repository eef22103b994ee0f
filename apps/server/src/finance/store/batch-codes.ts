import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { batchFacts, insertVouchers } from './batch-store.ts'
import { heldProduct, requireActive, requireBatchState, type BatchResource } from './batches.ts'
import { codeFile } from './code-file.ts'
import { makeVouchers, type CodeDeps } from './make-codes.ts'
import type { ProductResource } from './products.ts'

interface Resources {
  readonly batches: BatchResource
  readonly products: ProductResource
}

/**
 * Makes the vouchers of a batch and gives their codes, in one step: there is no moment at which somebody could ask for the
 * codes again, because nothing keeps them. A file that was lost on its way means another batch.
 */
export async function downloadCodes(
  { batches, products }: Resources,
  deps: CodeDeps,
  work: Work,
  { id, password }: { readonly id: string; readonly password: string },
): Promise<{ fileName: string; content: string }> {
  const store = batches.store(work)
  const current = await store.lock(id)
  if (current.fileDownloadedAt !== null)
    throw new Refusal('INVALID_STATE', {
      message: 'The codes of this batch were downloaded before.',
      current,
    })
  requireBatchState('codes', current)
  const facts = await batchFacts(work.tx, current)
  requireActive(await heldProduct(products, work, facts.productId))
  const made = await makeVouchers(deps, work, current.quantity)
  const { merchantId, sku, title, faceValue } = current
  const expiresAt = current.expiresAt ?? ''
  const { username: by, id: byId } = work.user
  await insertVouchers(
    work.tx,
    {
      merchantId,
      batchId: id,
      batch: title,
      productId: facts.productId,
      sku,
      value: faceValue,
      valueMinor: facts.valueMinor,
      currency: facts.currency,
      expiresAt,
      state: 'CREATED',
      activatedAt: null,
      reissueOf: null,
      now: work.now,
      by,
    },
    made,
  )
  const after = await store.update(id, current.version, {
    state: 'GENERATED',
    firstSerial: made[0]?.serial ?? null,
    lastSerial: made.at(-1)?.serial ?? null,
    fileDownloadedAt: work.now,
    downloadedBy: by,
    downloadedById: byId,
    updatedAt: work.now,
    updatedBy: by,
  })
  await batches.noteChange(work, 'UPDATE', current, after, 'DOWNLOAD_CODES', undefined)
  const about = { value: faceValue.amount, currency: faceValue.currency, expiresAt }
  const file = await codeFile(title, about, made, password)
  return { fileName: `${title}.zip`, content: Buffer.from(file).toString('base64') }
}
