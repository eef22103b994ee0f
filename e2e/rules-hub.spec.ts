import { blockRow, draftRuleset, readRuleset, type Ruleset } from './support/decision-table.ts'
import { test } from './support/rules-team.ts'
import { toast } from './support/toast.ts'
import { expect, onlyInFull } from './support/test.ts'

test.use({ teamRoles: ['RULES_ADMIN', 'RULES_HUB_PILOT'] })

test('a ruleset is built in five steps, and decides once somebody else has approved it', async ({
  openAs,
  team,
}) => {
  const { anna, bert } = team
  const page = await openAs(anna)
  await page.goto('/rules-hub/builder')
  const next = page.getByRole('button', { name: /^Next/ })
  await next.click()
  await expect(page.getByText('Ruleset name is mandatory')).toBeVisible()
  await page.getByRole('textbox', { name: 'Ruleset name' }).fill('Networks we block')
  await page.getByRole('combobox', { name: 'Category' }).click()
  await page.getByRole('option', { name: 'IP block' }).click()
  await next.click()
  await next.click()
  await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled()

  await page.getByRole('button', { name: 'Add rule', exact: true }).click()
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.getByRole('combobox', { name: 'Condition', exact: true }).fill('IP address')
  await page.getByRole('option', { name: 'IP address', exact: true }).click()
  await page.getByRole('textbox', { name: 'IP address' }).fill('192.0.2.0/24')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: /^Action/ }).fill('Decline')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('list', { name: 'In words' })).toContainText('192.0.2.0/24')

  await page.getByRole('button', { name: 'Next: Test' }).click()
  const saving = page.getByRole('dialog', { name: 'Save draft' })
  await saving.getByRole('textbox', { name: 'What changes' }).fill('Networks seen in chargebacks')
  await saving.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Simulate', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Next: Submit' }).click()
  await page.getByRole('textbox', { name: /^Note/ }).fill('Seen in many chargebacks')
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(toast(page, 'Sent for approval.')).toBeVisible()

  const other = await openAs(bert)
  await other.goto(page.url())
  const review = other.getByRole('dialog', { name: 'Networks we block' })
  await expect(review).toContainText('Seen in many chargebacks')
  await review.getByRole('button', { name: 'Approve' }).click()
  await other
    .getByRole('dialog', { name: /^Approve/ })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(toast(other, 'Approved.')).toBeVisible()
  const live = await bert.api.post('/ruleset/simulate', {
    table: 'ip-block',
    facts: { currency: 'EUR', ipAddress: '192.0.2.7' },
  })
  expect(live).toMatchObject({ outcome: { action: 'DECLINE' } })
})

test('a fee and a limit of one change set become active at the same moment', async ({
  openAs,
  team,
  newPerson,
}) => {
  onlyInFull()
  const { anna, bert, merchantId } = team
  const draft = (table: string, name: string, outputs: Readonly<Record<string, unknown>>) =>
    draftRuleset(anna.api, merchantId, {
      table,
      name,
      rules: [{ ...blockRow(1, '198.51.100.0/24'), conditions: {}, outputs }],
    })
  const drafts = [
    await draft('fee', 'Launch fee', { fixedFee: { EUR: '150' }, mode: 'ADDED' }),
    await draft('limit', 'Launch limit', { min: { EUR: '1000' }, max: { EUR: '5000' } }),
  ]

  const page = await openAs(anna)
  await page.goto('/rules-hub/overview?mode=change-sets')
  await page.getByRole('button', { name: 'New change set' }).click()
  const form = page.getByRole('dialog', { name: 'New change set' })
  await form.getByRole('textbox', { name: 'Title' }).fill('Launch')
  await form.getByRole('textbox', { name: 'Note' }).fill('Both are needed at the launch')
  await form.getByRole('combobox', { name: 'Drafts' }).click()
  await page.getByRole('option', { name: /Launch fee/ }).click()
  await page.getByRole('option', { name: /Launch limit/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: 'Create change set' }).click()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  const submission = page.getByRole('dialog', { name: 'Submit Launch' })
  await submission.getByRole('textbox', { name: 'Note' }).fill('Please approve before the launch')
  await submission.getByRole('button', { name: 'Submit for approval' }).click()
  await expect(page.getByText('You worked on it, so someone else must approve it.')).toBeVisible()

  const other = await openAs(bert)
  await other.goto(page.url())
  await expect(other.getByRole('region', { name: 'Launch limit' })).toContainText('50')
  await other.getByRole('button', { name: 'Approve all' }).click()
  await expect(other.getByText('You have approved it. One more person must approve it.')).toBeVisible()
  // Fees are money: two others have to approve them, and the limit waits for both.
  const third = await openAs(await newPerson({ home: merchantId, roles: ['RULES_ADMIN', 'RULES_HUB_PILOT'] }))
  await third.goto(page.url())
  await third.getByRole('button', { name: 'Approve all' }).click()
  await expect(toast(third, 'All rulesets are active.')).toBeVisible()
  type Activated = Ruleset & { readonly active: { readonly activatedAt: string } | null }
  const now = await Promise.all(
    drafts.map(({ summary }) => readRuleset(bert.api, summary.id) as Promise<Activated>),
  )
  expect(now.map(({ active }) => active?.activatedAt)).toEqual([
    expect.any(String),
    now[0]?.active?.activatedAt,
  ])
})
