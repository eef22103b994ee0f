// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { runForm } from './cashier-form.ts'

const lost = 'It is not known yet whether the payment was made.'
const checkAddress = '/cashier/receipt/1/ref-1?check=1'
const fetched = vi.fn<(address: string, init?: RequestInit) => Promise<Response>>()
const assigned = vi.fn<(address: string) => void>()

const one = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`There is no ${selector}`)
  return found
}
const alertText = (): string => one('[data-alert]').textContent
const pay = (): void => {
  one('form').dispatchEvent(new Event('submit', { cancelable: true }))
}
const sentReferences = (): (string | null)[] =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.body instanceof URLSearchParams ? [init.body.get('reference')] : [],
  )

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  vi.spyOn(location, 'assign').mockImplementation((address) => assigned(String(address)))
  document.body.innerHTML = `<p data-alert hidden></p><p data-unknown hidden><button type="button">Check</button></p>
    <form action="/cashier/pay" data-lost="${lost}" data-check="${checkAddress}">
      <input type="hidden" name="reference" value="ref-1"><input id="amount" name="amount" value="10" aria-describedby="amount-problem"><p id="amount-problem"></p>
      <button data-pay>Pay</button></form>`
  runForm(one('form') as HTMLFormElement)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  fetched.mockReset()
  assigned.mockReset()
})

it.each([
  ['the line breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['the answer cannot be read', () => Promise.resolve(new Response('<html>', { status: 500 }))],
  ['the shop does not know', () => Promise.resolve(Response.json({ isUnknown: true }, { status: 502 }))],
])('says that it is not known, and shows the receipt there is, when %s', async (_what, answer) => {
  fetched.mockImplementationOnce(answer)
  pay()
  await vi.waitFor(() => expect(alertText()).toBe(lost))
  // Nothing is sent before it is known.
  pay()
  expect(sentReferences()).toEqual(['ref-1'])
  fetched.mockResolvedValueOnce(Response.json({ location: '/cashier/receipt/1/ref-1' }))
  one('[data-unknown] button').click()
  await vi.waitFor(() => expect(assigned).toHaveBeenCalledWith('/cashier/receipt/1/ref-1'))
  expect(fetched.mock.lastCall?.[0]).toBe(checkAddress)
})

it('sends the same reference again when the payment was not received', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  pay()
  await vi.waitFor(() => expect(alertText()).toBe(lost))
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  one('[data-unknown] button').click()
  await vi.waitFor(() => expect(fetched).toHaveBeenCalledTimes(2))
  fetched.mockResolvedValueOnce(Response.json({ summary: 'Not received' }, { status: 404 }))
  await vi.waitFor(() => expect(one('[data-unknown] button')).toHaveProperty('disabled', false))
  one('[data-unknown] button').click()
  await vi.waitFor(() => expect(alertText()).toBe('Not received'))
  fetched.mockResolvedValueOnce(Response.json({ location: '/there' }))
  pay()
  await vi.waitFor(() => expect(assigned).toHaveBeenCalledWith('/there'))
  expect(sentReferences()).toEqual(['ref-1', 'ref-1'])
})
