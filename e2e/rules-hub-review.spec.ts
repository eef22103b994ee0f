import type { Page } from '@playwright/test'
import {
  blockRow,
  DecisionTablePage,
  draftRuleset,
  putIntoEffect,
  readRuleset,
  type Ruleset,
} from './support/decision-table.ts'
import { test as base, type Team } from './support/rules-team.ts'
import { toast } from './support/toast.ts'
import { expect, inTurn } from './support/test.ts'

const test = base.extend({
  team: async ({ admin, team }, use) => {
    const { merchantId } = team
    await admin.post(`/merchant/${merchantId}/test`, {}, { merchantId })
    await use(team)
  },
})

test.use({ teamRoles: ['RULES_ADMIN', 'RULES_HUB_PILOT'] })

const routeTo = (
  no: number,
  name: string,
  psp: string,
  only: Readonly<Record<string, readonly string[]>> = {},
) => ({
  id: name,
  no,
  name,
  note: '',
  enabled: true,
  conditions: Object.fromEntries(
    Object.entries({ currency: ['EUR'], ...only }).map(([fact, values]) => [fact, { op: 'in', values }]),
  ),
  outputs: { psp, pspAccount: 'default' },
})

/** All payments in euros go one way; a draft says otherwise. */
async function changedRoute(
  { anna, bert, merchantId }: Team,
  rules: readonly ReturnType<typeof routeTo>[],
): Promise<Ruleset> {
  const { summary, active } = await putIntoEffect(
    anna.api,
    bert.api,
    await draftRuleset(anna.api, merchantId, {
      table: 'psp-routing',
      name: 'Cards',
      rules: [routeTo(1, 'All euros', 'borealpay')],
    }),
  )
  return anna.api.put(`/ruleset/${summary.id}`, {
    version: active?.version,
    revision: active?.revision,
    changes: { upsert: rules, order: rules.map(({ id }) => id) },
    changeNote: 'Kestrel is cheaper',
  })
}

test('a change of routing goes live: by a witness, past a failing test case, through a comment, by two people', async ({
  openAs,
  team,
}) => {
  inTurn(3)
  const { anna, bert } = team
  const { summary } = await changedRoute(team, [
    routeTo(1, 'All euros', 'borealpay'),
    routeTo(2, 'Cards to Kestrel', 'kestrelcard', { txType: ['CreditcardDeposit'] }),
  ])

  const page = await openAs(anna)
  const table = new DecisionTablePage(page)
  await table.open('/routing/psp-routing')
  await page.getByRole('gridcell', { name: /^Cards to Kestrel/ }).click()
  const neverDecides = 'Never applies: row 1 comes first and matches every payment this row could match.'
  await expect(page.getByRole('main')).toContainText(neverDecides)
  await page.getByRole('link', { name: 'Open in simulator' }).click()
  const outcome = page.getByRole('status', { name: 'Outcome' })
  await expect(outcome).toContainText('Boreal Pay')
  await page.getByRole('textbox', { name: 'Name of the test case' }).fill('Cards go to Boreal')
  await page.getByRole('button', { name: 'Save as test case' }).click()
  await expect(page.getByRole('button', { name: 'Delete Cards go to Boreal' })).toBeVisible()

  await page.goBack()
  await page.getByRole('gridcell', { name: /^Cards to Kestrel/ }).click()
  await page.getByRole('button', { name: 'Move above row 1' }).click()
  await expect(page.getByRole('main')).not.toContainText(neverDecides)
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Save PSP routing/ })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Kestrel is cheaper for cards')
  await dialog.getByRole('button', { name: 'Save and submit' }).click()
  await expect(dialog).toContainText('The draft was saved, but not sent for approval.')
  await expect(dialog).toContainText(
    'Test case “Cards go to Boreal” failed: route is kestrelcard/default, expected borealpay/default',
  )
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()

  await page.goto(`/rules-hub/simulator?rules=${summary.id}@2`)
  await page.getByRole('button', { name: 'Delete Cards go to Boreal' }).click()
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(outcome).toContainText('Kestrel Card')
  await page.getByRole('textbox', { name: 'Name of the test case' }).fill('Cards go to Kestrel')
  await page.getByRole('button', { name: 'Save as test case' }).click()
  await expect(page.getByRole('button', { name: 'Delete Cards go to Kestrel' })).toBeVisible()
  await table.open('/routing/psp-routing')
  await page.getByRole('button', { name: 'Submit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click()
  await expect(page.getByRole('button', { name: 'Review' })).toBeVisible()

  // It waits in the menu of who may approve it, and not of its author.
  const menuItem = (of: Page) => of.getByRole('link', { name: /^PSP routing/ })
  await expect(menuItem(page)).toHaveText('PSP routing')
  const other = await openAs(bert)
  await other.goto('/rules-hub/overview')
  await expect(other.getByRole('link', { name: /^Rules overview/ })).toHaveText('Rules overview1')
  await expect(menuItem(other)).toHaveText('PSP routing1')
  await menuItem(other).click()
  await other.getByRole('button', { name: 'Review' }).click()
  const review = other.getByRole('dialog', { name: 'Cards' })
  await review.getByRole('button', { name: 'Comment on row 1' }).click()
  await review.getByRole('textbox', { name: 'Comment on row 1' }).fill('Cheaper for all cards?')
  await review.getByRole('button', { name: 'Add comment' }).click()
  await page.getByRole('button', { name: 'Review' }).click()
  const mine = page.getByRole('dialog', { name: 'Cards' })
  await expect(mine).toContainText('Cheaper for all cards?')
  await expect(mine.getByRole('button', { name: 'Approve' })).toBeDisabled()

  await review.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog', { name: 'Approve Cards?' }).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(other, 'Approved.')).toBeVisible()
  await expect(menuItem(other)).toHaveText('PSP routing')
  const { active, open } = await readRuleset(anna.api, summary.id)
  expect(open).toBeNull()
  expect(active).toMatchObject({ rules: [{ name: 'Cards to Kestrel' }, { name: 'All euros' }] })
  const live = await bert.api.post('/ruleset/simulate', {
    table: 'psp-routing',
    facts: { currency: 'EUR', txType: 'CreditcardDeposit' },
  })
  expect(live).toMatchObject({ outcome: { psp: 'kestrelcard' } })
})

