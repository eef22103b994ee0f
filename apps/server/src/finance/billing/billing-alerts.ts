import { counted } from '@signalbox/model/text/counted'
import type { Tx } from '../../kit/database.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { endAlerts, keepAlerts, type KeptSource, type StandingTrouble } from '../../setup/alert/read-model.ts'
import { billedMonths, overdueInvoices, type BilledCustomer } from './invoice-store.ts'

export const overdueSource: KeptSource = {
  source: 'INVOICE_OVERDUE',
  many: (count) => ({
    title: `${counted(count, 'invoice is', 'invoices are')} overdue`,
    body: 'They are not fully paid.',
  }),
}

export const findOverdue = async (tx: Tx, now: Date): Promise<StandingTrouble[]> =>
  (await overdueInvoices(tx, now)).map(({ merchantId, id, number, dueDate }) => ({
    merchantId,
    key: id,
    title: `Invoice ${number} is overdue`,
    body: `It was due on ${dueDate} and is not fully paid.`,
    subject: id,
  }))

/** A customer whose month could not be drafted, and why. */
export interface FailedDraft {
  readonly customer: BilledCustomer
  readonly message: string
}

const source = 'INVOICE_DRAFTS'
const keyOf = ({ id }: Pick<BilledCustomer, 'id'>, period: string): string => `${id} ${period}`

/**
 * What the nightly run could not draft. Months before are not drafted again by themselves, so those stand until they are
 * billed or the customer is billed no more.
 */
export async function tellFailedDrafts(
  unit: UnitOfWork,
  period: string,
  { customers, failed }: { customers: readonly BilledCustomer[]; failed: readonly FailedDraft[] },
): Promise<void> {
  const billed = new Set((await billedMonths(unit.tx)).map(({ id, period: month }) => keyOf({ id }, month)))
  const active = new Set(customers.map(({ id }) => id))
  await keepAlerts(
    unit,
    {
      source,
      many: (count) => ({
        title: `Invoices of ${counted(count, 'customer')} could not be drafted`,
        body: `They are about ${period}. Generate the drafts to see why.`,
      }),
      isOver: (key) => {
        const [id = '', month] = key.split(' ')
        return month === period || billed.has(key) || !active.has(id)
      },
    },
    failed.map(({ customer, message }) => ({
      merchantId: customer.merchantId,
      key: keyOf(customer, period),
      title: `Invoice of ${customer.number} for ${period} could not be drafted`,
      body: message,
      subject: customer.id,
    })),
  )
}

/** Somebody generated drafts by hand, and these went well. */
export async function endFailedDrafts(
  unit: Parameters<typeof endAlerts>[0],
  period: string,
  drafted: readonly BilledCustomer[],
): Promise<void> {
  const over = new Set(drafted.map((customer) => keyOf(customer, period)))
  await endAlerts(unit, { source, isOver: (key) => over.has(key) })
}
