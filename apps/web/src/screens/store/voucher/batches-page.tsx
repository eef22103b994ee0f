import { voucherBatch } from '@signalbox/model/entities/voucher-batch'
import { whyNotBatch, type BatchState } from '@signalbox/model/store/store-state'
import type { Row } from '../../../kit/list/listing.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { BatchAbout } from './batch-about.tsx'
import { ProductEditor, ValueEditor } from './batch-editors.tsx'
import { PageSwitch } from './page-switch.tsx'
import { batchStakes } from './voucher-stakes.ts'
import { BatchBadge, ProductLink } from './store-badges.tsx'

const refusal = (name: string, row: Row): string | null => whyNotBatch(name, row.state as BatchState) ?? null

export const BatchesPage = resourceScreen({
  entity: voucherBatch,
  part: 'batches',
  purpose: 'Vouchers that are made together. One person orders a batch, another releases it.',
  columns: [
    'title',
    'sku',
    'quantity',
    'faceValue',
    'state',
    'expiresAt',
    'createdBy',
    'releasedBy',
    'createdAt',
    'merchantId',
  ],
  cells: { state: BatchBadge, productId: ProductLink },
  form: { editors: { productId: ProductEditor, faceValue: ValueEditor } },
  operations: { refusal, stakes: batchStakes, without: ['edit', 'delete'] },
  about: BatchAbout,
  around: { Tools: PageSwitch },
})
