import { toast } from './support/toast.ts'
import { expect, inTurn, test } from './support/test.ts'

inTurn(2)

const metadata = '**/signalbox/backoffice/api/metadata'
const userdata = '**/signalbox/backoffice/api/userdata'

test('without a session the metadata call names the login address, and the console goes there', async ({
  page,
}) => {
  const answer = await page.request.get('/signalbox/backoffice/api/metadata')
  expect(answer.status()).toBe(401)
  const header = answer.headers()['www-authenticate'] ?? ''
  expect(header).toMatch(/^Redirect realm="signalbox", location="[^"]+"$/)
  const [, location = ''] = /location="([^"]+)"/.exec(header) ?? []

  await page.goto('/admin/merchant?mode=tree')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const { pathname, searchParams } = new URL(page.url())
  expect(pathname).toBe(new URL(location, page.url()).pathname)
  expect(searchParams.get('return_to')).toBe('/admin/merchant?mode=tree')
})

test('while the session is checked, a splash is shown', async ({ openAs }) => {
  const page = await openAs('operator')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(metadata, async (route) => {
    await held
    await route.continue()
  })
  await page.goto('/home')
  await expect(page.getByRole('status')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  answer()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
})

for (const { name, answer, code } of [
  { name: 'a failed check', answer: { status: 500, body: '' }, code: '500' },
  { name: 'a refusal that names no login address', answer: { status: 401, body: '' }, code: 'unknown' },
]) {
  test(`${name} is told with its code, and can be tried again`, async ({ openAs }) => {
    const page = await openAs('operator')
    await page.route(metadata, (route) => route.fulfill(answer))
    await page.goto('/home')
    const toast = page.getByRole('alert')
    await expect(toast).toContainText(`Login failed - please contact support. Failure code: ${code}`)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)

    await page.unroute(metadata)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await expect(toast).toHaveCount(0)
  })
}

test('without their settings people go on with the defaults and a warning', async ({ openAs }) => {
  const page = await openAs('operator')
  await page.route(userdata, (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/home')
  await expect(toast(page, 'Your settings could not be loaded.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
})

test('a dead network is told once, and what was typed stays', async ({ openAs }) => {
  const page = await openAs('admin')
  await page.goto('/admin/bank-mapping')
  await expect(page.getByRole('link', { name: 'Swedish clearing' })).toBeVisible()
  await page.getByRole('button', { name: 'Find mapping' }).click()
  await expect(page.getByRole('textbox', { name: 'BIC' })).toBeVisible()
  await page.context().setOffline(true)
  await page.getByRole('textbox', { name: 'BIC' }).fill('NDEASESS')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveText(/Something went wrong\. Please try again later\./)
  await page.context().setOffline(false)
  await expect(page.getByRole('textbox', { name: 'BIC' })).toHaveValue('NDEASESS')
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByText('No row matches')).toBeVisible()
})
