import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { uniqueName } from './support/people.ts'
import { expect, test } from './support/test.ts'

/** The PSP takes the request in and never answers. */
const neverAnswered = '777.01'

async function shop(request: APIRequestContext) {
  const token = await request.post('/signalbox/oauth/token?grant_type=client_credentials', {
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const authorization = `Bearer ${bearer}`
  return {
    pay: async (): Promise<number> => {
      const answer = await request.post('/signalbox/api/v1/deposits', {
        headers: { authorization, 'idempotency-key': randomUUID() },
        timeout: 60_000,
        data: {
          merchantId: 100010001,
          sessionId: 'journey',
          ip: '192.0.2.7',
          userId: uniqueName('player'),
          txType: 'CreditcardDeposit',
          amount: { amount: neverAnswered, currency: 'EUR' },
          card: { pan: '4111111111111111', expiry: '2030-12', cvv: '123', holder: 'Anna Berg' },
        },
      })
      expect(answer.status(), await answer.text()).toBe(201)
      return ((await answer.json()) as { txId: number }).txId
    },
    stateOf: async (id: number): Promise<string> => {
      const answer = await request.get(`/signalbox/api/v1/payments/${id}`, { headers: { authorization } })
      return ((await answer.json()) as { state: string }).state
    },
  }
}

test('a payment nobody answered for becomes a case, is taken, decided with evidence, and over', async ({
  openAs,
  request,
}) => {
  // It waits for a PSP that does not answer, and then for a merchant that does.
  test.slow()
  const { pay, stateOf } = await shop(request)
  const id = await pay()
  expect(await stateOf(id)).toBe('INCONSISTENT')

  const page = await openAs('investigator')
  await page.goto(`/transactions?id=${id}`)
  const lead = page.getByRole('link', { name: /^Open its case/ })
  await expect(lead).toBeVisible()
  await lead.click()
  const sheet = page.getByRole('dialog', { name: new RegExp(`Inconsistent ${id}`) })
  await expect(sheet).toContainText('did not answer')
  await expect(sheet.getByRole('tab', { name: 'Timeline' })).toBeVisible()

  await page.keyboard.press('t')
  await expect(sheet).toContainText('with investigator')
  await page.keyboard.press('s')
  const decision = page.getByRole('dialog', { name: 'The payment was successful' })
  await expect(decision.getByRole('table').first()).toContainText('User funds')
  await decision.getByLabel('Evidence').fill('In the list of captures of that day')
  await decision.getByLabel('Reference').fill('ac-4711')
  await decision.getByRole('combobox', { name: 'Reason' }).click()
  await page.getByRole('option', { name: 'Bank statement' }).click()
  await decision.getByLabel('Evidence').press('Control+Enter')
  await expect(decision).toBeHidden()

  await expect.poll(() => stateOf(id), { timeout: 45_000 }).toBe('SUCCESSFUL')
  await page.goto(`/investigate?desk=cases&keyword=${id}&state=RESOLVED`)
  const row = page.getByRole('main').getByRole('link').first()
  await expect(row).toBeVisible()
  await row.click()
  await expect(sheet).toContainText('Decided: successful')
  await expect(sheet).toContainText('In the list of captures of that day')
  await sheet.getByRole('link', { name: 'Open transaction' }).click()
  await expect(page.getByRole('dialog', { name: new RegExp(`Transaction ${id}`) })).toContainText(
    'Successful',
  )
})
