import type { Page } from '@playwright/test'
import { blockRow, draftRuleset, DecisionTablePage, putIntoEffect } from './support/decision-table.ts'
import { Hands } from './support/hands.ts'
import { uniqueName, type Person } from './support/people.ts'
import { confirmSuccess } from './support/confirm-success.ts'
import { neverAnswered, pay, stateOf, withdraw } from './support/shop.ts'
import { merchantButton } from './support/merchant-switch.ts'
import { expect, inTurn, test as base } from './support/test.ts'
import { toast } from './support/toast.ts'

/** Ten jobs of a working day, from Home, the way somebody does them who knows the keys. */
const test = base.extend<{ readonly hands: Hands; readonly rulesTeam: readonly [Person, Person] }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from this pattern what a fixture needs.
  hands: async ({}, use) => use(new Hands()),
  rulesTeam: async ({ newMerchant, newPerson }, use) => {
    const { id: home } = await newMerchant()
    const roles = ['RULES_ADMIN', 'AUDIT_VIEWER']
    await use([await newPerson({ home, roles }), await newPerson({ home, roles })])
  },
})

const card = '4111111111111111'
const noFunds = '4000000000009995'

/** To a page by its two letters, pressed at one go: with a second between them they are two keys and no way. */
async function goTo(page: Page, letter: string): Promise<void> {
  await Promise.all([page.keyboard.press('g'), page.keyboard.press(letter)])
}

/** Chooses by typing. */
async function choose(page: Page, label: string, typed: string, offered = typed): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.keyboard.type(typed)
  await expect(page.getByRole('option').first()).toContainText(offered)
  await page.keyboard.press('Enter')
}

/** To a page that has no letters, by its name. */
async function find(page: Page, words: string, offered: string | RegExp = words): Promise<void> {
  await page.keyboard.press('ControlOrMeta+K')
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused()
  await page.keyboard.type(words)
  await expect(page.getByRole('option').first()).toContainText(offered)
  await page.keyboard.press('Enter')
}

/** In a list to the first of so many rows that have these words. */
async function searchFor(page: Page, words: string, count = 1): Promise<void> {
  await expect(page.getByRole('searchbox')).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid').getByRole('row')).toHaveCount(count + 1)
  await page.keyboard.press('ArrowDown')
}

