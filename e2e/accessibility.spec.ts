import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

const screens = [
  '/home',
  '/settings',
  '/settings?tab=security',
  '/admin/backoffice-users',
  '/admin/merchant',
  '/admin/audit-log',
  '/admin/bank-mapping',
  '/templates/email',
  '/templates/sql',
  '/nowhere',
]
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

async function violationsOf(page: Page): Promise<string[]> {
  // A preview is somebody's document in a box of its own; it is not part of the console.
  const { violations } = await new AxeBuilder({ page }).withTags(rules).exclude('iframe').analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`))
}

async function chooseTheme(page: Page, theme: string): Promise<void> {
  const address = '/signalbox/backoffice/api/userdata'
  const { version } = (await (await page.request.get(address)).json()) as { version: number }
  const saved = await page.request.put(address, { data: { version, settings: { theme } } })
  expect(saved.status()).toBe(200)
}

for (const theme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(`every screen is usable with assistive technology, ${theme}, ${width} px wide`, async ({
      openAs,
      newPerson,
    }) => {
      test.setTimeout(180_000)
      const page = await openAs(await newPerson(), { viewport: { width, height: 900 } })
      await chooseTheme(page, theme)
      const found: Record<string, string[]> = {}
      for (const path of screens) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
        const violations = await violationsOf(page)
        if (violations.length > 0) found[path] = violations
      }
      expect(found).toEqual({})
    })
  }
}

test('the login page is usable with assistive technology', async ({ page }) => {
  await page.goto('/signalbox/login')
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
})
