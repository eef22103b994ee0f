import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { Refusal } from '@signalbox/model/text/refusal'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Profiler } from 'react'
import { describe, expect, it } from 'vitest'
import { live } from '../live.ts'
import { resourceScreen } from '../resource-screen.tsx'
import { fakeApi } from '../testing/fake-api.ts'
import { fakeMappings, mapping } from '../testing/fake-mappings.ts'
import { signIn } from '../testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../testing/render-screen.tsx'

const Mappings = resourceScreen({ entity: bankMapping, purpose: 'Enrich payouts.' })

withLayout()

function open(count: number, address = '/admin/bank-mapping', settings: Parameters<typeof signIn>[1] = {}) {
  signIn(['CONFIG_ADMIN'], settings)
  const store = fakeMappings(Array.from({ length: count }, (_, index) => mapping(`m${index + 1}`)))
  const api = fakeApi({
    ...store.handlers,
    'PUT /userdata': ({ body }) => ({ ...(body as object), views: [] }) as never,
  })
  return { store, api, ...renderScreen(Mappings, address) }
}

const rowsOf = (table: HTMLElement) => [...table.querySelectorAll<HTMLElement>('tbody tr[aria-rowindex]')]
const titles = (table: HTMLElement) => rowsOf(table).map((row) => within(row).getByRole('link').textContent)