test('a reviewer asks about a row, its author answers, and the change goes live', async ({
  openAs,
  team,
}) => {
  inTurn(6)
  const { anna, bert } = team
  const { summary, open: draft } = await changedRoute(team, [
    routeTo(1, 'Swedes to Kestrel', 'kestrelcard', { userCountry: ['SWE'] }),
    routeTo(2, 'All euros', 'borealpay'),
  ])
  await anna.api.post(`/ruleset/${summary.id}/submit`, {
    version: draft?.version,
    revision: draft?.revision,
  })

  const other = await openAs(bert)
  await new DecisionTablePage(other).open('/routing/psp-routing')
  await other.getByRole('button', { name: 'Review' }).click()
  const review = other.getByRole('dialog', { name: 'Cards' })
  await review.getByRole('button', { name: 'Comment on row 1' }).click()
  await review.getByRole('textbox', { name: 'Comment on row 1' }).fill('Is the new price agreed?')
  await review.getByRole('button', { name: 'Add comment' }).click()
  await expect(review.getByRole('list', { name: 'Comments' })).toContainText('Is the new price agreed?')

  const page = await openAs(anna)
  await page.goto('/home')
  await page.getByRole('button', { name: 'Inbox, 1 waiting' }).click()
  await page
    .getByRole('dialog', { name: 'Inbox' })
    .getByRole('link', { name: /commented on PSP routing: Cards/ })
    .click()
  const mine = page.getByRole('dialog', { name: 'Cards' })
  await expect(mine).toContainText('Is the new price agreed?')
  await mine.getByRole('button', { name: 'Comment on row 1' }).click()
  await mine.getByRole('textbox', { name: 'Comment on row 1' }).fill('Signed on Monday')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(mine.getByRole('list', { name: 'Comments' })).toContainText('Signed on Monday')

  await other.reload()
  await expect(review).toContainText('Signed on Monday')
  await review.getByRole('button', { name: 'Approve' }).click()
  await other.getByRole('dialog', { name: 'Approve Cards?' }).getByRole('button', { name: 'Approve' }).click()
  await expect(toast(other, 'Approved.')).toBeVisible()
  const live = await bert.api.post('/ruleset/simulate', {
    table: 'psp-routing',
    facts: { currency: 'EUR', userCountry: 'SWE' },
  })
  expect(live).toMatchObject({ outcome: { psp: 'kestrelcard' } })
})

