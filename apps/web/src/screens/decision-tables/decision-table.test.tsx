import { screen as page, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { withLayout } from '../../kit/testing/render-screen.tsx'
import { revisionOf } from './testing/fake-ruleset-store.ts'
import { activeCards, cardContent, renderTable, rule, ruleset } from './testing/render-table.tsx'

withLayout()

const clipboard = (text: string) => {
  const data = new DataTransfer()
  data.setData('text/plain', text)
  return data
}

describe('a decision table', () => {
  it('shows what ancestors insist on first, then the own rows, then what may be overridden', async () => {
    const enforced = revisionOf('psp-routing', 'up', {
      ...cardContent,
      name: 'Group',
      inherit: 'ENFORCED',
      rules: [rule('x', {}, { psp: 'walletx', pspAccount: 'EU' })],
    })
    const overridable = revisionOf('psp-routing', 'down', {
      ...cardContent,
      name: 'Platform',
      rules: [rule('y', {}, { psp: 'walletx', pspAccount: 'UK' })],
    })
    const { rowNames, rowOf } = await renderTable([activeCards()], {
      inherited: [
        { ...enforced, merchantId: 100010000 },
        { ...overridable, merchantId: 1000 },
      ],
    })
    expect(rowNames()).toEqual(['Rule x', 'Rule a', 'Rule b', 'Rule c', '', 'Rule y'])
    expect(rowOf('Rule x').dataset.inherited).toBe('true')
    expect(page.getByText('Northlight Gaming')).toBeTruthy()
  })

  it('is edited with the keyboard alone, undone step by step, and marked row by row', async () => {
    const { user, cell, grid, rowOf } = await renderTable([activeCards()])
    await user.click(cell('Rule a', 'Currency'))
    await user.keyboard('EUR{Enter}')
    await waitFor(() => expect(cell('Rule a', 'Currency').textContent).toBe('EUR'))
    expect(cell('Rule b', 'Currency').dataset.active).toBe('true')
    await user.keyboard('{Delete}')
    expect(cell('Rule b', 'Currency').textContent).toBe('')
    await user.keyboard('{ArrowRight}{ArrowLeft}{F2}dkk{Tab}')
    expect(cell('Rule b', 'Currency').textContent).toBe('DKK')
    expect(within(rowOf('Rule b')).getByText('Changed')).toBeTruthy()
    grid.focus()
    await user.keyboard('{Control>}zzz{/Control}')
    expect(cell('Rule a', 'Currency').textContent).toBe('NOK')
    expect(cell('Rule b', 'Currency').textContent).toBe('SEK')
    expect(page.getByText('All changes are saved')).toBeTruthy()
    await user.keyboard('{Control>}y{/Control}')
    expect(cell('Rule a', 'Currency').textContent).toBe('EUR')
  })

  it('keeps a cell open that cannot be read, and says what is wrong with it', async () => {
    const { user, cell } = await renderTable([activeCards()])
    await user.click(cell('Rule a', 'Currency'))
    await user.keyboard('XYZ{Enter}')
    expect((await page.findByRole('alert')).textContent).toContain('Unknown currency')
    const box = page.getByRole<HTMLInputElement>('textbox', { name: 'Currency' })
    expect(box.value).toBe('XYZ')
    await user.keyboard('{Escape}')
    expect(cell('Rule a', 'Currency').textContent).toBe('NOK')
  })

  it('offers values by name while one types, takes the best with Enter and goes on to the next row', async () => {
    const { user, cell } = await renderTable([activeCards()])
    await user.click(cell('Rule b', 'Currency'))
    await user.keyboard('norwegian')
    await page.findByRole('option', { name: /Norwegian Krone/ })
    await user.keyboard('{Enter}')
    expect(cell('Rule b', 'Currency').textContent).toBe('NOK')
    expect(cell('Rule c', 'Currency').dataset.active).toBe('true')
  })

  it('takes two hundred rows from a spreadsheet as one step', async () => {
    const { user, cell, newRow, grid } = await renderTable([activeCards()])
    await user.click(cell(newRow(), 'Name'))
    const rows = Array.from({ length: 200 }, (_, index) => `Pasted ${index}\tDEPOSIT\tCreditcardDeposit`)
    await user.paste(clipboard(rows.join('\n')))
    expect(grid.getAttribute('aria-rowcount')).toBe(String(1 + 1 + 203 + 1))
    expect(grid.parentElement?.querySelector('[role="status"]')?.textContent).toBe('200 rows pasted')
    await user.keyboard('{Control>}z{/Control}')
    expect(grid.getAttribute('aria-rowcount')).toBe(String(1 + 1 + 3 + 1))
  })

  it('tells what a paste went over, takes it back, and inserts the rows instead', async () => {
    const { user, cell, rowNames } = await renderTable([activeCards()])
    await user.click(cell('Rule a', 'Name'))
    await user.paste(clipboard('New one\nNew two'))
    const notice = await page.findByRole('group', { name: 'Paste' })
    expect(notice.textContent).toContain('Overwrote 2 rows')
    await user.click(within(notice).getByRole('button', { name: 'Undo' }))
    expect(rowNames()).toEqual(['Rule a', 'Rule b', 'Rule c', ''])
    expect(page.queryByRole('group', { name: 'Paste' })).toBeNull()
    await user.click(cell('Rule a', 'Name'))
    await user.paste(clipboard('New one\nNew two'))
    await user.click(await page.findByRole('button', { name: 'Insert instead' }))
    expect(rowNames().slice(-4)).toEqual(['Rule a', 'Rule b', 'Rule c', ''])
    expect(rowNames()).toHaveLength(6)
  })

  it('marks pasted texts it does not understand and saves nothing until they are put right', async () => {
    const { user, cell } = await renderTable([activeCards()])
    await user.click(cell('Rule a', 'Currency'))
    await user.paste(clipboard('EUR\nNOPE'))
    expect(cell('Rule b', 'Currency').getAttribute('aria-invalid')).toBe('true')
    expect(page.queryByText('No problems')).toBeNull()
    expect(page.getByRole('button', { name: /^\d+ problems?$/ })).toBeTruthy()
    await user.click(page.getByRole('button', { name: 'Save…' }))
    const dialog = await page.findByRole('dialog')
    expect(within(dialog).getByText(/1 row contains invalid values/)).toBeTruthy()
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save draft' }).disabled).toBe(true)
  })

  it('moves, duplicates, inserts and deletes rows', async () => {
    const { user, cell, rowNames } = await renderTable([activeCards()])
    await user.click(cell('Rule a', 'Name'))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(rowNames()).toEqual(['Rule b', 'Rule a', 'Rule c', ''])
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await user.click(await page.findByRole('menuitem', { name: 'Duplicate row' }))
    expect(rowNames()).toEqual(['Rule b', 'Rule a', 'Rule a', 'Rule c', ''])
    await user.keyboard('{Shift>} {/Shift}{Delete}')
    expect(rowNames()).toEqual(['Rule b', 'Rule a', 'Rule c', ''])
    await user.keyboard('{Insert}')
    // The new row may already be told what it still needs.
    const fresh: unknown = expect.stringMatching(/^(.+: This field is required)?$/)
    expect(rowNames()).toEqual(['Rule b', 'Rule a', fresh, 'Rule c', ''])
  })

  it('filters rows by what stands in them, and keeps an edited row in sight', async () => {
    const { user, cell, rowNames } = await renderTable([activeCards()])
    await user.type(page.getByRole('searchbox', { name: 'Filter rows' }), 'nok')
    await waitFor(() => expect(rowNames()).toEqual(['Rule a', '']))
    await user.click(cell('Rule a', 'Currency'))
    await user.keyboard('EUR{Enter}')
    expect(rowNames()).toEqual(['Rule a', ''])
    await user.click(page.getByRole('button', { name: 'Show all' }))
    await waitFor(() => expect(rowNames()).toHaveLength(4))
  })

  it('says what is wrong beside the row and puts it right with one click', async () => {
    const content = {
      ...cardContent,
      rules: [cardContent.rules[2], cardContent.rules[0]].flatMap((found) => found ?? []),
    }
    const { user, rowOf, rowNames } = await renderTable([
      ruleset('rs-1', revisionOf('psp-routing', 'rs-1', content)),
    ])
    await waitFor(() => expect(rowOf('Rule a').textContent).toContain('Never applies'))
    await user.click(await page.findByRole('button', { name: '1 problem' }))
    await user.click(await page.findByRole('button', { name: 'Move above row 1' }))
    expect(rowNames()).toEqual(['Rule a', 'Rule c', ''])
    await waitFor(() => expect(rowOf('Rule a').textContent).not.toContain('Never applies'))
  })

  it('shows a payment for what it found, and what the rows decide about it', async () => {
    const content = {
      ...cardContent,
      rules: [cardContent.rules[2], cardContent.rules[0]].flatMap((found) => found ?? []),
    }
    const { user, rowOf } = await renderTable([ruleset('rs-1', revisionOf('psp-routing', 'rs-1', content))])
    await waitFor(() => expect(rowOf('Rule a').textContent).toContain('Never applies'))
    await user.click(await page.findByRole('button', { name: '1 problem' }))
    await user.click(await page.findByRole('button', { name: 'Row 2: show a payment' }))
    // Row 2 is about this payment, and the row before it decides.
    await page.findByText('Try it: PSP routing')
    const sample = await page.findByLabelText<HTMLInputElement>('Sample payment', { selector: 'input' })
    expect(sample.value).toBe('')
    await waitFor(() => expect(rowOf('Rule c').dataset.hit).toBe('true'))
  })

  it('lets those who may only read look, copy and try, not type', async () => {
    const { user, cell } = await renderTable([activeCards()], { roles: ['RULES'] })
    await user.click(cell('Rule a', 'Currency'))
    await user.keyboard('EUR')
    expect(page.queryByRole('textbox', { name: 'Currency' })).toBeNull()
    expect(page.queryByRole('button', { name: 'Save…' })).toBeNull()
    expect(page.getByRole('button', { name: 'Try it' })).toBeTruthy()
  })
})
