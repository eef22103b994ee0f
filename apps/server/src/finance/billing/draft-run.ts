import { allPeople, peopleOf, type People } from '@signalbox/model/access/people'
import { billingPeriod, type BillingPeriod } from '@signalbox/model/billing/billing-period'
import { pricedLines, type PricedLines } from '@signalbox/model/billing/invoice-line'
import type { Prices } from '@signalbox/model/billing/price-list'
import { usageLines, type BilledPsp, type Usage } from '@signalbox/model/billing/usage-lines'
import { vatTreatment, type VatTreatment } from '@signalbox/model/billing/vat'
import { convertAt, midRate } from '@signalbox/model/money/forex'
import { toWire } from '@signalbox/model/money/money-schema'
import { zeroMoney, type Money } from '@signalbox/model/money/money'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { ratesFor } from '../../payments/reference/forex-rates.ts'
import { readChains, readRates } from '../../payments/reference/reference-store.ts'
import { findSeller, listsNamed, merchantNames, type InvoiceKey } from './billing-store.ts'
import { hasInvoiceOf, insertInvoice, lockCustomer } from './invoice-store.ts'
import { dayOf, type Customer, type Invoice } from './records.ts'
import { billedPsps, usageOf, type UsageRow } from './usage-store.ts'

/** Who makes a draft: a person, or the platform by itself. */
export interface Drafter {
  readonly name: string
  readonly people: People
  /** The platform does not draft again what somebody deleted or credited. */
  readonly onlyOnce: boolean
}

export const byPlatform: Drafter = { name: 'system', people: allPeople(), onlyOnce: true }
export const byPerson = (user: { readonly id: string; readonly username: string }): Drafter => ({
  name: user.username,
  people: peopleOf(user),
  onlyOnce: false,
})

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

type Convert = (money: Money) => Money
type Rates = Awaited<ReturnType<typeof readRates>>
type Chains = Awaited<ReturnType<typeof readChains>>

/** What is the same for all customers of a run, read once. */
export interface MonthFacts {
  readonly period: BillingPeriod
  /** The last instant of the month. */
  readonly end: Date
  rates(tx: Tx): Promise<Rates>
  chains(tx: Tx): Promise<Chains>
  psps(tx: Tx): Promise<readonly BilledPsp[]>
}

const readOnce = <T>(read: (tx: Tx) => Promise<T>) => {
  let known: { readonly value: T } | undefined
  return async (tx: Tx): Promise<T> => (known ??= { value: await read(tx) }).value
}

export function monthFacts(name: string): MonthFacts {
  const period = billingPeriod(name)
  const end = new Date(period.to.getTime() - 1)
  return {
    period,
    end,
    rates: readOnce((tx) => readRates(tx, end)),
    chains: readOnce(readChains),
    psps: readOnce(billedPsps),
  }
}

/** Amounts in the customer's currency, at the rates in force when the month ended. */
async function converter(tx: Tx, { merchantId, currency }: Customer, facts: MonthFacts): Promise<Convert> {
  const [rates, chains, at] = [await facts.rates(tx), await facts.chains(tx), facts.end]
  const sheet = ratesFor(rates, chains.get(merchantId) ?? [merchantId], { nowMs: at.getTime() })
  return (money) => {
    if (money.currency === currency || money.minor === 0n) return { ...money, currency }
    const rate = midRate(sheet, money.currency, currency)
    if (!rate)
      return refuse(`There was no rate from ${money.currency} to ${currency} at the end of the month.`)
    return convertAt(money, currency, rate.rate)
  }
}

const usageFrom = (row: UsageRow, convert: Convert, currency: string): Usage => ({
  ...row,
  volume: convert({ minor: BigInt(row.volumeMinor), currency: row.baseCurrency }),
  pspFees:
    row.feeCurrency === null
      ? zeroMoney(currency)
      : convert({ minor: BigInt(row.feeMinor), currency: row.feeCurrency }),
})

/** The prices in effect on the first day of the month. */
async function pricesFor(tx: Tx, customer: Customer, period: BillingPeriod): Promise<Prices> {
  const lists = await listsNamed(tx, customer.priceList, customer.currency)
  const list = lists.find(({ effectiveFrom }) => effectiveFrom <= period.firstDay)
  if (!list) return refuse(`The price list ${customer.priceList} has no prices for ${period.name}.`)
  return list.prices as Prices
}

