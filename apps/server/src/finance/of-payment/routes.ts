import { mayAccess } from '@signalbox/model/access/policy'
import { transactionFinanceCalls } from '@signalbox/model/calls/transaction-finance'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { openTransaction } from '../../payments/transactions/read-model.ts'
import { invoiceLinesOfPayment } from '../billing/read-model.ts'
import { linesOfPayment } from '../settlements/read-model.ts'

/** What finance knows of a payment: to whoever may open the payment, and sees the screen the lines are of. */
async function financeOf(work: Work, id: number) {
  const payment = await openTransaction(work, id)
  const { tx, user, scope } = work
  return {
    settlementLines: mayAccess('settlements.view', user)
      ? await linesOfPayment(tx, payment, scope.effective)
      : [],
    invoiceLines: mayAccess('invoice.view', user)
      ? await invoiceLinesOfPayment(tx, payment, scope.effective)
      : [],
  }
}

export const handlers = (): Handler[] => [
  handle(transactionFinanceCalls.finance, (work) => financeOf(work as Work, work.params.id)),
]
