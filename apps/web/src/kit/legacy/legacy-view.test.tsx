import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { resourceScreen } from '../resource-screen.tsx'
import { sessionStore } from '../session/session-store.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { fakeMappings, mapping } from '../testing/fake-mappings.ts'
import { signIn } from '../testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../testing/render-screen.tsx'
import { legacyView, modernView } from './legacy-view.tsx'

withLayout()

const path = '/admin/bank-mapping'
const Mappings = resourceScreen({ entity: bankMapping, purpose: 'Enrich payouts.' })
const Legacy = legacyView(Mappings, path)
const Modern = modernView(Mappings, path)

function open(
  Screen: typeof Legacy,
  address: string,
  roles: Parameters<typeof signIn>[0] = ['CONFIG_ADMIN'],
) {
  signIn(roles)
  const api = fakeApi({
    ...fakeMappings([mapping('m1')]).handlers,
    'PUT /userdata': () => ({ ...sessionStore.get()!.userData, version: 2 }),
  })
  return { api, ...renderScreen(Screen, address) }
}

const firstRow = (table: HTMLElement) => within(table.querySelector('tbody tr[aria-rowindex]') as HTMLElement)
const saved = (api: ReturnType<typeof open>['api']) =>
  api.of('PUT /userdata').map(({ body }) => (body as { settings: unknown }).settings)

test('every column is shown, and the banner leads back with the filters and keeps the choice', async () => {
  const { api, user, history } = open(Legacy, `/legacy${path}?enabled=true`)
  const table = await findTable()
  const columns = Object.values(bankMapping.fields).filter((field) => field.column !== 'never').length
  expect(within(table).getAllByRole('columnheader').length).toBeGreaterThanOrEqual(columns)
  const banner = screen.getByRole('note')
  expect(banner.textContent).toBe('Legacy view 1.0.233 – switch to the new view')
  expect(screen.queryByRole('button', { name: 'Legacy view' })).toBeNull()
  await user.click(within(banner).getByRole('button'))
  await waitFor(() => expect(history.location.href).toBe(`${path}?enabled=true`))
  await waitFor(() => expect(saved(api)).toEqual([{ pages: { [path]: { showLegacy: false } } }]))
})

test('a double click edits the row, the right button opens its menu', async () => {
  const { user, search } = open(Legacy, `/legacy${path}`)
  const table = await findTable()
  await user.pointer({ keys: '[MouseRight]', target: firstRow(table).getByRole('link') })
  expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await user.dblClick(firstRow(table).getAllByText('Yes')[0] as HTMLElement)
  await waitFor(() => expect(search()).toContain('dialog=edit'))
})

test('whoever may not edit filters by the cell as ever', async () => {
  const { user, search } = open(Legacy, `/legacy${path}`, ['CONFIG'])
  await user.dblClick(firstRow(await findTable()).getAllByText('Yes')[0] as HTMLElement)
  await waitFor(() => expect(search()).toContain('enabled=true'))
})

test('the page itself leads to its classic grid, and the choice is kept', async () => {
  const { api, user, history } = open(Modern, `${path}?enabled=true`)
  await user.click(await screen.findByRole('button', { name: 'Legacy view' }))
  await waitFor(() => expect(history.location.href).toBe(`/legacy${path}?enabled=true`))
  await waitFor(() => expect(saved(api)).toEqual([{ pages: { [path]: { showLegacy: true } } }]))
})
