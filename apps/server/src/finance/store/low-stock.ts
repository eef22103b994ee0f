import { counted } from '@signalbox/model/text/counted'
import type { Tx } from '../../kit/database.ts'
import type { KeptSource, StandingTrouble } from '../../setup/alert/read-model.ts'
import { lowBatches, lowPart } from './stock-store.ts'

export const lowVouchers: KeptSource = {
  source: 'VOUCHERS_LOW',
  many: (count) => ({
    title: `${counted(count, 'voucher batch is', 'voucher batches are')} low in stock`,
    body: `At most ${100 / lowPart} % of their vouchers can still be redeemed.`,
  }),
}

export const findLowVouchers = async (tx: Tx): Promise<StandingTrouble[]> =>
  (await lowBatches(tx)).map(({ merchantId, id, title, quantity }) => ({
    merchantId,
    key: id,
    title: `Voucher batch ${title} is low in stock`,
    body: `At most ${100 / lowPart} % of its ${counted(quantity, 'voucher')} can still be redeemed.`,
    subject: id,
  }))
