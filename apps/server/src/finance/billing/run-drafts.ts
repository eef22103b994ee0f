import { lastPeriod } from '@signalbox/model/billing/billing-period'
import type { InvoiceRun } from '@signalbox/model/calls/billing'
import { counted } from '@signalbox/model/text/counted'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import type { Work } from '../../kit/handle.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import { endFailedDrafts, tellFailedDrafts, type FailedDraft } from './billing-alerts.ts'
import { byPerson, byPlatform, draftInvoice, monthFacts } from './draft-run.ts'
import { billedCustomers, type BilledCustomer } from './invoice-store.ts'

type Outcome = Awaited<ReturnType<typeof draftInvoice>>

/** One customer after the other: what is wrong with one does not keep the others. */
async function runOver(
  customers: readonly BilledCustomer[],
  period: string,
  draft: (customer: BilledCustomer) => Promise<Outcome>,
): Promise<{ readonly run: InvoiceRun; readonly failed: readonly FailedDraft[] }> {
  const counts = { created: 0, existing: 0, empty: 0 }
  const failed: FailedDraft[] = []
  for (const customer of customers) {
    try {
      counts[await draft(customer)]++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push({ customer, message: error.details.message ?? error.message })
    }
  }
  const problems = failed.map(({ customer, message }) => ({ customer: customer.number, message }))
  return { run: { period, ...counts, problems }, failed }
}

/** The button: for the customers of the selected merchant and all below it. */
export async function generateDrafts(work: Work, period: string): Promise<InvoiceRun> {
  if (period > lastPeriod(work.now))
    throw invalid({ field: 'period', code: 'PERIOD', message: 'Must be a month that has ended' })
  const customers = await billedCustomers(work.tx, work.scope.effective)
  const facts = monthFacts(period)
  // In the transaction of the call: one that waits for others would be ended as idle. Nothing is written for a customer
  // before all that can be refused, so a refusal leaves no half of a draft.
  const { run, failed } = await runOver(customers, period, (customer) =>
    draftInvoice(work, customer, facts, byPerson(work.user)),
  )
  const bad = new Set(failed.map(({ customer }) => customer))
  await endFailedDrafts(
    work,
    period,
    customers.filter((customer) => !bad.has(customer)),
  )
  const merchantId = work.scope.selected
  work.audit({
    merchantId,
    entityType: 'invoice',
    entityId: 'generate',
    entityLabel: `Invoices of ${period}`,
    action: 'GENERATE',
    after: { ...run },
  })
  return run
}

/** The month that ended is drafted by itself; a customer that has an invoice of it is left alone. */
export const invoiceDrafts = (deps: KitDeps): PeriodicJob => ({
  name: 'invoice-drafts',
  title: 'Drafts of invoices',
  schedule: { dailyAt: '02:40' },
  async run({ now, signal }) {
    const period = lastPeriod(now)
    const facts = monthFacts(period)
    const customers = await billedCustomers(deps.db, null)
    const { run, failed } = await runOver(customers, period, async (customer) => {
      signal.throwIfAborted()
      const { value } = await perform(deps, systemActor, (unit) =>
        draftInvoice(unit, customer, facts, byPlatform),
      )
      return value
    })
    for (const problem of run.problems)
      deps.log.warn({ ...problem, period }, 'an invoice could not be drafted')
    await perform(deps, systemActor, (unit) => tellFailedDrafts(unit, period, { customers, failed }))
    return `${period}: ${counted(run.created, 'draft')}, ${counted(failed.length, 'problem')}`
  },
})
