import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { pspSettings } from '../../setup/psp/read-model.ts'
import { systemActor } from '../../kit/audit.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { askPsp } from '../core/flow/ask-psp.ts'
import { decline } from '../core/flow/decline.ts'
import type { Change, Machine } from '../core/flow/machine.ts'
import { pspContact } from '../core/flow/psp-contact.ts'
import { outcomeText } from '../core/flow/refusal-text.ts'
import { Payment } from '../core/state/payment.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { isOpenAtPsp, requireAskable } from '../core/operations/why-not-at-psp.ts'
import { requireOperation, type OperationInput, type Operator } from '../core/operations/actor.ts'

export const cancelTask = 'cancel-at-psp'

/** Cancels what has not been carried out. */
const cancelPayment =
  (operator: Operator, input: OperationInput): Change =>
  (payment) => {
    requireOperation(payment, 'cancel', operator, input)
    payment.note('CANCEL', `Cancelled by ${operator.name}`)
    return decline(payment, StatusNo.ERR_CANCELLED_BY_MERCHANT, {
      at: 'PERSON',
      info: input.info || `Cancelled by ${operator.name}`,
    })
  }

/**
 * What only we know of is cancelled there and then. What a PSP knows of is cancelled there first, where it can, or it
 * would still take the money; that is a job's, because nobody waits for a PSP with the payment locked.
 */
export async function cancelOrAsk(
  machine: Machine,
  unit: UnitOfWork,
  row: Transaction,
  operator: Operator,
  input: OperationInput,
): Promise<Transaction> {
  const settings = row.psp === null ? undefined : await pspSettings(unit.tx, row.psp)
  const canAsk = isOpenAtPsp(row) && settings?.capabilities.has('CANCEL_PENDING') === true
  const change: Change = async (payment, context) => {
    requireOperation(payment, 'cancel', operator, input)
    await requireAskable(context, payment.tx, 'cancel')
    if (!canAsk) return cancelPayment(operator, input)(payment, context, unit)
    payment.note('CANCEL', `${operator.name} asks ${settings.name} to cancel it`)
    return undefined
  }
  const after = await machine.changeLater(unit, row, operator.name, change)
  if (canAsk) {
    const { version: _seen, ...given } = input
    unit.enqueue({
      task: cancelTask,
      payload: { merchantId: row.merchantId, id: row.id, operator, info: given.info ?? '' },
      key: `cancel-${row.id}`,
    })
  }
  return after ?? row
}

/** Asks the PSP to let go of a payment, and cancels it when it has. What it says instead is applied. */
export async function cancelAtPsp(
  machine: Machine,
  row: Transaction,
  { operator, info }: { readonly operator: Operator; readonly info: string },
): Promise<void> {
  const { kit, links } = machine.deps
  const payment = new Payment(structuredClone(row), { now: kit.now() })
  if (!isOpenAtPsp(row)) return
  const [psp, account] = [row.psp ?? '', row.pspAccount ?? '']
  const actor = { ...systemActor, name: operator.name }
  const contact = await pspContact(machine, row, 'SEND')
  if (contact.why !== undefined) {
    await machine.change(row, actor, (open) => {
      open.note('PSP_RESPONSE', `Not asked to cancel: ${contact.why}`)
      return undefined
    })
    return
  }
  const reference = txRefId(row.merchantId, row.id)
  const outcome = await contact.connector.cancel({
    account: contact.account,
    reference: `${reference}-C`,
    idempotencyKey: `${reference}-${row.attemptCount}-cancel`,
    originReference: reference,
    originPspRefId: row.pspRefId,
    amount: payment.pspAmount,
    requestedAmount: payment.requested,
    callbackUrl: links.callback(psp, account),
  })
  const isCancelled = outcome.kind === 'approved' || outcome.kind === 'notFound'
  const current = await machine.change(row, actor, (open, context, unit) => {
    open.effect({ kind: 'log', log: outcome.log, attemptNo: open.tx.attemptCount })
    open.note('PSP_RESPONSE', `${psp}, asked to cancel: ${outcomeText(outcome)}`, outcome.log.latencyMs)
    // Somebody or the PSP was quicker: what the payment is now stays.
    const isOpen = isOpenAtPsp(open.tx) && open.state.pending === undefined
    return isCancelled && isOpen ? cancelPayment(operator, { info })(open, context, unit) : undefined
  })
  if (!isCancelled && current) await askPsp(machine, current)
}
