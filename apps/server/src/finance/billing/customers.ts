import { plainVatNumber, vatNumberProblem } from '@signalbox/model/billing/vat'
import { customer, type CustomerState } from '@signalbox/model/entities/customer'
import { invalid, Refusal, type FieldProblem } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { platformOf } from '../../kit/scope.ts'
import {
  findSeller,
  hasInvoices,
  listsNamed,
  nextInSeries,
  setMerchants,
  takenMerchants,
} from './billing-store.ts'
import { requireBillable } from './price-lists.ts'
import { refuseState, type Customer } from './records.ts'

type Input = Record<string, unknown>

const problem = (field: string, message: string): FieldProblem => ({ field, code: 'INVALID', message })

/** What a customer says about itself has to fit what there is: its merchants, its prices, who bills it. */
async function check(work: Work, values: Input, id: string): Promise<void> {
  requireBillable(values.currency)
  const problems: FieldProblem[] = []
  const { country, vatNo, seller } = values
  const wrongVat =
    typeof vatNo === 'string' && vatNo !== '' ? vatNumberProblem(String(country), vatNo) : undefined
  if (wrongVat) problems.push(problem('vatNo', wrongVat))
  const merchants = (values.merchants ?? []) as number[]
  const strange = merchants.filter((each) => !work.scope.effective.includes(each))
  if (strange.length > 0) problems.push(problem('merchants', `Unknown merchant: ${strange.join(', ')}`))
  const taken = await takenMerchants(work.tx, merchants, id)
  if (taken.length > 0) {
    const words = taken.map(({ merchantId, number }) => `${merchantId} belongs to ${number}`)
    problems.push(problem('merchants', `A merchant belongs to one customer: ${words.join(', ')}`))
  }
  if ((await listsNamed(work.tx, String(values.priceList), String(values.currency))).length === 0)
    problems.push(problem('priceList', `There is no price list of this name in ${String(values.currency)}`))
  if (typeof seller === 'string' && seller !== '' && !(await findSeller(work.tx, seller)))
    problems.push(problem('seller', 'There is no legal entity with this number prefix'))
  if (problems.length > 0) throw invalid(...problems)
}

const plain = (input: Input): Input =>
  typeof input.vatNo === 'string' ? { ...input, vatNo: plainVatNumber(input.vatNo) } : input

async function beforeCreate(work: Work, input: Input): Promise<Input> {
  const id = work.newId()
  const values = plain(input)
  await check(work, values, id)
  await setMerchants(work.tx, id, (values.merchants ?? []) as number[])
  const no = await nextInSeries(work.tx, platformOf(work.scope), 'customer')
  return { ...values, id, number: `C-${String(no).padStart(5, '0')}`, state: 'ACTIVE' }
}

async function beforeUpdate(work: Work, input: Input, current: Customer): Promise<Input> {
  if (current.state === 'CLOSED') refuseState('The customer is closed.', current)
  const values = plain(input)
  await check(work, { ...current, ...values }, current.id)
  if (
    values.currency !== undefined &&
    values.currency !== current.currency &&
    (await hasInvoices(work.tx, current.id))
  )
    throw invalid(problem('currency', 'The customer has invoices; its currency stays as it is'))
  if (Array.isArray(values.merchants)) await setMerchants(work.tx, current.id, values.merchants as number[])
  return values
}

const move = (from: readonly CustomerState[], to: CustomerState, why: string): OperationHook<Customer> => ({
  async run(work, current) {
    if (!from.includes(current.state)) refuseState(why, current)
    if (to === 'CLOSED') await setMerchants(work.tx, current.id, [])
    return { state: to }
  },
})

/** Who is billed. */
export const customers = new Resource(customer, {
  beforeCreate,
  beforeUpdate,
  async beforeRemove(work, current) {
    if (await hasInvoices(work.tx, current.id))
      throw new Refusal('IN_USE', { message: 'The customer has invoices. Close it instead.' })
    await setMerchants(work.tx, current.id, [])
  },
  operations: {
    hold: move(['ACTIVE'], 'ON_HOLD', 'Only an active customer can be put on hold.'),
    activate: move(['ON_HOLD'], 'ACTIVE', 'Only a customer on hold can be activated.'),
    close: move(['ACTIVE', 'ON_HOLD'], 'CLOSED', 'The customer is already closed.'),
  },
})
