import type { Role } from '@signalbox/model/access/roles'
import type { Profile } from '@signalbox/model/calls/me'
import { invalid } from '@signalbox/model/text/refusal'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, type FakeHandlers } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { sessionStore } from '../../kit/session/session-store.ts'
import SettingsScreen from './settings-screen.tsx'

withLayout()

const profile: Profile = {
  id: 'user-1',
  username: 'anna',
  firstName: 'Anna',
  lastName: 'Berg',
  email: 'anna@example.com',
  displayName: 'Anna Berg',
  phone: null,
  jobTitle: null,
  communicationPreferences: [],
  roles: ['ROLE_AUDIT_VIEWER'],
  homeMerchantId: 1000,
  merchants: [],
  lastLogin: null,
  version: 3,
}

function open(tab: string, handlers: FakeHandlers, roles: readonly Role[] = []) {
  signIn(roles)
  const api = fakeApi({
    'PUT /userdata': () => ({ ...sessionStore.get()!.userData, version: 2 }),
    ...handlers,
  })
  renderScreen(SettingsScreen, `/settings?tab=${tab}`)
  return api
}

const change = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })

test('the profile is saved with the version it was read with', async () => {
  const api = open('profile', {
    'GET /me': () => profile,
    'PUT /me': () => ({ ...profile, phone: '+4670', version: 4 }),
  })
  await change('Phone', '+4670')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Your profile is saved.')).toBeTruthy()
  expect(api.of('PUT /me')[0]?.body).toEqual({
    version: 3,
    displayName: 'Anna Berg',
    phone: '+4670',
    jobTitle: null,
    communicationPreferences: [],
  })
})

test('a phone number with letters is refused before anything is sent', async () => {
  const api = open('profile', { 'GET /me': () => profile })
  await change('Phone', 'call me')
  expect(screen.getByText('Mobile number can start with + symbol and must contain only digits.')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(api.of('PUT /me')).toEqual([])
})

test('what the server says about a field stands beside it, and the text stays', async () => {
  open('profile', {
    'GET /me': () => profile,
    'PUT /me': () => {
      throw invalid({ field: 'jobTitle', code: 'TOO_LONG', message: 'Too long' })
    },
  })
  await change('Job title', 'Head of everything')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Too long')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Job title').value).toBe('Head of everything')
})

test('formats take effect at once, and the example shows it', async () => {
  const api = open('formats', {})
  expect(await screen.findByText('-1,234,567.891')).toBeTruthy()
  sessionStore.setUserData({
    ...sessionStore.get()!.userData,
    settings: {
      ...sessionStore.get()!.userData.settings,
      formats: {
        ...sessionStore.get()!.userData.settings.formats,
        decimalSeparator: ',',
        groupSeparator: ' ',
      },
    },
  })
  expect(await screen.findByText('-1 234 567,891')).toBeTruthy()
  fireEvent.click(screen.getByRole('radio', { name: 'YYYY-MM-DD' }))
  await waitFor(() =>
    expect(api.of('PUT /userdata')[0]?.body).toMatchObject({
      settings: { formats: { dateFormat: 'YYYY-MM-DD' } },
    }),
  )
})

test('single keys can be switched off', async () => {
  const api = open('workspace', {})
  fireEvent.click(await screen.findByRole('switch', { name: /Single-key shortcuts/ }))
  await waitFor(() =>
    expect(api.of('PUT /userdata')[0]?.body).toMatchObject({ settings: { singleKeys: false } }),
  )
})

test('who receives alerts chooses how, and cannot turn every channel off', async () => {
  const api = open('workspace', {}, ['ALERT_RECEIVER'])
  const pick = async (channel: string, level: string) => {
    fireEvent.click(await screen.findByRole('combobox', { name: channel }))
    fireEvent.click(await screen.findByRole('option', { name: level }))
  }
  await pick('By email', 'Critical only')
  await waitFor(() =>
    expect(api.of('PUT /userdata')[0]?.body).toMatchObject({
      settings: { alertChannels: { inApp: 'ALL', email: 'CRITICAL' } },
    }),
  )
  const { userData } = sessionStore.get()!
  const alertChannels = { inApp: 'NONE', email: 'CRITICAL' } as const
  act(() => sessionStore.setUserData({ ...userData, settings: { ...userData.settings, alertChannels } }))
  await pick('By email', 'Off')
  expect(screen.getByText('Choose at least one channel: critical alerts must reach you.')).toBeTruthy()
  expect(api.of('PUT /userdata')).toHaveLength(1)
})

test('nobody else is asked about alerts', async () => {
  open('workspace', {})
  await screen.findByText('Single-key shortcuts')
  expect(screen.queryByText('How alerts of your merchants reach you.')).toBeNull()
})

test('somebody with one factor cannot remove it, and can end other sessions', async () => {
  const api = open('security', {
    'GET /me/security': () => ({
      passwordChangedAt: null,
      secondFactorOptional: false,
      authenticator: { createdAt: '2026-11-01T10:00:00.000Z', lastUsedAt: null },
      securityKeys: [],
      recoveryCodesLeft: 10,
      sessions: [
        {
          id: 's1',
          current: true,
          createdAt: '2026-11-15T10:00:00.000Z',
          lastSeenAt: '2026-11-15T10:00:00.000Z',
          ip: '10.0.0.1',
          userAgent: 'curl/8',
        },
        {
          id: 's2',
          current: false,
          createdAt: '2026-11-15T10:00:00.000Z',
          lastSeenAt: '2026-11-15T10:00:00.000Z',
          ip: '10.0.0.2',
          userAgent: 'wget/1',
        },
      ],
      confirmedUntil: null,
    }),
    'DELETE /me/security/session/{id}': () => ({ done: true }),
  })
  fireEvent.click(await screen.findByRole('button', { name: /^End .+ at / }))
  await waitFor(() => expect(api.of('DELETE /me/security/session/{id}')[0]?.params).toEqual({ id: 's2' }))
  expect(screen.queryByRole('button', { name: 'Remove' })).toBeNull()
})

test('the theme follows the system until somebody chooses one', async () => {
  const api = open('appearance', {})
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Match system' })).checked).toBe(true)
  fireEvent.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(api.of('PUT /userdata')[0]?.body).toMatchObject({ settings: { theme: 'dark' } }))
})

test('the language says what it is for, and what it is not', async () => {
  open('formats', {})
  await screen.findByLabelText('Language of your emails')
  expect(screen.getByText(/The console itself is in English\./)).toBeTruthy()
})
