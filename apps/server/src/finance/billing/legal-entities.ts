import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { plainVatNumber, vatNumberProblem } from '@signalbox/model/billing/vat'
import { legalEntity } from '@signalbox/model/entities/legal-entity'
import { isIban, plainIban } from '@signalbox/model/reference/account-number'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { customersOfSeller, findSeller, ibanPeople } from './billing-store.ts'
import { logoProblem } from './logo.ts'
import { refuseState, type LegalEntity } from './records.ts'

type Input = Record<string, unknown>

function checkedIban(text: unknown): string {
  if (typeof text !== 'string' || !isIban(text))
    throw invalid({ field: 'iban', code: 'IBAN', message: texts.invalidIban })
  return plainIban(text)
}

function checked(input: Input, current: LegalEntity | null): Input {
  const { country, vatNo } = { ...current, ...input }
  const wrong =
    typeof vatNo === 'string' && vatNo !== '' ? vatNumberProblem(String(country), vatNo) : undefined
  if (wrong) throw invalid({ field: 'vatNo', code: 'VAT_NUMBER', message: wrong })
  const logo = logoProblem(input.logo)
  if (logo) throw invalid({ field: 'logo', code: 'LOGO', message: logo })
  if (Number({ ...current, ...input }.vatRate) > 100)
    throw invalid({ field: 'vatRate', code: 'TOO_LARGE', message: 'Must be at most 100' })
  return { ...input, ...(typeof input.vatNo === 'string' && { vatNo: plainVatNumber(input.vatNo) }) }
}

const nothingWaits = { pendingIban: null, pendingIbanBy: null, pendingIbanPeople: [] }

/** Money of customers goes there, so nobody changes it alone. */
const requestIban: OperationHook<LegalEntity> = {
  run: (work, current, params) => {
    const iban = checkedIban(params.iban)
    if (iban === current.iban)
      throw invalid({ field: 'iban', code: 'UNCHANGED', message: 'Must be another IBAN than now' })
    return Promise.resolve({
      pendingIban: iban,
      pendingIbanBy: work.user.username,
      pendingIbanPeople: [...peopleOf(work.user)],
    })
  },
}

const confirmIban: OperationHook<LegalEntity> = {
  async run(work, current) {
    if (current.pendingIban === null) return refuseState('No new IBAN was requested.', current)
    const message = 'You requested this IBAN; someone else must confirm it.'
    requireOtherPerson(peopleOf(work.user), await ibanPeople(work.tx, current.id), message)
    return { iban: current.pendingIban, ...nothingWaits }
  },
}

const refuseIban: OperationHook<LegalEntity> = {
  run: (_work, current) => {
    if (current.pendingIban === null) refuseState('No new IBAN was requested.', current)
    return Promise.resolve(nothingWaits)
  },
}

async function beforeCreate(work: Work, input: Input): Promise<Input> {
  const twin = await findSeller(work.tx, String(input.code))
  if (twin) throw new Refusal('DUPLICATE', { message: 'Another legal entity has this number prefix.' })
  return { ...checked(input, null), iban: checkedIban(input.iban) }
}

async function beforeRemove(work: Work, current: LegalEntity): Promise<void> {
  if ((await customersOfSeller(work.tx, current.code)) > 0)
    throw new Refusal('IN_USE', { message: 'Customers are billed by it.' })
}

/** Who sends invoices. */
export const legalEntities = new Resource(legalEntity, {
  beforeCreate,
  beforeUpdate: (_work, input, current) => Promise.resolve(checked(input, current)),
  beforeRemove,
  operations: { 'request-iban': requestIban, 'confirm-iban': confirmIban, 'refuse-iban': refuseIban },
})
