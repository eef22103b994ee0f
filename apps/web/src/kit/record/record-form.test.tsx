import { bankMapping } from '@signalbox/model/entities/bank-mapping'
import { Refusal } from '@signalbox/model/text/refusal'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import './record-form.tsx'
import { resourceScreen } from '../resource-screen.tsx'
import { sessionStore } from '../session/session-store.ts'
import { ConnectionLost, fakeApi, type FakeHandlers } from '../testing/fake-api.ts'
import { fakeMappings, mapping, type Mapping } from '../testing/fake-mappings.ts'
import { signIn } from '../testing/fake-session.ts'
import { renderScreen, withLayout } from '../testing/render-screen.tsx'

const Mappings = resourceScreen({ entity: bankMapping, purpose: 'Enrich payouts.' })

withLayout()

function open(
  address: string,
  rows: Mapping[] = [mapping('m1', { bic: 'NDEA', swift: 'NDEASESS' })],
  more: FakeHandlers = {},
) {
  signIn(['CONFIG_ADMIN'])
  const store = fakeMappings(rows)
  const api = fakeApi({ ...store.handlers, ...more })
  return { store, api, ...renderScreen(Mappings, `/admin/bank-mapping${address}`) }
}

const input = (name: string) => screen.findByRole('textbox', { name })
/** As one paste: a keystroke at a time would only test the test environment. */
const write = async (user: UserEvent, element: HTMLElement, text: string) => {
  await user.click(element)
  await user.paste(text)
}
const press = async (user: UserEvent, name: string) => user.click(await screen.findByRole('button', { name }))

