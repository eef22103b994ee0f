import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { connectApi, request } from '../../kit/api.ts'
import { UiProvider } from '../../ui/ui-provider.tsx'
import { confirmPerson } from './confirm-person-store.ts'
import { ConfirmPersonHost } from './confirm-person.tsx'
import { fakeServer, metadataFor } from '../testing/fake-console.tsx'
// Loaded beforehand, as a browser does in a quiet moment.
import './password-prompt.tsx'

const refusal = (code: string, message: string) => ({ status: 401, body: { errorId: '', code, message } })

const factors = { authenticator: null, securityKeys: [], recoveryCodesLeft: 0 }
const authenticator = { createdAt: '2026-11-15T12:00:00.000Z', lastUsedAt: null }
const key = { id: 'key', name: 'Blue', createdAt: '2026-11-15T12:00:00.000Z', lastUsedAt: null }

/** Refuses until the person has proven who they are. */
function carefulServer(security: object = factors) {
  let proven = false
  const server = fakeServer({
    'GET /metadata': { body: metadataFor([]) },
    'GET /me/security': { body: security },
    'POST /me/step-up/security-key': { body: { challenge: 'c2lnbiB0aGlz', allowCredentials: [] } },
    'POST /me/security/recovery-codes': () =>
      proven ? { body: { recoveryCodes: ['aaaa'] } } : refusal('STEP_UP', 'Confirm that it is you.'),
    'POST /me/step-up': (body) => {
      proven = (body as { password: string }).password === 'right'
      return proven
        ? { body: { confirmedUntil: '' } }
        : refusal('INVALID_CREDENTIALS', 'Invalid username or password.')
    },
  })
  connectApi({ confirmPerson })
  return server
}

beforeEach(() => {
  render(
    <UiProvider>
      <ConfirmPersonHost />
    </UiProvider>,
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  connectApi({ confirmPerson: () => Promise.resolve(false) })
})

async function answer(password: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
}

test('a call that needs proof waits for the password and then goes through', async () => {
  const { calls } = carefulServer()
  const done = request('POST', '/me/security/recovery-codes')
  await answer('wrong')
  expect(await screen.findByText('Invalid username or password.')).toBeTruthy()
  await answer('right')
  await expect(done).resolves.toEqual({ recoveryCodes: ['aaaa'] })
  expect(calls.filter(({ key }) => key === 'POST /me/security/recovery-codes')).toHaveLength(2)
})

test('who cancels gets the refusal, and nothing was done', async () => {
  const { calls } = carefulServer()
  const done = request('POST', '/me/security/recovery-codes').catch((error: unknown) => error)
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await expect(done).resolves.toMatchObject({ code: 'STEP_UP' })
  expect(calls.filter(({ key }) => key === 'POST /me/security/recovery-codes')).toHaveLength(1)
})

const proofs = (calls: readonly { key: string; body: unknown }[]) =>
  calls.filter(({ key: name }) => name === 'POST /me/step-up').map(({ body }) => body)

test('whoever has an authenticator is asked for its code too', async () => {
  const { calls } = carefulServer({ ...factors, authenticator, recoveryCodesLeft: 10 })
  const done = request('POST', '/me/security/recovery-codes')
  const code = await screen.findByLabelText('Six-digit code')
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'right' } })
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Confirm' }).disabled).toBe(true)
  fireEvent.change(code, { target: { value: '123 456' } })
  fireEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await expect(done).resolves.toEqual({ recoveryCodes: ['aaaa'] })
  expect(proofs(calls)).toEqual([{ password: 'right', code: '123456' }])
})

test('a recovery code stands in for the authenticator', async () => {
  const { calls } = carefulServer({ ...factors, authenticator, recoveryCodesLeft: 10 })
  const done = request('POST', '/me/security/recovery-codes')
  fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  fireEvent.change(screen.getByLabelText('Recovery code'), { target: { value: 'abcd-efgh' } })
  await answer('right')
  await done
  expect(proofs(calls)).toEqual([{ password: 'right', recoveryCode: 'abcd-efgh' }])
})

test('the code is asked for once the server misses it, where nobody could say which factors there are', async () => {
  fakeServer({
    'GET /metadata': { body: metadataFor([]) },
    'GET /me/security': { status: 500, body: { errorId: '', code: 'INTERNAL', message: 'No.' } },
    'POST /me/security/recovery-codes': () => refusal('STEP_UP', 'Confirm that it is you.'),
    'POST /me/step-up': () => refusal('INVALID_CODE', 'Invalid code.'),
  })
  connectApi({ confirmPerson })
  void request('POST', '/me/security/recovery-codes').catch(() => undefined)
  await answer('right')
  expect(await screen.findByLabelText('Six-digit code')).toBeTruthy()
  expect(screen.getByText('Invalid code.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
})

/** A browser with a key in it that signs whatever it is asked to. */
function plugInKey(): void {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const credential = {
    id: 'AQID',
    rawId: bytes,
    type: 'public-key',
    response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes },
    getClientExtensionResults: () => ({}),
  }
  vi.stubGlobal('PublicKeyCredential', () => undefined)
  const credentials = { get: () => Promise.resolve(credential) }
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: credentials })
}

test('whoever has a security key alone uses it', async () => {
  plugInKey()
  const { calls } = carefulServer({ ...factors, securityKeys: [key] })
  const done = request('POST', '/me/security/recovery-codes')
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: 'right' } })
  fireEvent.click(await screen.findByRole('button', { name: 'Confirm with security key' }))
  await done
  expect(proofs(calls)).toMatchObject([{ password: 'right', response: { id: 'AQID', type: 'public-key' } }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