test.describe(() => {
  inTurn(0)

  test('a declined deposit is explained', async ({ openAs, request, hands }) => {
    const userId = uniqueName('player')
    await pay(request, userId, noFunds)
    const page = await openAs('operator')
    await hands.begin(page)
    await goTo(page, 't')
    await searchFor(page, userId)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toContainText('Not enough money on the account.')
    await hands.done('A declined deposit is explained')
  })

  test('a routing rule is written, tried and approved', async ({
    openAs,
    rulesTeam: [anna, bert],
    hands,
  }) => {
    const first = {
      ...blockRow(1, '', 'Wallets'),
      conditions: { txType: { op: 'in', values: ['SkrillDeposit'] } },
      outputs: { psp: 'walletx', pspAccount: 'EU' },
    }
    await draftRuleset(anna.api, anna.home, { table: 'psp-routing', name: 'Routes', rules: [first] })
    const [page, other] = [await openAs(anna), await openAs(bert)]
    await hands.begin(page)
    await find(page, 'PSP routing')
    const table = new DecisionTablePage(page)
    await expect(table.grid).toBeVisible()
    await page.getByRole('button', { name: 'Insert row' }).click()
    for (const text of ['Pounds', 'CreditcardDeposit', 'GBP', '', 'kestrelcard', 'default']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.getByRole('button', { name: 'Try it' }).click()
    await choose(page, 'Currency', 'GBP')
    await expect(page.getByRole('status', { name: 'Outcome' })).toContainText(
      'Row 2 of Routes decides: Pounds',
    )
    await page.keyboard.press('ControlOrMeta+S')
    const dialog = page.getByRole('dialog', { name: /^Save PSP routing/ })
    await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
    await page.keyboard.type('Pounds to Kestrel')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(toast(page, 'Saved and sent for approval.')).toBeVisible()

    await hands.begin(other)
    await other.keyboard.press('ControlOrMeta+I')
    await expect(other.getByRole('dialog')).toContainText('Routes')
    await other.keyboard.press('ArrowDown')
    await other.keyboard.press('Enter')
    const review = other.getByRole('dialog', { name: 'Routes' })
    await review.getByRole('button', { name: 'Approve' }).click()
    await other.getByRole('dialog', { name: 'Approve Routes?' }).waitFor()
    await other.keyboard.press('ControlOrMeta+Enter')
    await expect(toast(other, 'Approved.')).toBeVisible()
    await hands.done('A routing rule is written, tried and approved')
  })

  test('an inconsistent payment is resolved', async ({ openAs, request, hands }) => {
    test.slow()
    const id = await pay(request, uniqueName('player'), card, { amount: neverAnswered })
    const page = await openAs('investigator')
    await hands.begin(page)
    await goTo(page, 'i')
    await searchFor(page, String(id))
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: new RegExp(`Inconsistent ${id}`) })
    await expect(sheet).toContainText('did not answer')
    await page.keyboard.press('t')
    await expect(sheet).toContainText('with investigator')
    await page.keyboard.press('s')
    const decision = page.getByRole('dialog', { name: 'The payment was successful' })
    await expect(decision.getByRole('table').first()).toBeVisible()
    await decision.getByLabel('Evidence').click()
    await page.keyboard.type('Captured, says the PSP')
    await decision.getByLabel('Reference').click()
    const reference = uniqueName('ac')
    await page.keyboard.type(reference)
    await choose(page, 'Reason', 'b', 'Bank statement')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(decision).toBeHidden()
    await confirmSuccess(await openAs('admin'), id, reference)
    await expect.poll(() => stateOf(request, id), { timeout: 45_000 }).toBe('SUCCESSFUL')
    await hands.done('An inconsistent payment is resolved')
  })

  test('a mail says something else', async ({ openAs, newMerchant, newPerson, hands }) => {
    const { id: home } = await newMerchant()
    const page = await openAs(await newPerson({ home }))
    await hands.begin(page)
    await goTo(page, 'e')
    await page
      .getByRole('region', { name: 'Templates' })
      .getByRole('link', { name: /^Welcome all/ })
      .click()
    await page.getByRole('textbox', { name: 'Subject' }).click()
    await page.keyboard.press('ControlOrMeta+A')
    await page.keyboard.type('Your key')
    await page.keyboard.press('ControlOrMeta+S')
    const dialog = page.getByRole('dialog', { name: 'Save as a separate template' })
    await dialog.getByRole('textbox', { name: 'Note' }).waitFor()
    await page.keyboard.type('Shorter')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('region', { name: 'Template', exact: true })).toContainText('Overrides')
    await hands.done('A mail says something else')
  })
})

test.describe(() => {
  inTurn(1)

  test('five withdrawals are approved', async ({ openAs, request, hands }) => {
    const userId = uniqueName('player')
    await pay(request, userId, card)
    for (let nth = 1; nth <= 5; nth++) await withdraw(request, userId, '40.00')
    const page = await openAs('approver1')
    await hands.begin(page)
    await goTo(page, 'p')
    await searchFor(page, userId, 5)
    await page.keyboard.press('o')
    for (let nth = 1; nth <= 5; nth++) {
      await page.getByRole('button', { name: /^Approve/ }).waitFor()
      await page.keyboard.press('a')
      await page.getByRole('form', { name: 'Approve' }).waitFor()
      await page.keyboard.press('1')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('row').filter({ hasText: userId })).toHaveCount(5 - nth)
    }
    await hands.done('Five withdrawals are approved')
  })

  test('two hundred rows are pasted and taken back', async ({ openAs, rulesTeam: [anna], hands }) => {
    const rules = [blockRow(1, '10.0.0.0/24')]
    await draftRuleset(anna.api, anna.home, { table: 'ip-block', name: 'Networks', rules })
    const page = await openAs(anna, { permissions: ['clipboard-read', 'clipboard-write'] })
    await hands.begin(page)
    await find(page, 'IP block')
    const table = new DecisionTablePage(page)
    await table.row('Block 10.0.0.0/24').getByRole('gridcell').nth(1).click()
    await page.keyboard.press('ArrowDown')
    const lines = Array.from({ length: 200 }, (_, no) => `Pasted ${no + 1}\tEUR\t10.1.${no}.0/24\t\tDecline`)
    await table.paste(`${lines.join('\r\n')}\r\n`)
    await expect(table.row('Pasted 200')).toContainText('10.1.199.0/24')
    await page.keyboard.press('ControlOrMeta+Z')
    await expect(page.getByText('All changes are saved')).toBeVisible()
    await hands.done('Two hundred rows are pasted and taken back')
  })

  test('a part of a deposit is refunded', async ({ openAs, request, hands }) => {
    const userId = uniqueName('player')
    const id = await pay(request, userId, card)
    const page = await openAs('investigator')
    await hands.begin(page)
    await find(page, String(id), /EUR · Successful/)
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('button', { name: 'Refund' }).click()
    const confirmation = page.getByRole('dialog', { name: 'Refund' })
    await confirmation.getByRole('textbox', { name: /^Amount/ }).waitFor()
    await page.keyboard.type('Paid twice')
    await confirmation.getByRole('textbox', { name: /^Amount/ }).fill('')
    await confirmation.getByRole('textbox', { name: /^Amount/ }).click()
    await page.keyboard.type('10.00')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(confirmation).toHaveCount(0)
    await expect(drawer.getByRole('row').filter({ hasText: 'Refunded' })).toContainText('10.00 EUR')
    await hands.done('A part of a deposit is refunded')
  })
})

