import { afterEach, expect, it, vi } from 'vitest'
import { registeredKey } from './security-keys.ts'
import { SoftwareKey } from './testing/software-key.ts'
import { tellingChallenge, tellingParty, tellingResponse } from './testing/telling-attestation.ts'

afterEach(() => vi.restoreAllMocks())

it('a new key cannot make the server ask anybody about its certificates', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('nobody there'))
  expect(await registeredKey(tellingParty, tellingResponse, tellingChallenge)).toBeNull()
  expect(asked.mock.calls).toEqual([])
})

it('a new key that says nothing about itself is taken', async () => {
  const key = new SoftwareKey(tellingParty.origin)
  const response = key.create({ challenge: tellingChallenge, rp: tellingParty })
  expect(await registeredKey(tellingParty, response, tellingChallenge)).toMatchObject({
    credentialId: key.id.toString('base64url'),
  })
})
