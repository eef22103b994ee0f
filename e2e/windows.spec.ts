import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** A page of the console's origin with nothing on it. */
async function openBlank(page: Page): Promise<void> {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
  await page.goto('/blank')
}

test('a window that one journey leaves to the next remembers nobody', async ({ windows, sessionOf }) => {
  const first = await windows.open(await sessionOf('operator'), {})
  await openBlank(first)
  await first.evaluate(() => {
    localStorage.setItem('left', 'behind')
    sessionStorage.setItem('left', 'behind')
  })
  expect(await first.context().cookies()).not.toEqual([])
  await windows.giveBack(first.context(), {})

  const next = await windows.open({ cookies: [], origins: [] }, {})
  expect(next.context()).toBe(first.context())
  expect(await next.context().cookies()).toEqual([])
  await openBlank(next)
  expect(await next.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0)
  await windows.giveBack(next.context(), {})
})

test('a window whose clock was stopped is not left to the next journey', async ({ windows }) => {
  const options = { locale: 'sv-SE' }
  const first = await windows.open({ cookies: [], origins: [] }, options)
  await first.clock.install()
  await openBlank(first)
  await windows.giveBack(first.context(), options)
  const next = await windows.open({ cookies: [], origins: [] }, options)
  expect(next.context()).not.toBe(first.context())
  await windows.giveBack(next.context(), options)
})