describe('record form', () => {
  it('says what is missing under the field and in a summary that leads there', async () => {
    const { user, api } = open('?dialog=create')
    await press(user, 'Create')
    const summary = (await screen.findByText('The form has errors')).closest('[role="alert"]') as HTMLElement
    const link = within(summary).getByRole('link', { name: 'Mapping: This field is required' })
    await user.click(link)
    expect(document.activeElement).toBe(await input('Mapping'))
    expect(within(summary).getByRole('link', { name: 'Note: This field is required' })).toBeTruthy()
    expect(api.of('POST /bank-mapping')).toHaveLength(0)
  })

  it('shows the changes before they go live, asks for the note there, and sends only what changed', async () => {
    const { user, api, search } = open('?id=m1&dialog=edit')
    await user.clear(await input('BIC'))
    await write(user, await input('BIC'), 'ESSE')
    await press(user, 'Review changes')
    expect(await screen.findByText('1 change will go live')).toBeTruthy()
    await press(user, 'Save')
    expect((await screen.findAllByText(/This field is required/)).length).toBeGreaterThan(0)
    await write(user, await input('Note about the change'), 'new prefix')
    await press(user, 'Save')
    await waitFor(() => expect(search()).toBe('?id=m1'))
    expect(api.of('PUT /bank-mapping/{id}').map(({ body }) => body)).toEqual([
      { version: 1, bic: 'ESSE', note: 'new prefix' },
    ])
  })

  it('puts what the server refuses under its field', async () => {
    const refuse = () => {
      throw new Refusal('INVALID', { fields: [{ field: 'swift', code: 'X', message: 'Unknown bank' }] })
    }
    const { user } = open('?dialog=create', [], { 'POST /bank-mapping': refuse })
    await write(user, await input('Mapping'), 'Nordea')
    await write(user, await input('Note about the change'), 'first one')
    await press(user, 'Create')
    expect(await screen.findByRole('link', { name: 'SWIFT: Unknown bank' })).toBeTruthy()
    expect(((await input('Mapping')) as HTMLInputElement).value).toBe('Nordea')
  })

  it('sends a lost save again under the same operation, and only once for a double click', async () => {
    let lose: (() => void) | undefined
    const { user, api } = open('?dialog=create', [], {
      'POST /bank-mapping': () =>
        lose
          ? mapping('new')
          : new Promise((_, reject) => {
              lose = () => reject(new ConnectionLost())
            }),
    })
    await write(user, await input('Mapping'), 'Nordea')
    await write(user, await input('Note about the change'), 'first one')
    await user.dblClick(await screen.findByRole('button', { name: 'Create' }))
    expect(api.of('POST /bank-mapping')).toHaveLength(1)
    lose?.()
    await press(user, 'Retry')
    await waitFor(() => expect(api.of('POST /bank-mapping')).toHaveLength(2))
    const [first, second] = api.of('POST /bank-mapping')
    expect(first?.operationId).toBe(second?.operationId)
    expect(first?.body).toEqual(second?.body)
  })

  it('puts their change beside mine and saves on the new version', async () => {
    const { user, store, api } = open('?id=m1&dialog=edit')
    await write(user, await input('BIC'), '.*')
    store.rows[0] = mapping('m1', { bic: 'OTHER', swift: 'NDEASESS', bankName: 'Nordea', version: 2 })
    await press(user, 'Review changes')
    await write(user, await input('Note about the change'), 'mine')
    await press(user, 'Save')
    expect(await screen.findByText('bertil changed this in the meantime')).toBeTruthy()
    const go = screen.getByRole('button', { name: 'Continue with these' })
    expect((go as HTMLButtonElement).disabled).toBe(true)
    await user.click(screen.getByRole('radio', { name: 'BIC: Keep mine' }))
    await user.click(go)
    await press(user, 'Review changes')
    await press(user, 'Save')
    await waitFor(() =>
      expect(store.rows[0]).toMatchObject({ bic: 'NDEA.*', bankName: 'Nordea', version: 3 }),
    )
    const [stale, fresh] = api.of('PUT /bank-mapping/{id}')
    expect(fresh?.body).toEqual({ version: 2, bic: 'NDEA.*', note: 'mine' })
    expect(fresh?.operationId).not.toBe(stale?.operationId)
  })

  it('keeps what was typed over a session that ended, and only for the same person', async () => {
    const first = open('?id=m1&dialog=edit')
    await write(first.user, await input('BIC'), 'XYZ')
    cleanup()
    sessionStore.signOut()
    open('?id=m1&dialog=edit')
    expect(await screen.findByText('Your unsaved changes are back')).toBeTruthy()
    expect(((await input('BIC')) as HTMLInputElement).value).toBe('NDEAXYZ')
  })

  it('asks before leaving with unsaved changes', async () => {
    const { user, search } = open('?id=m1&dialog=edit')
    await write(user, await input('BIC'), 'XYZ')
    await press(user, 'Cancel')
    expect(await screen.findByText('Leave without saving?')).toBeTruthy()
    await press(user, 'Stay')
    expect(search()).toBe('?id=m1&dialog=edit')
    await press(user, 'Cancel')
    await press(user, 'Leave')
    await waitFor(() => expect(search()).toBe('?id=m1'))
    expect(sessionStorage.length).toBe(0)
  })

  it('says that editing an inherited row makes an own one, and keeps its name', async () => {
    open('?id=m1&dialog=edit', [mapping('m1', { inherited: true, merchantId: 100010000, bic: 'A' })])
    const notice = await screen.findByText(/overrides the inherited one here/)
    expect(notice.textContent).toContain('Northlight Sweden')
    expect(notice.closest('[role="alert"]')?.textContent).toContain('Inherited from Northlight Gaming')
    expect(screen.queryByRole('textbox', { name: 'Mapping' })).toBeNull()
  })

  it('loads an older version into the form', async () => {
    const older = mapping('m1', { bic: 'OLD', title: 'Mapping m1' })
    const { user } = open('?id=m1&tab=history', undefined, {
      'GET /bank-mapping/{id}/history': () => ({
        items: [
          {
            version: 2,
            changeType: 'UPDATE',
            at: '2026-11-02T10:00:00Z',
            by: 'anna',
            note: 'why',
            record: mapping('m1', { bic: 'NDEA' }),
          },
          {
            version: 1,
            changeType: 'CREATE',
            at: '2026-11-01T10:00:00Z',
            by: 'bertil',
            note: null,
            record: older,
          },
        ],
      }),
    })
    expect(await screen.findByText('why')).toBeTruthy()
    await press(user, 'Revert')
    expect(await screen.findByText('Back to version 1 of Mapping m1')).toBeTruthy()
    expect(((await input('BIC')) as HTMLInputElement).value).toBe('OLD')
  })
})
