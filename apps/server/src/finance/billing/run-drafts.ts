import { lastPeriod } from '@signalbox/model/billing/billing-period'
import type { InvoiceRun } from '@signalbox/model/calls/billing'
import { counted } from '@signalbox/model/text/counted'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { systemActor } from '../../kit/audit.ts'
import type { Work } from '../../kit/handle.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { perform, type KitDeps } from '../../kit/unit-of-work.ts'
import type { InvoiceKey } from './billing-store.ts'
import { byPerson, byPlatform, draftInvoice, monthFacts } from './draft-run.ts'
import { billedCustomers } from './invoice-store.ts'

type Outcome = Awaited<ReturnType<typeof draftInvoice>>

/** One customer after the other: what is wrong with one does not keep the others. */
async function runOver(
  customers: readonly InvoiceKey[],
  period: string,
  draft: (key: InvoiceKey) => Promise<Outcome>,
): Promise<InvoiceRun> {
  const counts = { created: 0, existing: 0, empty: 0 }
  const problems: { customer: string; message: string }[] = []
  for (const key of customers) {
    try {
      counts[await draft(key)]++
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      problems.push({ customer: key.id, message: error.details.message ?? error.message })
    }
  }
  return { period, ...counts, problems }
}

/** The button: for the customers of the selected merchant and all below it. */
export async function generateDrafts(work: Work, period: string): Promise<InvoiceRun> {
  if (period > lastPeriod(work.now))
    throw invalid({ field: 'period', code: 'PERIOD', message: 'Must be a month that has ended' })
  const customers = await billedCustomers(work.tx, work.scope.effective)
  const facts = monthFacts(period)
  // In the transaction of the call: one that waits for others would be ended as idle. Nothing is written for a customer
  // before all that can be refused, so a refusal leaves no half of a draft.
  const run = await runOver(customers, period, (key) => draftInvoice(work, key, facts, byPerson(work.user)))
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
    const { created, problems } = await runOver(await billedCustomers(deps.db, null), period, async (key) => {
      signal.throwIfAborted()
      const { value } = await perform(deps, systemActor, (unit) => draftInvoice(unit, key, facts, byPlatform))
      return value
    })
    for (const problem of problems) deps.log.warn({ ...problem, period }, 'an invoice could not be drafted')
    return `${period}: ${counted(created, 'draft')}, ${counted(problems.length, 'problem')}`
  },
})
