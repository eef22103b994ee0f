import type { Page } from '@playwright/test'
import {
  blockRow,
  DecisionTablePage,
  draftRuleset,
  putIntoEffect,
  readRuleset,
  type Ruleset,
} from './support/decision-table.ts'
import { settingSaved } from './support/settings.ts'
import { test, type Team } from './support/rules-team.ts'
import { toast } from './support/toast.ts'
import { expect, inTurn, onlyInFull } from './support/test.ts'

const route = '/fraud-block/ip-block'

const network = (index: number) => `10.${Math.floor(index / 256)}.${index % 256}.0/24`

/** A draft that declines payments from as many networks. */
const blockedNetworks = ({ anna, merchantId }: Team, count: number): Promise<Ruleset> =>
  draftRuleset(anna.api, merchantId, {
    table: 'ip-block',
    name: 'Networks',
    rules: Array.from({ length: count }, (_, index) => blockRow(index + 1, network(index))),
  })

async function openTable(page: Page): Promise<DecisionTablePage> {
  const table = new DecisionTablePage(page)
  await table.open(route)
  return table
}

test('twenty cells are edited with nothing but the keyboard', async ({ openAs, team }) => {
  inTurn(0)
  const { summary } = await blockedNetworks(team, 5)
  const page = await openAs(team.anna)
  const { keyboard } = page
  const table = await openTable(page)
  const isInGrid = () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'grid')
  for (let tabs = 0; tabs < 100 && !(await isInGrid()); tabs++) await keyboard.press('Tab')

  const typed = (no: number) => [`Typed ${no}`, 'SEK, NOK', `192.0.2.${no}, 2001:db8:${no}::/48`, 'SWE, DNK']
  for (let no = 1; no <= 5; no++) {
    const [name = '', ...rest] = typed(no)
    await keyboard.type(name)
    for (const text of rest) {
      await keyboard.press('Tab')
      await keyboard.type(text)
    }
    await keyboard.press('Enter')
    await keyboard.press('Home')
    await keyboard.press('ArrowRight')
  }
  await expect(table.row('Typed 5')).toContainText('192.0.2.5')

  await keyboard.press('ControlOrMeta+S')
  const dialog = page.getByRole('dialog', { name: /^Save IP block/ })
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toBeFocused()
  await keyboard.type('Typed, not clicked')
  await keyboard.press('ControlOrMeta+Enter')
  await expect(toast(page, 'Saved and sent for approval.')).toBeVisible()
  const { open } = await readRuleset(team.anna.api, summary.id)
  expect(open?.rules.map(({ name }) => name)).toEqual([1, 2, 3, 4, 5].map((no) => `Typed ${no}`))
  expect(open?.rules[4]?.conditions).toEqual({
    currency: { op: 'in', values: ['SEK', 'NOK'] },
    ipAddress: { op: 'cidr', values: ['192.0.2.5', '2001:db8:5::/48'] },
    ipCountry: { op: 'in', values: ['SWE', 'DNK'] },
  })
})

