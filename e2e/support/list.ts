import type { Locator, Page } from '@playwright/test'

/** A row of the open list, by the title that links to its record. */
export const rowOf = (page: Page, title: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name: title, exact: true }) })

/** The titles of the rows from top to bottom. */
export const rowTitles = (page: Page): Promise<string[]> =>
  page.getByRole('grid').getByRole('gridcell').getByRole('link').allInnerTexts()

export const isOfJourney = (name: string): boolean => /-[0-9a-f]{8}$/.test(name)

/** Without the people other journeys make, and disable, in the same scope at the same time. */
export const demoRowTitles = async (page: Page): Promise<string[]> =>
  (await rowTitles(page)).filter((title) => !isOfJourney(title))

export const columnNames = async (page: Page): Promise<string[]> => {
  const names = await page.getByRole('columnheader').allInnerTexts()
  return names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'Actions')
}

/** How many rows the whole list has, as the page says it to those who cannot see it. */
export const countSaid = (page: Page, text: string): Locator =>
  page.getByRole('main').getByRole('status').filter({ hasText: text })

/** Everything one can do with a row is in its menu, which shows on the row one is at. */
export async function openRowMenu(page: Page, title: string): Promise<void> {
  await rowOf(page, title).hover()
  await rowOf(page, title)
    .getByRole('button', { name: `Actions for ${title}` })
    .click()
}

export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** The columns of a list that are seen as a whole without scrolling sideways. */
export async function columnsInSight(page: Page): Promise<string[]> {
  const grid = page.getByRole('grid')
  const card = await grid.locator('..').boundingBox()
  const right = (card?.x ?? 0) + (card?.width ?? 0)
  const headings = await grid.getByRole('columnheader').filter({ hasText: /./ }).all()
  const boxes = await Promise.all(headings.map((heading) => heading.boundingBox()))
  const names = await Promise.all(headings.map((heading) => heading.innerText()))
  return names.filter((_name, index) => {
    const box = boxes[index]
    return box !== null && box !== undefined && box.x + box.width <= right
  })
}