interface Draft {
  readonly priced: PricedLines
  readonly treatment: VatTreatment
}

async function draftOf(tx: Tx, customer: Customer, facts: MonthFacts): Promise<Draft> {
  const { period } = facts
  const seller = await findSeller(tx, customer.seller)
  if (!seller) return refuse('There is no legal entity to bill with.')
  const { currency, merchants } = customer
  const convert = await converter(tx, customer, facts)
  const rows = merchants.length === 0 ? [] : await usageOf(tx, merchants, period)
  const usage = rows.map((row) => usageFrom(row, convert, currency))
  const lines = usageLines({
    usage,
    prices: await pricesFor(tx, customer, period),
    psps: await facts.psps(tx),
    merchantNames: await merchantNames(tx, merchants),
    currency,
    period,
  })
  const treatment = vatTreatment({ seller, buyer: customer })
  return { priced: pricedLines(lines, treatment.rate, currency), treatment }
}

/** What an invoice says of its amounts. */
export const amountsOf = ({ lines, net, vat, gross }: PricedLines) => ({
  lines,
  net: toWire(net),
  vat: toWire(vat),
  gross: toWire(gross),
})

/** History, audit entry and live event of an invoice that the kit did not make. */
export async function noteNew(
  unit: UnitOfWork,
  record: Invoice,
  by: string,
  action: string,
  note: string | null,
) {
  const { merchantId, id, version } = record
  const kept = {
    merchantId,
    entity: 'invoice',
    recordId: id,
    version,
    changeType: 'CREATE',
    by,
    note,
    record,
  } as const
  await keepVersion(unit.tx, kept, unit.now)
  unit.audit({
    merchantId,
    entityType: 'invoice',
    entityId: id,
    entityLabel: record.title,
    changeType: 'CREATE',
    action,
    before: null,
    after: record,
    note,
  })
  unit.emit({ merchantId, topic: 'invoice', key: id, payload: { changeType: 'CREATE', version } })
}

const customerOn = ({ id, number, legalName, poNumber, currency }: Customer) => ({
  customerId: id,
  customerNumber: number,
  customerName: legalName,
  poNumber,
  currency,
})

/**
 * Months are billed whole. In one that ended before the agreement began there was none to bill by. Where nobody said when it
 * began, the platform drafts no month from before the record; a person may, who names the month.
 */
function isBeforeAgreement(customer: Customer, lastDay: string, { onlyOnce }: Drafter): boolean {
  const began = customer.billedFrom ?? (onlyOnce ? dayOf(new Date(customer.createdAt)) : '')
  return began > lastDay
}

/** The draft of one customer and month: made once, whoever else makes drafts at the same time. */
export async function draftInvoice(
  unit: UnitOfWork,
  key: InvoiceKey,
  facts: MonthFacts,
  drafter: Drafter,
): Promise<'created' | 'existing' | 'empty'> {
  const { period } = facts
  // Whoever drafts for the same customer waits here, and then finds the invoice.
  const customer = await lockCustomer(unit.tx, key)
  if (await hasInvoiceOf(unit.tx, customer.id, period.name, drafter.onlyOnce)) return 'existing'
  if (isBeforeAgreement(customer, period.lastDay, drafter)) return 'empty'
  const { priced, treatment } = await draftOf(unit.tx, customer, facts)
  if (priced.lines.length === 0) return 'empty'
  const none = toWire(zeroMoney(customer.currency))
  const record = await insertInvoice(unit.tx, {
    merchantId: customer.merchantId,
    id: unit.newId(),
    title: `${customer.number} ${period.name}`,
    number: null,
    type: 'INVOICE',
    ...customerOn(customer),
    period: period.name,
    periodFrom: period.firstDay,
    ...amountsOf(priced),
    paid: none,
    credited: none,
    open: toWire(priced.gross),
    openMinor: priced.gross.minor,
    state: 'DRAFT',
    vatCategory: treatment.category,
    vatRate: treatment.rate,
    vatNote: treatment.note,
    generatedBy: drafter.name,
    draftedByPeople: [...drafter.people],
    version: 1,
    createdAt: unit.now,
    updatedAt: unit.now,
    updatedBy: drafter.name,
  })
  await noteNew(unit, record, drafter.name, 'GENERATE', null)
  return 'created'
}
