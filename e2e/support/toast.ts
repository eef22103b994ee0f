import type { Locator, Page } from '@playwright/test'

/** Several may be in the corner at once. */
export const toast = (page: Page, text: string): Locator => page.getByRole('alert').filter({ hasText: text })