test('a block takes effect before anybody approves it, alerts, and a second person confirms it', async ({
  openAs,
  newPerson,
  team,
}) => {
  inTurn(4)
  const { anna, bert, merchantId } = team
  const { summary } = await draftRuleset(anna.api, merchantId, {
    table: 'ip-block',
    name: 'Attack',
    rules: [blockRow(1, '203.0.113.0/24')],
  })
  const page = await openAs(anna)
  const table = new DecisionTablePage(page)
  await table.open('/fraud-block/ip-block')
  await page.getByRole('button', { name: 'More for Attack' }).click()
  await page.getByRole('menuitem', { name: 'Activate without approval' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activate Attack without approval?' })
  await dialog.getByRole('button', { name: 'Activate now' }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('An attack from this network since 03:00')
  await dialog.getByRole('button', { name: 'Activate now' }).click()
  await expect(toast(page, 'Active now. Someone else must confirm it within 24 hours.')).toBeVisible()
  expect(
    await bert.api.post('/ruleset/simulate', {
      table: 'ip-block',
      facts: { currency: 'EUR', ipAddress: '203.0.113.7' },
    }),
  ).toMatchObject({ outcome: { action: 'DECLINE' } })

  const onCall = await openAs(await newPerson({ home: merchantId, roles: ['ALERT_RECEIVER'] }))
  await onCall.goto('/home')
  await onCall.getByRole('button', { name: 'Inbox, 1 waiting' }).click()
  const bell = onCall.getByRole('dialog', { name: 'Inbox' })
  const alert = bell
    .getByRole('listitem')
    .filter({ has: onCall.getByRole('button', { name: /^Acknowledge: IP block: Attack/ }) })
  await expect(alert).toContainText('IP block: Attack was activated without approval')
  await expect(alert).toContainText('Critical')
  await expect(alert).toContainText('An attack from this network since 03:00')

  const other = await openAs(bert)
  await other.goto('/home')
  await other.getByRole('button', { name: 'Inbox, 1 waiting' }).click()
  await other
    .getByRole('dialog', { name: 'Inbox' })
    .getByRole('link', { name: /Attack Urgent/ })
    .click()
  const review = other.getByRole('dialog', { name: 'Attack' })
  await expect(review).toContainText('An attack from this network since 03:00')
  await review.getByRole('button', { name: 'Confirm' }).click()
  await other
    .getByRole('dialog', { name: 'Confirm Attack?' })
    .getByRole('button', { name: 'Confirm' })
    .click()
  await expect(other.getByRole('grid')).not.toContainText('Active without approval')
  await expect(alert).toBeHidden()
  const { active } = (await readRuleset(anna.api, summary.id)) as Ruleset & {
    readonly active: { readonly emergency: object }
  }
  expect(active).toMatchObject({ emergency: { state: 'CONFIRMED' } })
})

test('a row of the editor leads to what it did', async ({ openAs }) => {
  inTurn(5)
  const page = await openAs('rules')
  const table = new DecisionTablePage(page)
  await table.open('/routing/psp-routing')
  await page.getByRole('button', { name: 'Show performance' }).click()
  const row = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: 'Cards', exact: true }) })
  await expect(row.getByRole('rowheader')).toContainText(/\d/)
  const hits = /(\d[\d,]*) hits in 7 days/
  await row.getByRole('gridcell', { name: 'Cards', exact: true }).click()
  const said = page.getByRole('main').getByText(hits)
  const [, counted] = hits.exec(await said.innerText()) ?? []
  await page.getByRole('link', { name: 'Open performance' }).click()
  await expect(page.getByRole('navigation', { name: 'Path' })).toContainText('1. Cards')
  await expect(page.getByRole('main').getByText(/of \d[\d,]* evaluations/)).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText(counted ?? '')
})
