import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connectApi, request } from '../kit/api.ts'
import { UiProvider } from '../ui/ui-provider.tsx'
import { confirmPerson } from './confirm-person-store.ts'
import { ConfirmPersonHost } from './confirm-person.tsx'
import { fakeServer, metadataFor } from './testing/fake-console.tsx'
// Loaded beforehand, as a browser does in a quiet moment.
import './password-question.tsx'

const refusal = (code: string, message: string) => ({ status: 401, body: { errorId: '', code, message } })

/** Refuses until the person has proven who they are. */
function carefulServer() {
  let proven = false
  const server = fakeServer({
    'GET /metadata': { body: metadataFor([]) },
    'POST /me/security/recovery-codes': () =>
      proven ? { body: { recoveryCodes: ['aaaa'] } } : refusal('STEP_UP', 'Please confirm it is you.'),
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
