import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules about colours: all that can differ between two themes of one page. */
const aboutColours = ['color-contrast', 'link-in-text-block']

export interface Attention {
  readonly coloursOnly?: boolean
  /** A part that is the same on every page and was looked at before. */
  readonly without?: string
}

/** What the checker objects to, in a form that says where to look. */
export async function expectAccessible(
  page: Page,
  place: string,
  { coloursOnly = false, without }: Attention = {},
): Promise<void> {
  // It is half a megabyte, and quicker with every run: a page that has it keeps it.
  const isThere = await page.evaluate(() => 'axe' in window)
  // The only frames are previews, which run no scripts: the checker could not look inside them anyway.
  // To name what is in order as well, it would work out a selector for every element of the page.
  const checker = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0' }) })
    .options({ resultTypes: ['violations'] })
    .setLegacyMode()
  if (without !== undefined) checker.exclude(without)
  const { violations } = await (
    coloursOnly ? checker.withRules(aboutColours) : checker.withTags(wcag22AA)
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect.soft(found, place).toEqual([])
}

/** Wide content scrolls in a place of its own; the page itself never moves sideways. */
export async function expectNoSidewaysScroll(page: Page, place: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(beyond, `${place} is wider than the window`).toBeLessThanOrEqual(0)
}
