import { expect, it } from 'vitest'
import { allCalls } from '../calls/index.ts'
import { entities } from '../entities/index.ts'
import type { Endpoint } from './endpoint.ts'

/** Who may see money, and who may see what waits for a second person. */
const views: readonly string[] = [
  'settlements.view',
  'invoice.view',
  'customer.view',
  'legal-entity.view',
  'price-list.view',
  'balance.view',
  'store.view',
  'pending-grants.view',
]
const areas = views.map((permission) => permission.split('.')[0])
const slugs = entities.filter(({ access }) => views.includes(String(access.view))).map(({ slug }) => slug)

/** Not every record is one of an entity, and not every call names it in its path: what counts is whose money it is. */
const isAboutMoney = ({ path, access }: Endpoint): boolean =>
  slugs.some((slug) => path.startsWith(`/${slug}/`)) ||
  [access].flat().some((permission) => areas.includes(permission.split('.')[0]))

/** Nobody has seen what is only made now. */
const isCreation = ({ path }: Endpoint): boolean => entities.some(({ slug }) => path === `/${slug}`)

/** Operations that need not say which version of the record was seen, and why. */
const without: Readonly<Record<string, string>> = {
  'POST /customer/{id}/hold': 'Nothing is booked; the customer is activated again',
  'POST /customer/{id}/activate': 'Nothing is booked; the customer is held again',
  'POST /customer/{id}/close': 'No more invoices; those there are stay as they are',
  'POST /product/{id}/activate': 'Nothing is booked; it is suspended again',
  'POST /product/{id}/suspend': 'Must not wait for a reload: it stops a loss',
  'POST /product/{id}/retire': 'Vouchers that are out stay as they are',
  'POST /product/{id}/clone': 'Makes another draft and leaves the product alone',
  'POST /voucher/{id}/block': 'Must not wait for a reload: it stops a loss, and is undone by unblock',
  'POST /voucher/{id}/unblock': 'What it is worth and who owes it stays as it was',
  'POST /voucher/{id}/extend': 'The new date is given whole and must be later: asked twice, it is the same',
  'POST /voucher-batch/{id}/codes': 'Given once for a batch; whoever is second is refused',
  'POST /voucher/check': 'Changes nothing but the count of wrong tries',
  'POST /voucher/range': 'Must not wait for a reload: it stops a loss, and is undone by the other action',
  'POST /invoice/bulk': 'Each record needs its version, which the call looks at itself',
  'POST /invoice/generate': 'Makes drafts; customers that have one are left alone',
  'POST /settlement/import/commit':
    'Names the file by its SHA-256; no batch is replaced unless that is asked for',
  'POST /bank-statement/import/commit': 'Carries the whole file; a statement is imported once',
  'POST /bank-entry/match':
    'Confirms only what names a batch and has its amount, and nothing a person reopened',
  'POST /ledger-request/adjustment': 'Makes a request and changes nothing that is there',
  'POST /ledger-request/reversal': 'Entries never change; whoever is second is refused',
  'POST /balance/check': 'Only looks',
}

it('no operation decides about money or the request of another without the version that was seen', () => {
  const operations = allCalls.filter(
    (call) => call.method === 'POST' && call.effect === 'write' && isAboutMoney(call) && !isCreation(call),
  )
  expect(operations.length).toBeGreaterThan(50)
  const free = operations.filter(
    ({ body }) => !body?.safeParse({}).error?.issues.some(({ path: [name] }) => name === 'version'),
  )
  expect(free.map(({ key }) => key).toSorted()).toEqual(Object.keys(without).toSorted())
})
