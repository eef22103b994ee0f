import { settled } from './support/screens.ts'
import { uniqueName } from './support/people.ts'
import { expect, test } from './support/test.ts'

const mappings = '/signalbox/backoffice/api/bank-mapping?merchantId=1000'

for (const [name, headers] of [
  ['names another origin', { Origin: 'https://evil.example' }],
  ['is marked as cross-site', { 'Sec-Fetch-Site': 'cross-site' }],
] as const) {
  test(`a write that ${name} is refused, and nothing is written`, async ({
    playwright,
    baseURL,
    sessionOf,
    admin,
  }) => {
    const storageState = await sessionOf('admin')
    const request = await playwright.request.newContext({ baseURL, storageState, extraHTTPHeaders: headers })
    const title = uniqueName('Planted')
    const data = { title, bic: '^EVIL', swift: 'EVILSESS', note: 'Planted' }
    const answer = await request.post(mappings, { data })
    expect(answer.status()).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'CROSS_SITE' })
    const { total } = await admin.get<{ total: number }>('/bank-mapping', {
      merchantId: 1000,
      keyword: title,
    })
    expect(total).toBe(0)
    await request.dispose()
  })
}

test('a form on another site cannot write either, even with the cookie in the browser', async ({
  openAs,
  baseURL,
}) => {
  const page = await openAs('admin')
  await page.route('https://evil.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<form method="post" action="${baseURL}${mappings}"><button>Win a prize</button></form>`,
    }),
  )
  await page.goto('https://evil.example/')
  const answer = page.waitForResponse((response) => response.url().includes('/bank-mapping'))
  await page.getByRole('button', { name: 'Win a prize' }).click()
  expect((await answer).status()).toBe(403)
})

test('pages and answers carry the headers that keep others out', async ({ request }) => {
  const page = (await request.get('/home')).headers()
  const policy = page['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(/script-src[^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
  expect(page['x-content-type-options']).toBe('nosniff')
  expect(page['referrer-policy']).toBeTruthy()
  expect(page['x-powered-by']).toBeUndefined()
  const call = (await request.get('/signalbox/backoffice/api/metadata')).headers()
  expect(call['cache-control']).toContain('no-store')
  expect(call['x-content-type-options']).toBe('nosniff')
})

test('the session cookie is out of reach of scripts and of other sites', async ({ openAs }) => {
  const page = await openAs('operator')
  await page.goto('/home')
  await settled(page)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const cookies = await page.context().cookies()
  for (const { httpOnly, sameSite } of cookies) {
    expect({ httpOnly, sameSite }).toEqual({ httpOnly: true, sameSite: 'Lax' })
  }
})
