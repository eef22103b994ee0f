import type { customer } from '@signalbox/model/entities/customer'
import type { invoice } from '@signalbox/model/entities/invoice'
import type { legalEntity } from '@signalbox/model/entities/legal-entity'
import type { priceList } from '@signalbox/model/entities/price-list'
import type { InvoiceFacts } from '@signalbox/model/billing/invoice-state'
import { storedMoney, type InvoiceLine } from '@signalbox/model/billing/invoice-line'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'

export type Customer = RecordOf<typeof customer>
export type Invoice = RecordOf<typeof invoice>
export type LegalEntity = RecordOf<typeof legalEntity>
export type PriceList = RecordOf<typeof priceList>

export const linesOf = ({ lines }: Pick<Invoice, 'lines'>): readonly InvoiceLine[] =>
  lines as readonly InvoiceLine[]

export const factsOf = (record: Invoice): InvoiceFacts => ({
  type: record.type,
  state: record.state,
  openMinor: storedMoney(record.open).minor,
  dueDate: record.dueDate,
  reminderLevel: record.reminderLevel,
  writeOffRequested: record.writeOffBy !== null,
  creditRequested: record.creditBy !== null,
})

export const dayOf = (at: Date): string => at.toISOString().slice(0, 10)

export const refuseState = (message: string, current?: object): never => {
  throw new Refusal('INVALID_STATE', { message, ...(current && { current }) })
}
