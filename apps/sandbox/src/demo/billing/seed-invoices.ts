import { setImmediate } from 'node:timers/promises'
import { addDays, billingPeriod, lastPeriod } from '@signalbox/model/billing/billing-period'
import { decimalText } from '@signalbox/model/money/money-text'
import type { Config } from '@signalbox/server/config'
import { customers } from '@signalbox/server/finance/billing/customers'
import { invoicesOf, type InvoiceResource } from '@signalbox/server/finance/billing/invoices'
import { legalEntities } from '@signalbox/server/finance/billing/legal-entities'
import { priceLists } from '@signalbox/server/finance/billing/price-lists'
import { generateDrafts } from '@signalbox/server/finance/billing/run-drafts'
import { settlementDeps } from '@signalbox/server/finance/settlements/read-model'
import { secretBox } from '@signalbox/server/kit/secret-box'
import type { KitDeps } from '@signalbox/server/kit/unit-of-work'
import { actAs, type DemoActor } from '../act-as.ts'
import { hasCustomers, invoiceOf } from './demo-billing-store.ts'
import { demoCustomers, demoPrices, demoSeller, type Fate } from './demo-customers.ts'

const group = 100010000
const months = 3

/** The last months that ended, the oldest first. */
function endedMonths(now: Date): string[] {
  const found: string[] = []
  for (let at = now; found.length < months; at = billingPeriod(found[0] ?? '').from)
    found.unshift(lastPeriod(at))
  return found
}

interface Seeding {
  readonly kit: KitDeps
  readonly invoices: InvoiceResource
}

/** The platform as it was on a day, by the clock of business; the log of changes keeps its own. */
const onDay = (kit: KitDeps, day: string): KitDeps => {
  const then = new Date(`${day}T09:30:00Z`)
  const now = () => (then < kit.now() ? then : kit.now())
  return { ...kit, now, realNow: kit.realNow ?? kit.now }
}

/** Finance and the second person of finance, on a day. */
async function peopleOn(kit: KitDeps, day: string) {
  const [finance, finance2] = await Promise.all(
    ['finance', 'finance2'].map((name) => actAs(onDay(kit, day), [], name, group)),
  )
  return finance && finance2 ? { finance, finance2 } : undefined
}

async function openBilling(finance: DemoActor, effectiveFrom: string): Promise<string[]> {
  await finance.act((work) => legalEntities.create(work, { ...demoSeller, note: 'Who sends the invoices' }))
  const list = {
    name: 'Standard',
    currency: 'EUR',
    effectiveFrom,
    prices: demoPrices,
    note: 'Agreed with sales',
  }
  await finance.act((work) => priceLists.create(work, list))
  const ids: string[] = []
  for (const { values } of demoCustomers)
    ids.push((await finance.act((work) => customers.create(work, { ...values }))).id)
  return ids
}

/** What was done with an invoice on the days after its month. */
async function follow(
  { kit, invoices }: Seeding,
  fate: Fate,
  customerId: string,
  period: string,
): Promise<void> {
  const found = await invoiceOf(kit.db, customerId, period)
  if (!found || fate === 'draft') return
  const { lastDay } = billingPeriod(period)
  const does = async (who: 'finance' | 'finance2', days: number, name: string, params: object = {}) => {
    const people = await peopleOn(kit, addDays(lastDay, days))
    await people?.[who].act((work) => invoices.operate(work, found.id, name, { ...params }))
    await setImmediate()
  }
  await does('finance2', 2, 'approve')
  if (fate === 'approved') return
  await does('finance', 3, 'issue')
  await does('finance', 3, 'send')
  const amount = decimalText({ minor: BigInt(found.openMinor), currency: 'EUR' })
  if (fate === 'paid') {
    const paidOn = addDays(lastDay, 16)
    await does('finance2', 16, 'pay', { amount, paidOn, reference: 'Bank transfer' })
  }
  if (fate === 'overdue') await does('finance', 25, 'remind')
  if (fate === 'credited') {
    await does('finance', 9, 'credit', { reason: 'Billed to the wrong company' })
    await does('finance2', 10, 'confirm-credit')
  }
}

/**
 * What finance billed in the last months, by the code that serves its calls: drafts, approved by the second person, issued,
 * sent and paid. One is overdue, one is credited, and two of the last month wait for somebody.
 */
export async function seedInvoices(
  kit: KitDeps,
  config: Pick<Config, 'masterKey'>,
  signal: AbortSignal,
): Promise<number> {
  if (await hasCustomers(kit.db)) return 0
  const periods = endedMonths(kit.now())
  const first = billingPeriod(periods[0] ?? '').firstDay
  const opening = await peopleOn(kit, first)
  if (!opening) return 0
  const ids = await openBilling(opening.finance, first)
  const seeding = { kit, invoices: invoicesOf(secretBox(config.masterKey), settlementDeps(config)) }
  let drafted = 0
  for (const [month, period] of periods.entries()) {
    const people = await peopleOn(kit, addDays(billingPeriod(period).lastDay, 1))
    if (signal.aborted || !people) break
    const { created, problems } = await people.finance.act((work) => generateDrafts(work, period))
    drafted += created
    for (const problem of problems)
      kit.log.warn({ ...problem, period }, 'the demo could not draft an invoice')
    for (const [at, { fates }] of demoCustomers.entries())
      await follow(seeding, fates[month] ?? 'draft', ids[at] ?? '', period)
  }
  return drafted
}