describe('list page', () => {
  it('draws only the rows in sight, and tells how many there are', async () => {
    open(1000, '/admin/bank-mapping?size=1000')
    const table = await findTable()
    expect(table.getAttribute('aria-label')).toBe('Bank mappings')
    expect(table.getAttribute('aria-rowcount')).toBe('1001')
    expect(rowsOf(table).length).toBeLessThan(100)
    expect(rowsOf(table)[0]?.getAttribute('aria-rowindex')).toBe('2')
    expect(await screen.findByText('1–1,000 of 1,000')).toBeTruthy()
  })

  it('draws other rows when it is scrolled, and keeps the one with the focus', async () => {
    const { user } = open(1000, '/admin/bank-mapping?size=1000')
    const table = await findTable()
    await user.keyboard('j')
    const focused = document.activeElement
    const scroller = table.parentElement as HTMLElement
    scroller.scrollTop = 500 * 36
    fireEvent.scroll(scroller)
    const drawn = rowsOf(table).map((row) => Number(row.dataset.index))
    expect(drawn[0]).toBe(1)
    expect(drawn).toContain(500)
    expect(drawn).not.toContain(400)
    expect(document.activeElement).toBe(focused)
    await user.keyboard('{ArrowDown}')
    expect(scroller.scrollTop).toBe(2 * 36)
  })

  it('is reached from its search without the mouse', async () => {
    const { user } = open(3)
    const table = await findTable()
    await user.keyboard('/')
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    await user.keyboard('{ArrowDown}')
    expect(document.activeElement).toBe(rowsOf(table)[0])
  })

  it('asks the server for exactly what the address says', async () => {
    const { api } = open(3, '/admin/bank-mapping?keyword=mapping&enabled=true&sort=title:desc&page=1&size=10')
    await findTable()
    expect(api.of('GET /bank-mapping')[0]?.query).toEqual({
      merchantId: '100010001',
      keyword: 'mapping',
      enabled: 'true',
      sort: 'title:desc',
      limit: '10',
      start: '0',
    })
    const header = screen.getByRole('columnheader', { name: 'Mapping' })
    expect(header.getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('button', { name: 'Remove filter Enabled yes' })).toBeTruthy()
  })

  it('drops what it does not know from the address and says so', async () => {
    const { search } = open(1, '/admin/bank-mapping?colour=blue&enabled=true')
    await findTable()
    expect(await screen.findByText('Unknown filter ignored: colour')).toBeTruthy()
    expect(search()).toBe('?enabled=true')
  })

  it('keeps every step in the history: sort, then back', async () => {
    const { user, history, search } = open(2)
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Mapping' }))
    await waitFor(() => expect(search()).toBe('?sort=title%3Aasc'))
    act(() => history.back())
    await waitFor(() => expect(search()).toBe(''))
  })

  it('moves, opens and selects by keyboard', async () => {
    const { user, search } = open(5)
    const table = await findTable()
    await user.keyboard('j')
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement).toBe(rowsOf(table)[2]))
    await user.keyboard('x')
    expect(rowsOf(table)[2]?.getAttribute('aria-selected')).toBe('true')
    expect(await screen.findByText('1 selected')).toBeTruthy()
    await user.keyboard('k{Home}{Enter}')
    await waitFor(() => expect(search()).toBe('?id=m1'))
  })

  it('keeps open what was opened before the search had been sent', async () => {
    const { user, search } = open(3)
    await findTable()
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'mapping')
    await user.click(screen.getByRole('link', { name: 'Mapping m2' }))
    await waitFor(() => expect(search()).toBe('?keyword=mapping&id=m2'))
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(search()).toBe('?keyword=mapping&id=m2')
  })

  it('extends a selection with shift', async () => {
    const { user } = open(5)
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: 'Select Mapping m2' }))
    await user.keyboard('{Shift>}')
    await user.click(screen.getByRole('checkbox', { name: 'Select Mapping m4' }))
    await user.keyboard('{/Shift}')
    expect(await screen.findByText('3 selected')).toBeTruthy()
  })

  it('goes on where it was left, and a link leads where it says', async () => {
    const left = {
      pages: { '/admin/bank-mapping': { entriesLimit: 10, entriesRange: { start: 10, end: 20 } } },
    }
    const { search } = open(25, '/admin/bank-mapping', left)
    await waitFor(() => expect(search()).toBe('?page=2'))
    expect(await screen.findByText('11–20 of 25')).toBeTruthy()
  })

  it('begins anew where the rows have gone', async () => {
    const left = {
      pages: { '/admin/bank-mapping': { entriesLimit: 10, entriesRange: { start: 40, end: 50 } } },
    }
    const { search } = open(25, '/admin/bank-mapping', left)
    expect(await screen.findByText('1–10 of 25')).toBeTruthy()
    await waitFor(() => expect(search()).toBe(''))
  })

  it('keeps the rows that are shown, unless they are filtered', async () => {
    const { user, api } = open(25, '/admin/bank-mapping', {
      pages: { '/admin/bank-mapping': { entriesLimit: 10 } },
    })
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() =>
      expect(api.of('PUT /userdata').map(({ body }) => body)).toMatchObject([
        { settings: { pages: { '/admin/bank-mapping': { entriesRange: { start: 10, end: 20 } } } } },
      ]),
    )
  })

  it('filters by the value of a cell on double click', async () => {
    const { user, search } = open(2)
    const table = await findTable()
    await user.dblClick(within(rowsOf(table)[0] as HTMLElement).getByText('Yes'))
    await waitFor(() => expect(search()).toContain('enabled=true'))
  })

  it('applies the filter panel only when told, and announces the result', async () => {
    const { user, search, api } = open(3)
    await findTable()
    await user.click(screen.getByRole('button', { name: 'Show filters' }))
    const panel = await screen.findByRole('form', { name: 'Filters' })
    await user.click(within(panel).getAllByRole('radio', { name: 'No' })[0] as HTMLElement)
    expect(search()).toBe('')
    await user.click(within(panel).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(search()).toBe('?enabled=false'))
    expect(await screen.findByText('No bank mappings match')).toBeTruthy()
    expect(screen.getByText('Hidden by Enabled.')).toBeTruthy()
    expect(api.of('PUT /userdata')[0]?.body).toMatchObject({
      settings: { pages: { '/admin/bank-mapping': { panelOpen: true } } },
    })
    await user.click(screen.getAllByRole('button', { name: 'Clear filters' })[0] as HTMLElement)
    await waitFor(() => expect(search()).toBe(''))
  })

  it('hides the filter panel again, by its own button and by the one of the bar, and remembers that', async () => {
    const { user, api } = open(3)
    await findTable()
    const panel = () => screen.queryByRole('form', { name: 'Filters' })
    await user.click(screen.getByRole('button', { name: 'Show filters' }))
    const shown = await screen.findByRole('form', { name: 'Filters' })
    await user.click(within(shown).getByRole('button', { name: 'Hide filters' }))
    await waitFor(() => expect(panel()).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Show filters' }))
    await screen.findByRole('form', { name: 'Filters' })
    await user.click(screen.getAllByRole('button', { name: 'Hide filters' })[0] as HTMLElement)
    await waitFor(() => expect(panel()).toBeNull())
    await waitFor(() =>
      expect(api.of('PUT /userdata').at(-1)?.body).toMatchObject({
        settings: { pages: { '/admin/bank-mapping': { panelOpen: false } } },
      }),
    )
  })

  it('moves a row with Alt and the arrow keys', async () => {
    const { user, store } = open(3)
    const table = await findTable()
    await user.keyboard('j{Home}')
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => expect(store.rows.map(({ id }) => id)).toEqual(['m2', 'm1', 'm3']))
    expect(titles(table)).toEqual(['Mapping m2', 'Mapping m1', 'Mapping m3'])
  })

  it('tells of new rows and leaves the shown ones alone until asked', async () => {
    const { user, store } = open(2)
    const table = await findTable()
    store.rows.unshift(mapping('m9'))
    act(() => live.emit({ topic: 'bank-mapping', key: 'm9', payload: { changeType: 'CREATE' } }))
    const pill = await screen.findByRole('button', { name: '1 new' })
    expect(titles(table)).toEqual(['Mapping m1', 'Mapping m2'])
    await user.click(pill)
    await waitFor(() => expect(titles(table)).toContain('Mapping m9'))
  })

  it('says nothing of new rows that its filters leave out', async () => {
    const { store, api } = open(2, '/admin/bank-mapping?enabled=true')
    await findTable()
    store.rows.unshift(mapping('m8', { enabled: false }))
    act(() => live.emit({ topic: 'bank-mapping', key: 'm8', payload: { changeType: 'CREATE' } }))
    expect(screen.queryByRole('button', { name: / new$/ })).toBeNull()
    await waitFor(() => expect(api.of('GET /bank-mapping').at(-1)?.query.limit).toBe('1'))
  })

  it('keeps its rows when a refresh fails, and says that they are old', async () => {
    const { user, store } = open(2)
    const table = await findTable()
    const list = store.handlers['GET /bank-mapping']
    let isBroken = true
    fakeApi({
      ...store.handlers,
      'GET /bank-mapping': (request) => {
        if (isBroken || !list) throw new Refusal('INTERNAL')
        return list(request)
      },
    })
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    const notice = await screen.findByRole('button', { name: /^Refresh failed; showing rows from/ })
    expect(titles(table)).toEqual(['Mapping m1', 'Mapping m2'])
    isBroken = false
    await user.click(notice)
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Refresh failed/ })).toBeNull())
  })

  it('tells what came while its rows were on their way', async () => {
    signIn(['CONFIG_ADMIN'])
    fakeApi({
      // Read before the change was committed, and heard of before the answer is there.
      'GET /bank-mapping': () => {
        live.emit({ topic: 'bank-mapping', key: 'm1', payload: { changeType: 'UPDATE', version: 2 } })
        return { items: [mapping('m1')], start: 0, limit: 50, total: 1, totalCapped: false }
      },
    })
    renderScreen(Mappings, '/admin/bank-mapping')
    await findTable()
    expect(await screen.findByRole('button', { name: '1 changed' })).toBeTruthy()
  })

  it('draws nothing for changes it does not show', async () => {
    let drawn = 0
    const Counted = () => (
      <Profiler id="list" onRender={() => (drawn += 1)}>
        <Mappings />
      </Profiler>
    )
    signIn(['CONFIG_ADMIN'])
    fakeApi(fakeMappings([mapping('m1'), mapping('m2')]).handlers)
    renderScreen(Counted, '/admin/bank-mapping')
    await findTable()
    await screen.findByText('1–2 of 2')
    const hear = (key: string, changeType: string) =>
      act(() => live.emit({ topic: 'bank-mapping', key, payload: { changeType, version: 1 } }))
    drawn = 0
    for (let event = 0; event < 100; event++) hear(`of another page ${event}`, 'UPDATE')
    for (let event = 0; event < 100; event++) hear('m1', 'UPDATE')
    expect(drawn).toBe(0)
    hear('m9', 'CREATE')
    expect(await screen.findByRole('button', { name: '1 new' })).toBeTruthy()
  })

  it('stays quiet about a change the rows already show', async () => {
    open(2)
    await findTable()
    act(() => live.emit({ topic: 'bank-mapping', key: 'm1', payload: { changeType: 'UPDATE', version: 1 } }))
    expect(screen.queryByRole('button', { name: '1 changed' })).toBeNull()
    act(() => live.emit({ topic: 'bank-mapping', key: 'm1', payload: { changeType: 'UPDATE', version: 2 } }))
    expect(await screen.findByRole('button', { name: '1 changed' })).toBeTruthy()
  })

  it('finds text in rows that are not drawn', async () => {
    const { user } = open(500, '/admin/bank-mapping?size=1000')
    await findTable()
    await user.keyboard('{Control>}f{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Find on this page' }), 'm499')
    expect(await screen.findByText('1 of 1')).toBeTruthy()
  })
})