test.describe(() => {
  inTurn(2)

  test('a PSP that is down is closed', async ({ openAs, newMerchant, newPerson, hands }) => {
    const { id: home } = await newMerchant()
    const page = await openAs(await newPerson({ home, roles: ['MAINTENANCE_ADMIN'] }))
    await hands.begin(page)
    await goTo(page, 'n')
    await page.getByRole('button', { name: 'New maintenance window' }).click()
    const form = page.getByRole('dialog', { name: 'New maintenance window' })
    await form.getByRole('textbox', { name: 'Window' }).waitFor()
    await page.keyboard.type('Boreal is down')
    await choose(page, 'PSP', 'boreal', 'Boreal Pay')
    await form.getByRole('textbox', { name: 'Note about the change' }).click()
    await page.keyboard.type('They say so')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('row').filter({ hasText: 'Boreal is down' })).toContainText('In maintenance')
    await hands.done('A PSP that is down is closed')
  })

  test('a merchant and somebody who works for it are created', async ({ openAs, hands }) => {
    const page = await openAs('admin')
    await hands.begin(page)
    await goTo(page, 'm')
    await page.getByRole('button', { name: 'New merchant' }).click()
    const form = page.getByRole('dialog', { name: 'New merchant' })
    await form.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
    const name = uniqueName('Sun')
    await page.keyboard.type(name)
    await choose(page, 'Base currency', 'EUR')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog', { name })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+M')
    await page.getByRole('combobox', { name: 'Merchants' }).waitFor()
    await page.keyboard.type(name)
    await expect(page.getByRole('option').first()).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(merchantButton(page, name)).toBeVisible()

    await goTo(page, 'u')
    await page.getByRole('button', { name: 'New backoffice user' }).click()
    await page
      .getByRole('dialog', { name: 'New backoffice user' })
      .getByRole('textbox', { name: 'Username' })
      .waitFor()
    const username = uniqueName('new')
    for (const text of [username, 'Nina', 'Newman']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.type(`${username}@journeys.example`)
    await choose(page, 'Preset', 'op')
    await page.getByRole('textbox', { name: 'Note' }).click()
    await page.keyboard.type('Begins on Monday')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog', { name: username, exact: true })).toBeVisible()
    await hands.done('A merchant and somebody who works for it are created')
  })

  test('who changed a rule, and what', async ({ openAs, rulesTeam: [anna, bert], hands }) => {
    const at = { table: 'ip-block', name: 'Networks', rules: [blockRow(1, '10.0.0.0/24')] }
    const { summary, active } = await putIntoEffect(
      anna.api,
      bert.api,
      await draftRuleset(anna.api, anna.home, at),
    )
    await bert.api.put(`/ruleset/${summary.id}`, {
      version: active?.version,
      revision: active?.revision,
      changes: { upsert: [{ ...blockRow(1, '10.0.9.0/24'), id: active?.rules[0]?.id }] },
      changeNote: 'They moved',
    })
    const page = await openAs(anna)
    await hands.begin(page)
    await find(page, 'IP block')
    await expect(page.getByRole('grid')).toBeVisible()
    await page.getByRole('button', { name: 'History' }).click()
    const history = page.getByRole('dialog')
    await expect(history).toContainText(`They moved${bert.username}`)
    await expect(history.getByRole('insertion').filter({ hasText: /^10\.0\.9\.0/ })).toBeVisible()
    await hands.done('Who changed a rule, and what')
  })
})
