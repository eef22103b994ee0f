import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { PaymentPlatform } from './payment-platform.ts'

/** What a user does on the page of the bank: pays, from the account chosen there. Nothing where no page is shown. */
export async function payOnBankPage(
  platform: PaymentPlatform,
  payment: Pick<PaymentAnswer, 'merchantId' | 'txId'>,
  account?: string,
): Promise<void> {
  const { redirectTarget } = (await platform.row(payment)).stepState
  if (!redirectTarget) return
  await fetch(redirectTarget.url, {
    method: 'POST',
    body: new URLSearchParams({ action: 'pay', ...(account && { account }) }),
    redirect: 'manual',
  })
}
