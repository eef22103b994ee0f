import { expect, type Page } from '@playwright/test'

interface Screen {
  readonly path: string
  readonly title: string
  /** `signedIn`, or the permissions that open it. */
  readonly access: string | readonly string[]
  readonly legacy?: boolean
  readonly unlisted?: boolean
}

// The table of contents is loaded by its address: journeys need its lines, not the types of the whole console behind it.
const inScreens = (name: string) => new URL(`../../apps/web/src/screens/${name}`, import.meta.url).href

/** Every page of the console; a new one is visited without anybody thinking of it. */
export const { screens } = (await import(inScreens('index.ts'))) as { screens: readonly Screen[] }
export const { redirects } = (await import(inScreens('table-screens.ts'))) as {
  redirects: ReadonlyMap<string, string>
}

/** Roles that open every page, held by staff of the platform. */
export const allRoles = [
  'OPERATOR_ADMIN',
  'MERCHANT_ADMIN',
  'CONFIG_ADMIN',
  'AUDIT_VIEWER',
  'IIN_ADMIN',
  'DOC_PORTAL',
  'INVOICE_ADMIN',
  'CUSTOMER_ADMIN',
  'STORE_ADMIN',
  'RULES_HUB_PILOT',
  'RULES_ADMIN',
  'ANALYTICS_ADMIN',
  'EXPERIMENTAL_FEATURES',
]

/** The page is there with what it had to load. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
}
