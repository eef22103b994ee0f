import { expect, it } from 'vitest'
import { allCalls } from '../calls/index.ts'
import { entities } from '../entities/index.ts'

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
const slugs = entities.filter(({ access }) => views.includes(String(access.view))).map(({ slug }) => slug)

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
}

it('no operation decides about money or the request of another without the version that was seen', () => {
  const operations = allCalls.filter(
    ({ method, path }) => method === 'POST' && slugs.some((slug) => path.startsWith(`/${slug}/{id}/`)),
  )
  expect(operations.length).toBeGreaterThan(40)
  const free = operations.filter(
    ({ body }) => !body?.safeParse({}).error?.issues.some(({ path: [name] }) => name === 'version'),
  )
  expect(free.map(({ key }) => key).toSorted()).toEqual(Object.keys(without).toSorted())
})
