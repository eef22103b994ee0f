import { randomInt, randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { uniqueName } from './support/people.ts'
import { expect, test } from './support/test.ts'

const brand = 100010001
const noFunds = '4000000000009995'

/** A payment made by the demo shop the way any shop makes one. */
async function send(
  request: APIRequestContext,
  kind: 'deposits' | 'withdrawals',
  data: object,
): Promise<number> {
  const token = await request.post('/signalbox/oauth/token?grant_type=client_credentials', {
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  const { access_token: bearer } = (await token.json()) as { access_token: string }
  const answer = await request.post(`/signalbox/api/v1/${kind}`, {
    headers: { authorization: `Bearer ${bearer}`, 'idempotency-key': randomUUID() },
    data: { merchantId: brand, sessionId: 'journey', ip: '192.0.2.7', locale: 'sv_SE', ...data },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { txId: number }).txId
}

const pay = (request: APIRequestContext, userId: string, pan: string): Promise<number> =>
  send(request, 'deposits', {
    userId,
    txType: 'CreditcardDeposit',
    amount: { amount: '25.00', currency: 'EUR' },
    card: { pan, expiry: '2030-12', cvv: '123', holder: 'Anna Berg' },
  })

/** A Swedish account nobody else has: twenty digits, and the two that check them. */
function newIban(): string {
  const number = String(randomInt(10 ** 12)).padStart(20, '5')
  const check = 98n - (BigInt(`${number}281400`) % 97n)
  return `SE${String(check).padStart(2, '0')}${number}`
}

const withdraw = (request: APIRequestContext, userId: string): Promise<number> =>
  send(request, 'withdrawals', {
    userId,
    txType: 'BankIBANWithdrawal',
    amount: { amount: '40.00', currency: 'EUR' },
    iban: newIban(),
  })

test('a declined payment is found by its user, explained, and remembered in a note', async ({
  openAs,
  request,
}) => {
  const userId = uniqueName('player')
  const id = await pay(request, userId, noFunds)

  const page = await openAs('operator')
  await page.goto('/transactions')
  await expect(page.getByRole('button', { name: 'Created: today' })).toBeVisible()
  await page.getByRole('searchbox').fill(userId)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()

  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Not enough money on the account.')
  await expect(drawer).toContainText('ERR_DECLINED_NO_FUNDS')
  await expect(drawer.getByRole('table', { name: 'Amounts and fees' })).toContainText('25.00 EUR')

  await drawer.getByRole('tab', { name: 'Timeline' }).click()
  await expect(drawer.getByRole('list').first()).toContainText('The merchant knows the user')
  await drawer.getByRole('tab', { name: 'Why' }).click()
  const routing = drawer.getByRole('group').filter({ hasText: 'PSP routing' }).first()
  await routing.locator('summary').click()
  await expect(routing).toContainText('Matched')
  await drawer.getByRole('tab', { name: 'Calls' }).click()
  await expect(drawer).toContainText('verifyuser')

  await drawer.getByRole('tab', { name: 'Notes' }).click()
  await drawer.getByRole('textbox', { name: 'New note' }).fill('The user will try another card')
  await drawer.getByRole('button', { name: 'Add note' }).click()
  await expect(drawer.getByRole('listitem')).toContainText('The user will try another card')

  await drawer.getByRole('tab', { name: 'History' }).click()
  await expect(drawer).toContainText('View log')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a paid deposit is given back in part, and both stand side by side', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('investigator')
  await page.goto(`/transactions?id=${id}`)
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('button', { name: 'Refund' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Refund' })
  await expect(confirmation).toContainText(String(id))
  await confirmation.getByRole('textbox', { name: /^Amount/ }).fill('10.00')
  await confirmation.getByRole('textbox', { name: /^Info/ }).fill('Paid twice')
  await confirmation.getByRole('button', { name: 'Refund' }).click()
  await expect(confirmation).toHaveCount(0)
  await drawer.getByRole('tab', { name: 'Related' }).click()
  await expect(drawer.getByRole('row').filter({ hasText: 'Refund' })).toContainText('-10.00 EUR')
})

test('customer service finds what it is told of and cannot look around', async ({ openAs, request }) => {
  const id = await pay(request, uniqueName('player'), '4111111111111111')
  const page = await openAs('agent')
  await page.goto('/transactions')
  await expect(page.getByText('Enter a whole transaction id')).toBeVisible()
  await page.getByRole('searchbox').fill(String(id))
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()
  await expect(page.getByRole('tab', { name: 'Calls' })).toHaveCount(0)
  await expect(page.getByRole('tab', { name: 'Timeline' })).toBeVisible()
})

test('a withdrawal waits for its approver, who lets it go with the keyboard', async ({ openAs, request }) => {
  const userId = uniqueName('player')
  await pay(request, userId, '4111111111111111')
  const id = await withdraw(request, userId)
  const page = await openAs('approver1')
  await page.goto('/approve')
  await expect(page).toHaveURL(/approval=first/)
  await page.getByRole('searchbox').fill(userId)
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('link', { name: String(id) }).click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText('Withdrawal waiting for approval.')
  await page.keyboard.press('a')
  const confirmation = page.getByRole('dialog', { name: 'Approve' })
  await expect(confirmation).toContainText('-40.00 EUR')
  await confirmation.getByRole('textbox', { name: /^Info/ }).fill('Known customer')
  await confirmation.getByRole('button', { name: 'Approve' }).click()
  await expect(confirmation).toHaveCount(0)
  await expect(drawer).not.toContainText('Withdrawal waiting for approval.')
  await expect(drawer.getByRole('table', { name: 'Decisions' })).toContainText('Known customer')
})
