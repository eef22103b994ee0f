import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { fakeServer, type FakeAnswer } from '../testing/fake-console.tsx'
import { LoginPage } from './login-page.tsx'
import type { LoginStage } from './login-stage.ts'
// Loaded beforehand: on a busy machine the first load of a step can take longer than a test waits.
import './setup-steps.tsx'

let stage: LoginStage

function Login({ first }: { readonly first: LoginStage }) {
  const [current, setCurrent] = useState(first)
  useEffect(() => {
    stage = current
  }, [current])
  return (
    <UiProvider>
      <LoginPage stage={current} onStage={setCurrent} />
    </UiProvider>
  )
}

const begin = (first: LoginStage = { name: 'password' }) => render(<Login first={first} />)

/** Fills in at once: typing key by key belongs to the journeys in a real browser. */
async function fill(label: string, value: string): Promise<HTMLElement> {
  const input = await screen.findByLabelText(label)
  fireEvent.change(input, { target: { value } })
  return input
}

async function send(label: string, value: string): Promise<void> {
  const input = await fill(label, value)
  const form = input.closest('form')
  if (form) fireEvent.submit(form)
}

async function signIn(password = 'correct horse 1'): Promise<void> {
  await fill('Username', 'anna')
  await fill('Password', password)
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
}

const refusal = (code: string, message: string): FakeAnswer => ({
  status: 401,
  body: { errorId: '', code, message },
})

beforeEach(() => {
  stage = { name: 'password' }
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('name and password suffice when the server says so', async () => {
  const { calls } = fakeServer({ 'POST /login': { body: { status: 'authenticated' } } })
  begin()
  await signIn()
  await waitFor(() => expect(stage).toEqual({ name: 'done' }))
  expect(calls).toEqual([{ key: 'POST /login', body: { username: 'anna', password: 'correct horse 1' } }])
})

test('a refusal is said in the words of the server, and the name stays', async () => {
  fakeServer({ 'POST /login': refusal('INVALID_CREDENTIALS', 'Invalid username or password.') })
  begin()
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toContain('Invalid username or password.')
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('anna')
})

test('an empty form asks for what is missing and calls nobody', async () => {
  const { calls } = fakeServer({})
  begin()
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(screen.getAllByText('This field is required')).toHaveLength(2)
  expect(calls).toEqual([])
})

test('the authenticator code follows, and a recovery code can stand in for it', async () => {
  const { calls } = fakeServer({
    'POST /login': { body: { status: 'totp', alternatives: ['recovery-code'] } },
    'POST /login/totp': refusal('INVALID_CODE', 'The code is not valid.'),
    'POST /login/recovery-code': { body: { status: 'authenticated' } },
  })
  begin()
  await signIn()
  await send('Six-digit code', '123 456')
  expect((await screen.findByRole('alert')).textContent).toContain('The code is not valid.')
  await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
  await send('Recovery code', 'abcd-efgh')
  await waitFor(() => expect(stage).toEqual({ name: 'done' }))
  expect(calls.slice(1)).toEqual([
    { key: 'POST /login/totp', body: { code: '123456' } },
    { key: 'POST /login/recovery-code', body: { code: 'abcd-efgh' } },
  ])
})

test('an attempt that took too long starts again with the reason', async () => {
  const text = 'Your login attempt timed out. Start again.'
  fakeServer({ 'POST /login/totp': refusal('LOGIN_EXPIRED', text) })
  begin({ name: 'totp', others: [] })
  await send('Six-digit code', '123456')
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.getByLabelText('Username')).toBeTruthy()
})

test('a forced new password must be good and typed twice', async () => {
  const { calls } = fakeServer({
    'POST /login/required-action/password': { body: { status: 'authenticated' } },
  })
  begin({ name: 'new-password' })
  await fill('New password', 'short1')
  const save = screen.getByRole<HTMLButtonElement>('button', { name: 'Save password' })
  expect(screen.getByText('Must be at least 12 characters long')).toBeTruthy()
  await fill('New password', 'short1 violet otter walks')
  await fill('Repeat the new password', 'something else')
  expect(save.disabled).toBe(true)
  await send('Repeat the new password', 'short1 violet otter walks')
  await waitFor(() => expect(stage).toEqual({ name: 'done' }))
  expect(calls[0]?.body).toEqual({ password: 'short1 violet otter walks' })
})

test('recovery codes come after the first factor and must be kept before going on', async () => {
  fakeServer({
    'POST /login/required-action/authenticator/begin': {
      body: { secret: 'ABCDEFGH', uri: 'otpauth://x', qr: 'data:image/svg+xml,x' },
    },
    'POST /login/required-action/authenticator/confirm': {
      body: { recoveryCodes: ['aaaa-1111', 'bbbb-2222'], next: { status: 'authenticated' } },
    },
  })
  begin({ name: 'enrol-authenticator' })
  expect(await screen.findByText('ABCD EFGH')).toBeTruthy()
  await send('Six-digit code', '123456')
  expect(await screen.findByText('bbbb-2222')).toBeTruthy()
  const go = screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' })
  expect(go.disabled).toBe(true)
  await userEvent.click(screen.getByLabelText('I have saved the codes in a safe place'))
  await userEvent.click(go)
  await waitFor(() => expect(stage).toEqual({ name: 'done' }))
})

test('the answer to a forgotten password is the one the server gives to everybody', async () => {
  fakeServer({ 'POST /login/forgot': { body: { message: 'If the account exists, a mail is on its way.' } } })
  begin()
  await userEvent.click(screen.getByRole('button', { name: 'Forgot your password?' }))
  await send('Username or email', 'whoever')
  expect(await screen.findByText('If the account exists, a mail is on its way.')).toBeTruthy()
})
