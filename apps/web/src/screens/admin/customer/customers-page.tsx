import { vatNumberProblem } from '@signalbox/model/billing/vat'
import { customer, customerStates, type CustomerState } from '@signalbox/model/entities/customer'
import { asText, isNothing } from '../../../kit/field/display-text.ts'
import type { Row } from '../../../kit/list/listing.ts'
import type { RecordCheck } from '../../../kit/record/use-record-form.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx'
import { PageSwitch } from './page-switch.tsx'

const PriceListEditor = loadable(async () => (await import('./price-list-select.tsx')).PriceListSelect)

const tones: Readonly<Record<CustomerState, Tone>> = {
  ACTIVE: 'positive',
  ON_HOLD: 'attention',
  CLOSED: 'off',
}
const isState = (value: unknown): value is CustomerState =>
  typeof value === 'string' && Object.hasOwn(tones, value)

const State = ({ value }: { readonly value: unknown }) =>
  isState(value) ? <StatusBadge tone={tones[value]}>{customerStates[value]}</StatusBadge> : null

const check: RecordCheck = ({ values }): Record<string, string> => {
  if (isNothing(values.vatNo) || isNothing(values.country)) return {}
  const vatNo = vatNumberProblem(asText(values.country), asText(values.vatNo))
  return vatNo === undefined ? {} : { vatNo }
}

const refusals: Readonly<Record<string, (state: unknown) => string | null>> = {
  edit: (state) => (state === 'CLOSED' ? 'The customer is closed.' : null),
  hold: (state) => (state === 'ACTIVE' ? null : 'Only an active customer can be put on hold.'),
  activate: (state) => (state === 'ON_HOLD' ? null : 'Only a customer on hold can be activated.'),
  close: (state) => (state === 'CLOSED' ? 'The customer is already closed.' : null),
}

export const CustomersPage = resourceScreen({
  entity: customer,
  purpose: 'Companies that are billed for what their merchants use.',
  columns: [
    'number',
    'legalName',
    'country',
    'merchants',
    'currency',
    'priceList',
    'paymentTermsDays',
    'state',
  ],
  cells: { state: State },
  form: { editors: { priceList: PriceListEditor }, check },
  operations: { refusal: (name: string, { state }: Row) => refusals[name]?.(state) ?? null },
  around: { Tools: PageSwitch },
})
