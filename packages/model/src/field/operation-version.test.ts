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

/** Calls that need not say which version of the record was seen, and why. */
const without: Readonly<Record<string, string>> = {
  'DELETE /price-list/{id}': 'Only before its first day, so that nothing was billed by it',
  'DELETE /settlement-profile/{id}': 'What was imported with it stays as it was read',
  'DELETE /bank-account/{id}': 'Refused as soon as there is a statement of it',
}

it('nothing is done about money or the request of another without the version that was seen', () => {
  const about = (method: string, rest: string) =>
    allCalls.filter(
      (call) => call.method === method && slugs.some((slug) => call.path.startsWith(`/${slug}/{id}${rest}`)),
    )
  const operations = about('POST', '/')
  const changes = [...about('PUT', ''), ...about('DELETE', '')]
  expect([operations.length > 40, changes.length > 10]).toEqual([true, true])
  const asks = (schema: (typeof operations)[number]['body']) =>
    schema?.safeParse({}).error?.issues.some(({ path: [name] }) => name === 'version') ?? false
  const free = [...operations, ...changes].filter(({ body, query }) => !asks(body) && !asks(query))
  expect(free.map(({ key }) => key).toSorted()).toEqual(Object.keys(without).toSorted())
})