test('two hundred rows come from a spreadsheet, and everything can be undone and redone', async ({
  openAs,
  team,
}) => {
  inTurn(1)
  await blockedNetworks(team, 2)
  const page = await openAs(team.anna, { permissions: ['clipboard-read', 'clipboard-write'] })
  const table = await openTable(page)
  const undo = page.getByRole('button', { name: /^Undo: / })
  await table.row('Block 10.0.0.0/24').getByRole('gridcell').nth(1).click()
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')

  const lines = Array.from(
    { length: 200 },
    (_, index) => `Pasted ${index + 1}\tEUR\t${network(index + 100)}\t\tDecline`,
  )
  await table.paste(`${lines.join('\r\n')}\r\n`)
  await expect(page.getByRole('status').filter({ hasText: '200 rows pasted' })).toBeVisible()
  await expect(table.row('Pasted 200')).toContainText(network(299))

  await expect(undo).toBeEnabled()
  while (await undo.isVisible()) await page.keyboard.press('ControlOrMeta+Z')
  await expect(page.getByText('All changes are saved')).toBeVisible()
  await expect(table.row('Block 10.0.0.0/24')).toBeVisible()
  await expect(table.row('Pasted 1')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save…' })).toBeDisabled()

  const redo = page.getByRole('button', { name: /^Redo: / })
  while (await redo.isVisible()) await page.keyboard.press('ControlOrMeta+Y')
  await expect(table.row('Pasted 200')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(table.row('Renamed')).toBeVisible()
  await expect(page.getByText('202 rows', { exact: true })).toBeVisible()
})

test('columns are chosen one after the other, and what was edited before can still be undone step by step', async ({
  openAs,
  team,
}) => {
  inTurn(2)
  await blockedNetworks(team, 2)
  const page = await openAs(team.anna)
  const table = await openTable(page)
  for (const [old, name] of [
    ['Block 10.0.0.0/24', 'First'],
    ['Block 10.0.1.0/24', 'Second'],
  ] as const) {
    await table.row(old).getByRole('gridcell', { name: old, exact: true }).click()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(table.row(name)).toBeVisible()
  }

  await page.getByRole('button', { name: 'Columns' }).click()
  const dialog = page.getByRole('dialog', { name: 'Columns' })
  for (const name of ['Tx type', 'Channel']) {
    const saved = settingSaved(page, 'columns')
    await dialog.getByRole('checkbox', { name, exact: true }).check()
    await saved
    await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked()
  }
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('columnheader').filter({ hasText: 'Tx type' })).toHaveCount(1)

  await table.row('Second').getByRole('gridcell', { name: 'Second', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(table.row('Block 10.0.1.0/24')).toBeVisible()
  await expect(table.row('First')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(table.row('Block 10.0.0.0/24')).toBeVisible()
  await expect(page.getByText('All changes are saved')).toBeVisible()
})

test('a change is saved with a note, approved by somebody else, and decides from then on', async ({
  openAs,
  team,
}) => {
  const { anna, bert } = team
  const { summary } = await putIntoEffect(anna.api, bert.api, await blockedNetworks(team, 2))
  const page = await openAs(anna)
  const table = await openTable(page)
  await table.row('Block 10.0.1.0/24').getByRole('gridcell').nth(1).click()
  for (const text of ['Home network', 'EUR, SEK', '81.2.69.0/24']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Save IP block/ })
  await expect(dialog.getByRole('insertion').filter({ hasText: '81.2.69.0/24' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Save and submit' }).click()
  await expect(dialog).toContainText('This field is required')
  await dialog.getByRole('textbox', { name: 'Note' }).fill('They moved to another network')
  await dialog.getByRole('button', { name: 'Save and submit' }).click()
  await expect(toast(page, 'Saved and sent for approval.')).toBeVisible()

  await page.getByRole('button', { name: 'Review' }).click()
  const mine = page.getByRole('dialog', { name: 'Networks' })
  await expect(mine).toContainText('You worked on this version, so someone else must approve it.')
  await expect(mine.getByRole('button', { name: 'Approve' })).toBeDisabled()
  const { open } = await readRuleset(anna.api, summary.id)
  const own = await anna.api.send('POST', `/backoffice/api/ruleset/${summary.id}/approve`, {
    body: { version: open?.version, revision: open?.revision },
  })
  expect(own.status()).toBe(403)
  expect(await own.json()).toMatchObject({
    code: 'FOUR_EYES',
    message: 'You worked on this yourself; someone else must decide.',
  })

  const other = await openAs(bert)
  await openTable(other)
  await other.getByRole('button', { name: 'Review' }).click()
  const review = other.getByRole('dialog', { name: 'Networks' })
  await expect(review).toContainText('They moved to another network')
  await expect(review.getByRole('insertion').filter({ hasText: '81.2.69.0/24' })).toBeVisible()
  await review.getByRole('button', { name: 'Approve' }).click()
  await other
    .getByRole('dialog', { name: 'Approve Networks?' })
    .getByRole('button', { name: 'Approve' })
    .click()
  await expect(toast(other, 'Approved.')).toBeVisible()
  await expect(other.getByText('Active v2')).toBeVisible()

  await other.getByRole('button', { name: 'Try it' }).click()
  await other.getByRole('textbox', { name: 'IP address' }).fill('81.2.69.142')
  await expect(other.getByRole('status', { name: 'Outcome' })).toContainText(
    'Row 2 of Networks decides: Home network',
  )
  // The drawer asks the rows on the screen; this asks those that decide payments.
  const live = await bert.api.post('/ruleset/simulate', {
    table: 'ip-block',
    facts: { currency: 'EUR', ipAddress: '81.2.69.142' },
  })
  expect(live).toMatchObject({
    hits: [expect.stringMatching(/_IP_01_02@2$/)],
    outcome: { action: 'DECLINE' },
  })
})

test('ten thousand rows scroll to the end and back, and no frame lacks a row', async ({ openAs, team }) => {
  onlyInFull()
  await blockedNetworks(team, 10_000)
  const page = await openAs(team.anna)
  const table = await openTable(page)
  await expect(page.getByText('10,000 rows', { exact: true })).toBeVisible()
  const { frames, gaps } = await table.scrollThroughAndBack(60)
  expect(frames).toBe(120)
  expect(gaps).toEqual([])

  await table.grid.focus()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(table.row('Stockholm office')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Home')
  await expect(table.row('By country')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Filter rows' }).fill(network(9_998))
  await expect(table.row(`Block ${network(9_998)}`)).toBeVisible()
})

test('of two editors the second brings both together, and no row is lost', async ({ openAs, team }) => {
  inTurn(2)
  const { anna, bert } = team
  const { summary, open } = await blockedNetworks(team, 4)
  const page = await openAs(bert)
  const table = await openTable(page)
  await table.row('Block 10.0.0.0/24').getByRole('gridcell').nth(1).click()
  await page.keyboard.type('Of both, by Bert')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Only by Bert')
  await page.keyboard.press('Enter')

  const changed = (row: number, name: string) => ({ ...open?.rules[row], name })
  await anna.api.put(`/ruleset/${summary.id}`, {
    version: open?.version,
    revision: open?.revision,
    changes: {
      upsert: [
        changed(0, 'Of both, by Anna'),
        changed(2, 'Only by Anna'),
        blockRow(5, '10.9.0.0/16', 'New by Anna'),
      ],
    },
    changeNote: 'Faster than Bert',
  })
  await page.getByRole('button', { name: 'Save…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Save IP block/ })
  await dialog.getByRole('textbox', { name: 'Note' }).fill('My own idea')
  await dialog.getByRole('button', { name: 'Save draft' }).click()

  const both = page.getByRole('dialog', { name: 'Merge Networks' })
  await expect(both).toContainText(`${anna.username} saved this ruleset in the meantime`)
  await expect(both).toContainText('Faster than Bert')
  await expect(both).toContainText('1 choice left')
  await expect(both.getByRole('button', { name: 'Continue with these' })).toBeDisabled()
  await both.getByRole('radio', { name: 'Row 1, Name: Keep mine' }).check()
  await both.getByRole('button', { name: 'Continue with these' }).click()
  await expect(dialog.getByRole('textbox', { name: 'Note' })).toHaveValue('My own idea')
  await dialog.getByRole('button', { name: 'Save draft' }).click()
  await expect(toast(page, 'The draft was saved.')).toBeVisible()
  const saved = await readRuleset(anna.api, summary.id)
  expect(saved.open?.rules.map(({ name }) => name)).toEqual([
    'Of both, by Bert',
    'Only by Bert',
    'Only by Anna',
    'Block 10.0.3.0/24',
    'New by Anna',
  ])
})

test('a file with a bad row names its line and the reason, and nothing of it comes in', async ({
  openAs,
  team,
}) => {
  onlyInFull()
  const { summary, open } = await blockedNetworks(team, 2)
  const page = await openAs(team.anna)
  await openTable(page)
  await page.getByRole('button', { name: 'Import rows' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import rows into Networks' })
  const content = dialog.getByRole('textbox', { name: 'Or paste the content' })
  const header = 'Name,Currency,IP address,→ Action'
  const good = 'Good,EUR,192.0.2.0/24,Decline'
  await content.fill([header, good, 'Bad,XXQ,192.0.2.0/99,Explode'].join('\n'))
  await dialog.getByRole('button', { name: 'Check' }).click()
  await expect(dialog).toContainText('1 of 2 rows are invalid')
  const line = (number: number) =>
    dialog.getByRole('row').filter({ has: page.getByRole('cell', { name: String(number), exact: true }) })
  await expect(line(3)).toContainText('Currency: Unknown currency “XXQ”')
  await expect(line(3)).toContainText('IP address: “192.0.2.0/99” is not an address or a block')
  await expect(line(3)).toContainText('Action: “Explode” is not one of the values to choose from')
  await expect(dialog.getByRole('button', { name: /^Add/ })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await content.fill([header, good].join('\n'))
  await dialog.getByRole('button', { name: 'Check' }).click()
  await dialog.getByRole('button', { name: 'Add 1 row to the table' }).click()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  expect((await readRuleset(team.anna.api, summary.id)).open).toEqual(open)
})
