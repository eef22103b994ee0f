import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import type { SavedView } from '@signalbox/model/access/session'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import '../import/import-dialog.tsx'
import { resourceScreen } from '../resource-screen.tsx'
import { sessionStore } from '../session/session-store.ts'
import { fakeApi, type FakeHandlers } from '../testing/fake-api.ts'
import { fakeMappings, mapping } from '../testing/fake-mappings.ts'
import { signIn } from '../testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../testing/render-screen.tsx'

const Mappings = resourceScreen({ entity: bankMapping, purpose: 'Enrich payouts.' })

withLayout()

const view = (id: string, more: Partial<SavedView> = {}): SavedView => ({
  id,
  page: '/admin/bank-mapping',
  name: `View ${id}`,
  query: 'enabled=true',
  columns: null,
  shared: false,
  favorite: false,
  owner: 'Anna Berg',
  mine: true,
  version: 1,
  ...more,
})

function open(address = '', more: FakeHandlers = {}, views: SavedView[] = []) {
  signIn(['CONFIG_ADMIN'], {}, views)
  const store = fakeMappings([mapping('m1'), mapping('m2'), mapping('m3')])
  const api = fakeApi({
    ...store.handlers,
    'PUT /userdata': () => ({ ...(sessionStore.get()?.userData as never as object), version: 2 }) as never,
    ...more,
  })
  return { store, api, ...renderScreen(Mappings, `/admin/bank-mapping${address}`) }
}

const write = async (user: UserEvent, element: HTMLElement, text: string) => {
  await user.click(element)
  await user.paste(text)
}
const headers = () =>
  [...document.querySelectorAll('thead th')].map((header) => header.textContent).filter((text) => text !== '')

