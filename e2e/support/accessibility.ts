import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const wcag22AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The rules about colours: all that can differ between two themes of one page. */
const aboutColours = ['color-contrast', 'link-in-text-block']

/** Not on by itself yet: whoever speaks to the computer says what can be read on a button. */
const spokenNames = 'label-content-name-mismatch'

/** The text of a branch of a tree is that of all below it too; its name is its own. */
const isBranch = (html: string): boolean => html.startsWith('<li role="treeitem"')

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
    .options({ resultTypes: ['violations'], rules: { [spokenNames]: { enabled: !coloursOnly } } })
    .setLegacyMode()
  if (without !== undefined) checker.exclude(without)
  const { violations } = await (
    coloursOnly ? checker.withRules(aboutColours) : checker.withTags(wcag22AA)
  ).analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !(id === spokenNames && isBranch(html)))
      .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect.soft(found, place).toEqual([])
}

/** Beyond this a page counts as one that jumps (Core Web Vitals). */
const mostShift = 0.1

/** Notes what moves by itself on every page that is opened from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; what: string }[] = []
    Object.assign(window, { shifts })
    type Shift = PerformanceEntry & {
      value: number
      hadRecentInput: boolean
      sources: readonly { node: Node | null }[]
    }
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName} ${node.className}`.slice(0, 80) : (node?.nodeName ?? '')
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[])
        if (!entry.hadRecentInput)
          shifts.push({
            value: entry.value,
            what: entry.sources.map(({ node }) => nameOf(node)).join(' | '),
          })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** What somebody is about to touch stays where it is, once it can be seen. */
export async function expectSteady(page: Page, place: string): Promise<void> {
  const found = await page.evaluate(() => {
    const { shifts } = window as Window & { shifts?: { value: number; what: string }[] }
    if (!shifts) throw new Error('Nobody counted how the page moved')
    return shifts.splice(0)
  })
  const sum = found.reduce((total, { value }) => total + value, 0)
  expect
    .soft(sum, `${place} jumps: ${found.map(({ value, what }) => `${value.toFixed(3)} ${what}`).join('; ')}`)
    .toBeLessThan(mostShift)
}

/** Wide content scrolls in a place of its own; the page itself never moves sideways. */
export async function expectNoSidewaysScroll(page: Page, place: string): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect.soft(beyond, `${place} is wider than the window`).toBeLessThanOrEqual(0)
}
