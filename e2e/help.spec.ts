import { expect, inTurn, test } from './support/test.ts'

inTurn(3)

test('somebody asks for help by keyboard and follows the answer into the guide', async ({
  openAs,
  newPerson,
}) => {
  const page = await openAs(await newPerson())
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+/')
  await expect(page.getByRole('textbox', { name: 'Your question' })).toBeFocused()
  await page.keyboard.type('Where do I refund a part of a payment?')
  await page.keyboard.press('Enter')
  const answers = page.getByRole('log', { name: 'Questions and answers' })
  await expect(answers).toContainText('Click Refund')
  await answers.getByRole('link', { name: 'Refund a part of a payment' }).click()
  await expect(page).toHaveURL('/help?page=refunds-and-captures#refund-a-part-of-a-payment')
  await expect(page.getByRole('heading', { name: 'Refunds, captures and voids', level: 1 })).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('velocity')
  await page.getByRole('link', { name: /^Velocity/ }).click()
  await expect(page.getByRole('heading', { name: 'Fraud block rules', level: 1 })).toBeVisible()
})

test('release notes count until they are read', async ({ openAs, newPerson }) => {
  const page = await openAs(await newPerson())
  await page.goto('/home')
  await page.getByRole('button', { name: /^What’s new, \d+ unread$/ }).click()
  await expect(page.getByRole('dialog', { name: /What’s new/ })).toContainText('Your inbox')
  await expect(page.getByRole('button', { name: 'What’s new', exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'What’s new', exact: true })).toBeVisible()
})
