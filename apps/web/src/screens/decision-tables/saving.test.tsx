import type { RulesetChanges } from '@signalbox/model/rules/ruleset'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen as page, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { live } from '../../kit/live.ts'
import { sessionStore } from '../../kit/session/session-store.ts'
import { withLayout } from '../../kit/testing/render-screen.tsx'
import { revisionOf } from './testing/fake-ruleset-store.ts'
import { activeCards, cardContent, renderTable, rule, ruleset } from './testing/render-table.tsx'

withLayout()

interface SaveBody {
  readonly version: number
  readonly revision: number
  readonly changes: RulesetChanges
}

type Rendered = Awaited<ReturnType<typeof renderTable>>

async function change({ user, cell }: Rendered, row: string, column: string, text: string) {
  await user.click(cell(row, column))
  await user.keyboard(`{F2}{Control>}a{/Control}${text}{Enter}`)
}

async function openSave({ user }: Rendered): Promise<HTMLElement> {
  await user.click(page.getByRole('button', { name: 'Save…' }))
  return page.findByRole('dialog')
}

describe('saving a table', () => {
  it('shows the difference, wants a note, and sends only the rows that changed', async () => {
    const table = await renderTable([activeCards()])
    await change(table, 'Rule a', 'Currency', 'EUR')
    const dialog = await openSave(table)
    expect(within(dialog).getByText('Row 1').closest('li')?.textContent).toContain('NOK→EUR')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
    expect(within(dialog).getByText('This field is required')).toBeTruthy()
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Euro as well')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    const [request] = table.api.of('PUT /ruleset/{id}')
    expect(request?.body).toMatchObject({
      version: 1,
      revision: 1,
      changeNote: 'Euro as well',
      changes: { upsert: [{ id: 'a', conditions: { currency: { op: 'in', values: ['EUR'] } } }] },
    })
    expect(request?.body).not.toHaveProperty('changes.order')
    expect(await page.findByText('Draft v2')).toBeTruthy()
    expect(page.getByText('All changes are saved')).toBeTruthy()
  })

  it('goes on with its own rows after a save, and reads no others until somebody else did something', async () => {
    const table = await renderTable([activeCards()])
    const saveAs = async (note: string) => {
      const dialog = await openSave(table)
      await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), note)
      await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
      await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    }
    const readings = () => table.api.of('GET /ruleset/{id}').length
    const before = readings()
    await change(table, 'Rule a', 'Currency', 'EUR')
    await saveAs('Euro as well')
    await change(table, 'Rule b', 'PSP account', 'mine')
    await saveAs('Another account')
    const [first, second] = table.api.of('PUT /ruleset/{id}').map(({ body }) => body as SaveBody)
    expect(first).toMatchObject({ version: 1, changes: { upsert: [{ id: 'a' }] } })
    expect(second).toMatchObject({ version: 2, revision: 101, changes: { upsert: [{ id: 'b' }] } })
    expect(second?.changes.upsert).toHaveLength(1)
    const [draft] = table.fake.rulesets[0]?.versions ?? []
    expect(draft?.rules.map(({ conditions }) => conditions.currency)).toEqual([
      { op: 'in', values: ['EUR'] },
      { op: 'in', values: ['SEK'] },
      undefined,
    ])
    expect(readings()).toBe(before)
    table.fake.saveAs('clara', 'rs-1', (content) => ({ ...content, name: 'Cards by Clara' }))
    live.emit({ topic: 'ruleset', key: 'rs-1', payload: { action: 'SAVE', version: 2, revision: 103 } })
    expect(await page.findByText('Cards by Clara')).toBeTruthy()
    expect(readings()).toBe(before + 1)
  })

  it('can be undone after it was saved', async () => {
    const table = await renderTable([activeCards()])
    await change(table, 'Rule a', 'Currency', 'EUR')
    const dialog = await openSave(table)
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Euro as well')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
    await page.findByText('Draft v2')
    table.grid.focus()
    await table.user.keyboard('{Control>}z{/Control}')
    expect(table.cell('Rule a', 'Currency').textContent).toBe('NOK')
    expect(page.getByText('1 ruleset has unsaved changes')).toBeTruthy()
  })

  it('asks for approval, after which nobody types into the rows until it is withdrawn', async () => {
    const table = await renderTable([activeCards()])
    await change(table, 'Rule a', 'Currency', 'EUR')
    const dialog = await openSave(table)
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Euro as well')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save and submit' }))
    expect(await page.findByText('Waiting for approval v2')).toBeTruthy()
    await table.user.click(table.cell('Rule a', 'Currency'))
    await table.user.keyboard('USD')
    expect(page.queryByRole('textbox', { name: 'Currency' })).toBeNull()
    await table.user.click(page.getByRole('button', { name: 'Review' }))
    const drawer = await page.findByRole('dialog')
    expect(within(drawer).getByText(/someone else must approve it/)).toBeTruthy()
    expect(within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Approve' }).disabled).toBe(true)
    await table.user.click(within(drawer).getByRole('button', { name: 'Withdraw' }))
    // The drawer is a dialog too: the question comes as the second one.
    await waitFor(() => expect(page.getAllByRole('dialog')).toHaveLength(2))
    const question = page.getAllByRole('dialog')[1] as HTMLElement
    await table.user.click(within(question).getByRole('button', { name: 'Withdraw' }))
    expect(await page.findByText('Draft v2')).toBeTruthy()
  })

  it('says that the draft is there when only the approval was refused, and sends it at the next attempt', async () => {
    const table = await renderTable([activeCards()])
    const submit = table.fake.handlers['POST /ruleset/{id}/submit']
    let refusals = 2
    table.fake.handlers['POST /ruleset/{id}/submit'] = (request) => {
      if (refusals-- > 0 || !submit) throw new Refusal('INVALID', { message: 'Test case “Cards” failed' })
      return submit(request)
    }
    await change(table, 'Rule a', 'Currency', 'EUR')
    const dialog = await openSave(table)
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Euro as well')
    for (const _ of [1, 2]) {
      await table.user.click(within(dialog).getByRole('button', { name: 'Save and submit' }))
      expect(await within(dialog).findByText('The draft was saved, but not sent for approval.')).toBeTruthy()
      expect(page.queryByText(/it is active now/)).toBeNull()
    }
    await table.user.click(within(dialog).getByRole('button', { name: 'Save and submit' }))
    expect(await page.findByText('Waiting for approval v2')).toBeTruthy()
    expect(table.api.of('PUT /ruleset/{id}')).toHaveLength(1)
  })

  it('begins a ruleset with a row to type into and creates it with one save', async () => {
    const table = await renderTable([])
    const [button] = await page.findAllByRole('button', { name: 'New ruleset' })
    await table.user.click(button as HTMLElement)
    const dialog = await page.findByRole('dialog')
    await table.user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Wallets')
    await table.user.click(within(dialog).getByRole('button', { name: 'Add ruleset' }))
    expect(await page.findByText('Not saved')).toBeTruthy()
    const grid = await page.findByRole('grid')
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    grid.focus()
    await table.user.keyboard('All wallets{Enter}')
    const save = await openSave(table)
    await table.user.type(within(save).getByRole('textbox', { name: /Note/ }), 'Begin with wallets')
    await table.user.click(within(save).getByRole('button', { name: 'Save draft' }))
    expect(await page.findByText('Draft v1')).toBeTruthy()
    expect(table.api.of('POST /ruleset')[0]?.body).toMatchObject({
      table: 'psp-routing',
      changeNote: 'Begin with wallets',
      content: { name: 'Wallets', priority: 10, rules: [{ no: 1, name: 'All wallets' }] },
    })
  })

  it('brings two edits together and loses no row of either', async () => {
    const table = await renderTable([activeCards()])
    await change(table, 'Rule a', 'Currency', 'EUR')
    await change(table, 'Rule b', 'PSP account', 'mine')
    table.fake.saveAs('clara', 'rs-1', (content) => ({
      ...content,
      priority: 77,
      preconditions: { channel: { op: 'in', values: ['WEB'] } },
      rules: [
        ...content.rules.map((found) =>
          found.id === 'b'
            ? { ...found, name: 'Rule B', outputs: { ...found.outputs, pspAccount: 'theirs' } }
            : found,
        ),
        rule('d', {}, { psp: 'walletx', pspAccount: 'EU' }),
      ],
    }))
    const dialog = await openSave(table)
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'Mine is better')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
    const conflict = await page.findByText('clara saved this ruleset in the meantime')
    const view = conflict.closest<HTMLElement>('[role="dialog"]') as HTMLElement
    expect(within(view).getByText('1 choice left')).toBeTruthy()
    await table.user.click(within(view).getByRole('radio', { name: 'Row 2, PSP account: Keep mine' }))
    await table.user.click(within(view).getByRole('button', { name: 'Continue with these' }))
    await waitFor(() => expect(table.rowNames()).toEqual(['Rule a', 'Rule B', 'Rule c', 'Rule d', '']))
    expect(table.cell('Rule B', 'PSP account').textContent).toBe('mine')
    const again = await page.findByRole('dialog')
    await table.user.type(within(again).getByRole('textbox', { name: /Note/ }), 'Both of them')
    await table.user.click(within(again).getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    const saved = table.fake.rulesets[0]?.versions.find(({ state }) => state === 'DRAFT')
    expect(saved?.rules.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
    expect(saved?.rules[0]?.conditions.currency).toEqual({ op: 'in', values: ['EUR'] })
    expect(saved).toMatchObject({ priority: 77, preconditions: { channel: { op: 'in', values: ['WEB'] } } })
  })

  it('merges a draft with the version that became active after it was started', async () => {
    const account = (pspAccount: string) => ({
      ...cardContent,
      rules: cardContent.rules.map((found) =>
        found.id === 'b' ? { ...found, outputs: { ...found.outputs, pspAccount } } : found,
      ),
    })
    const old = revisionOf('psp-routing', 'rs-1', cardContent, { state: 'SUPERSEDED' })
    const draft = revisionOf(
      'psp-routing',
      'rs-1',
      { ...cardContent, priority: 33 },
      { version: 2, revision: 7, state: 'DRAFT', basedOn: 1 },
    )
    const active = revisionOf('psp-routing', 'rs-1', account('theirs'), { version: 3, revision: 9 })
    const made = { ...ruleset('rs-1', draft, active), versions: [draft, active, old] }
    const table = await renderTable([made])
    await table.user.click(page.getByRole('button', { name: 'Version 3 became active: merge' }))
    const view = await page.findByRole('dialog', { name: 'Merge Cards' })
    expect(within(view).getByText('Version 3 became active in the meantime')).toBeTruthy()
    await table.user.click(within(view).getByRole('button', { name: 'Continue with these' }))
    await waitFor(() => expect(table.cell('Rule b', 'PSP account').textContent).toBe('theirs'))
    expect(page.queryByRole('button', { name: 'Version 3 became active: merge' })).toBeNull()
    const dialog = await openSave(table)
    await table.user.type(within(dialog).getByRole('textbox', { name: /Note/ }), 'With version 3')
    await table.user.click(within(dialog).getByRole('button', { name: 'Save draft' }))
    await waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(table.api.of('PUT /ruleset/{id}')[0]?.body).toMatchObject({ version: 2, revision: 7, basedOn: 3 })
    const saved = table.fake.rulesets[0]?.versions.find(({ state }) => state === 'DRAFT')
    expect(saved).toMatchObject({ basedOn: 3, priority: 33 })
    expect(saved?.rules.find(({ id }) => id === 'b')?.outputs.pspAccount).toBe('theirs')
  })

  it('approves what somebody else prepared', async () => {
    const active = revisionOf('psp-routing', 'rs-1', cardContent)
    const waiting = revisionOf(
      'psp-routing',
      'rs-1',
      { ...cardContent, rules: cardContent.rules.slice(1) },
      { version: 2, revision: 7, state: 'PENDING_APPROVAL', submittedBy: 'bertil', editors: ['bertil'] },
    )
    const table = await renderTable([ruleset('rs-1', waiting, active)], {
      address: '/routing/psp-routing?panel=review&ruleset=rs-1',
    })
    const drawer = await page.findByRole('dialog')
    expect(within(drawer).getByText('Removed')).toBeTruthy()
    await table.user.click(within(drawer).getByRole('button', { name: 'Approve' }))
    const asked = await page.findByRole('dialog', { name: 'Approve Cards?' })
    await table.user.click(within(asked).getByRole('button', { name: 'Approve' }))
    expect(await page.findByText('Active v2')).toBeTruthy()
    expect(table.api.of('POST /ruleset/{id}/approve')[0]?.body).toEqual({ version: 2, revision: 7 })
  })

  it('leaves it to the authors of a draft to submit it', async () => {
    const draft = revisionOf('psp-routing', 'rs-1', cardContent, { state: 'DRAFT' })
    const table = await renderTable([ruleset('rs-1', draft)])
    await table.user.click(await page.findByRole('button', { name: 'More for Cards' }))
    expect(await page.findByRole('menuitem', { name: 'Settings and preconditions' })).toBeTruthy()
    expect(page.queryByRole('menuitem', { name: 'Submit' })).toBeNull()
    expect(page.queryByRole('button', { name: 'Submit' })).toBeNull()
  })

  it('submits a draft nobody has anything to change about', async () => {
    const draft = revisionOf('psp-routing', 'rs-1', cardContent, {
      revision: 3,
      state: 'DRAFT',
      changeNote: 'Short',
      editors: ['bertil', 'anna'],
    })
    const table = await renderTable([ruleset('rs-1', draft)])
    await table.user.click(await page.findByRole('button', { name: 'Submit' }))
    const asked = await page.findByRole('dialog', { name: 'Submit Cards?' })
    await table.user.click(within(asked).getByRole('button', { name: 'Submit' }))
    expect(within(asked).getByText('Must be 10 to 500 characters')).toBeTruthy()
    await table.user.type(within(asked).getByRole('textbox', { name: /Note/ }), ' but now long')
    await table.user.click(within(asked).getByRole('button', { name: 'Submit' }))
    expect(await page.findByText('Waiting for approval v1')).toBeTruthy()
    expect(table.api.of('POST /ruleset/{id}/submit')[0]?.body).toEqual({
      version: 1,
      revision: 3,
      note: 'Short but now long',
      effectiveFrom: null,
    })
  })

  it('restores an earlier version as a draft', async () => {
    const old = revisionOf('psp-routing', 'rs-1', cardContent, { state: 'SUPERSEDED' })
    const active = revisionOf(
      'psp-routing',
      'rs-1',
      { ...cardContent, rules: cardContent.rules.slice(1) },
      { version: 2, revision: 2 },
    )
    const table = await renderTable([ruleset('rs-1', active, old)], {
      address: '/routing/psp-routing?panel=history&ruleset=rs-1&version=1',
    })
    await table.user.click(await page.findByRole('button', { name: 'Restore this version' }))
    const asked = await page.findByRole('dialog', { name: 'Restore version 1 of Cards?' })
    await table.user.click(within(asked).getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(table.rowNames()).toEqual(['Rule a', 'Rule b', 'Rule c', '']))
    expect(table.api.of('POST /ruleset/{id}/restore')[0]?.body).toEqual({
      version: 1,
      note: 'Rollback to v1',
    })
  })

  it('finds unsaved rows again after the page was left with the session', async () => {
    const table = await renderTable([activeCards()])
    await change(table, 'Rule a', 'Currency', 'EUR')
    await waitFor(() =>
      expect(Object.keys(sessionStorage).some((key) => key.startsWith('rules:'))).toBe(true),
    )
    const kept = { ...sessionStorage }
    document.body.replaceChildren()
    sessionStore.signOut()
    for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, String(value))
    const again = await renderTable([activeCards()])
    expect(again.cell('Rule a', 'Currency').textContent).toBe('EUR')
    await again.user.click(page.getByRole('button', { name: 'Discard them' }))
    expect(again.cell('Rule a', 'Currency').textContent).toBe('NOK')
  })
})
