import { merchantFeeCharged, pspFeeAccrued } from '@signalbox/model/ledger/postings'
import type { Payment } from '../state/payment.ts'
import { book, paymentMoney, withTaxCode } from './payment-money.ts'
import { estimateCost } from './steps/convert.ts'
import type { StepContext } from './step-context.ts'

/** What a payment, or the captured part of one, costs the merchant: the PSP's fee and what it bears itself. */
export async function bookFees(payment: Payment, context: StepContext): Promise<void> {
  const { tx } = payment
  await estimateCost(payment, context, 'SUCCEEDED')
  if (tx.pspFeeMinor !== null && tx.pspFeeMinor !== 0n && tx.pspFeeCurrency)
    book(
      payment,
      'PSP_FEE',
      'Expected fee of the PSP',
      pspFeeAccrued(tx.psp ?? '', { minor: tx.pspFeeMinor, currency: tx.pspFeeCurrency }),
    )
  const { billTo, fee, vat } = paymentMoney(payment)
  if (billTo === 'MERCHANT')
    book(
      payment,
      'MERCHANT_FEE',
      withTaxCode(payment, 'Fee borne by the merchant'),
      merchantFeeCharged(fee, vat),
    )
}