describe('saved views', () => {
  it('offers saving only when there is something to save, and opens what was saved', async () => {
    const created: FakeHandlers = {
      'POST /userdata/filter': ({ body }) => view('v1', body as Partial<SavedView>),
    }
    const { user, api, search } = open('', created)
    await findTable()
    expect(screen.queryByRole('button', { name: 'Save as…' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Mapping' }))
    await user.click(await screen.findByRole('button', { name: 'Save as…' }))
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    expect(await screen.findByText('This field is required')).toBeTruthy()
    await write(user, screen.getByRole('textbox', { name: 'Name' }), 'By name')
    await user.click(screen.getByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(search()).toBe('?sort=title%3Aasc&view=v1'))
    expect(api.of('POST /userdata/filter')[0]?.body).toMatchObject({
      page: '/admin/bank-mapping',
      name: 'By name',
      query: 'sort=title%3Aasc',
      shared: false,
    })
    expect(screen.getByRole('button', { name: 'By name' }).getAttribute('aria-current')).toBe('true')
  })

  it('notices changes to an open view and saves them', async () => {
    const put: FakeHandlers = {
      'PUT /userdata/filter/{id}': ({ body }) => view('v1', { ...(body as Partial<SavedView>), version: 2 }),
    }
    const { user, api } = open('?enabled=true&view=v1', put, [view('v1')])
    await findTable()
    expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Mapping' }))
    await user.click(await screen.findByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save view' })).toBeNull())
    expect(api.of('PUT /userdata/filter/{id}')[0]?.body).toEqual({
      query: 'enabled=true&sort=title%3Aasc',
      version: 1,
    })
  })

  it('keeps mine and others’ apart; others’ can only be starred', async () => {
    const views = [view('v1'), view('v2', { mine: false, owner: 'Bertil', name: 'Theirs' })]
    const star: FakeHandlers = {
      'PUT /userdata/filter/{id}': ({ body }) => ({ ...(views[1] as SavedView), ...(body as object) }),
    }
    const { user, api } = open('', star, views)
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Manage views' }))
    expect(await screen.findByRole('button', { name: 'Rename View v1' })).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Others’' }))
    expect(screen.queryByRole('button', { name: 'Rename Theirs' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Star Theirs' }))
    await waitFor(() => expect(api.of('PUT /userdata/filter/{id}')[0]?.body).toEqual({ favorite: true }))
    expect(within(screen.getByRole('navigation', { name: 'Saved views' })).getByText('Theirs')).toBeTruthy()
  })
})

describe('column chooser', () => {
  it('hides, moves and resets by keyboard, and remembers per person', async () => {
    const { user, api } = open('?dialog=columns')
    await findTable()
    const first = headers()
    await user.click(await screen.findByRole('button', { name: 'Move Enabled up' }))
    await waitFor(() => expect(headers().slice(0, 2)).toEqual(['Enabled', 'Mapping']))
    expect(screen.getByText(/Enabled is now column 1 of/)).toBeTruthy()
    await user.click(screen.getByRole('checkbox', { name: 'BIC' }))
    await waitFor(() => expect(headers()).not.toContain('BIC'))
    const last = api.of('PUT /userdata').at(-1)?.body as {
      settings: { pages: Record<string, { columns: string[] }> }
    }
    expect(last.settings.pages['/admin/bank-mapping']?.columns.slice(0, 2)).toEqual(['enabled', 'title'])
    await user.click(screen.getByRole('button', { name: 'Reset' }))
    await waitFor(() => expect(headers()).toEqual(first))
  })
})

describe('import', () => {
  const preview = (refuse: number) => ({
    rows: [
      { line: 2, action: 'create' as const, title: 'Good', reasons: [] },
      ...(refuse > 0
        ? [{ line: 3, action: 'refuse' as const, title: 'Bad', reasons: ['BIC: Invalid regular expression'] }]
        : []),
    ],
    counts: { create: 1, update: 0, skip: 0, refuse, waiting: 0 },
  })

  it('says what waits for a second person, before and after', async () => {
    const waiting = () => ({
      rows: [{ line: 2, action: 'update' as const, title: 'Good', reasons: [], waits: 'Grant more' }],
      counts: { create: 0, update: 1, skip: 0, refuse: 0, waiting: 1 },
    })
    const { user } = open('?dialog=import', {
      'POST /bank-mapping/import/preview': waiting,
      'POST /bank-mapping/import/commit': waiting,
    })
    await user.click(await screen.findByRole('textbox', { name: 'Or paste the content' }))
    await user.paste('[{"title":"Good"}]')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('Needs a second person: Grant more')).toBeTruthy()
    await write(user, screen.getByRole('textbox', { name: 'Note about the change' }), 'from the bank')
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }))
    expect(await screen.findByText(/of which 1 needs a second person/)).toBeTruthy()
  })

  it('shows the reason of every refused row and writes nothing', async () => {
    const { user, api } = open('?dialog=import', { 'POST /bank-mapping/import/preview': () => preview(1) })
    await write(user, await screen.findByRole('textbox', { name: 'Or paste the content' }), 'title,bic')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    expect(await screen.findByText('BIC: Invalid regular expression')).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Import 1 row' }) as HTMLButtonElement).disabled).toBe(true)
    expect(api.of('POST /bank-mapping/import/commit')).toHaveLength(0)
  })

  it('asks for the note, then imports all', async () => {
    const { user, api, search } = open('?dialog=import', {
      'POST /bank-mapping/import/preview': () => preview(0),
      'POST /bank-mapping/import/commit': () => preview(0),
    })
    await user.click(await screen.findByRole('textbox', { name: 'Or paste the content' }))
    await user.paste('[{"title":"Good"}]')
    await user.click(screen.getByRole('button', { name: 'Check' }))
    await user.click(await screen.findByRole('button', { name: 'Import 1 row' }))
    expect(await screen.findByText('This field is required')).toBeTruthy()
    await write(user, screen.getByRole('textbox', { name: 'Note about the change' }), 'from the bank')
    await user.click(screen.getByRole('button', { name: 'Import 1 row' }))
    await waitFor(() => expect(search()).toBe(''))
    expect(api.of('POST /bank-mapping/import/commit')[0]?.body).toEqual({
      format: 'json',
      content: '[{"title":"Good"}]',
      note: 'from the bank',
    })
  })
})

describe('bulk', () => {
  it('keeps failed rows selected with their reason', async () => {
    const { user, api } = open('', {
      'POST /bank-mapping/bulk': () => ({
        results: [
          { id: 'm1', ok: true, version: 2 },
          { id: 'm2', ok: false, code: 'IN_USE', message: 'It is still in use.' },
        ],
      }),
    })
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: 'Select Mapping m1' }))
    await user.click(screen.getByRole('checkbox', { name: 'Select Mapping m2' }))
    const bar = screen.getByRole('region', { name: 'Selected rows' })
    await user.click(within(bar).getByRole('button', { name: 'Delete or restore inherited' }))
    await write(user, await screen.findByRole('textbox', { name: 'Note' }), 'cleaning up')
    const dialog = screen.getByRole('dialog')
    await user.click(within(dialog).getByRole('button', { name: 'Delete or restore inherited' }))
    expect(await screen.findByText('1 done, 1 not')).toBeTruthy()
    expect(screen.getByText(/Mapping m2: It is still in use\./)).toBeTruthy()
    expect(screen.getByText('1 selected')).toBeTruthy()
    expect(api.of('POST /bank-mapping/bulk')[0]?.body).toEqual({
      operation: 'delete',
      ids: [
        { id: 'm1', version: 1 },
        { id: 'm2', version: 1 },
      ],
      params: { note: 'cleaning up' },
    })
  })
})
