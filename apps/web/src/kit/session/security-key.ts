import type { SecurityKeyOptions, SecurityKeyResponse } from '@signalbox/model/calls/login'
import { loadChunk } from '../../ui/chunk-load.ts'

/** Why the browser gave no answer, in words for the person holding the key. */
export class SecurityKeyProblem extends Error {}

function explain(error: unknown): SecurityKeyProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return new SecurityKeyProblem('This security key is already registered.')
  if (name === 'NotAllowedError' || name === 'AbortError') {
    return new SecurityKeyProblem('The security key was not used in time, or the request was cancelled.')
  }
  if (name === 'NotSupportedError') return new SecurityKeyProblem('This browser cannot use security keys.')
  return new SecurityKeyProblem('The security key could not be used.')
}

interface Answer extends Omit<SecurityKeyResponse, 'response' | 'clientExtensionResults'> {
  readonly response: object
  readonly clientExtensionResults: object
}

const sent = (answer: Answer): SecurityKeyResponse => ({
  ...answer,
  response: { ...answer.response },
  clientExtensionResults: { ...answer.clientExtensionResults },
})

/** The library is only fetched by those who reach for a key. */
const library = () => loadChunk(() => import('@simplewebauthn/browser'))

export async function authenticateWithSecurityKey(options: SecurityKeyOptions): Promise<SecurityKeyResponse> {
  const { startAuthentication } = await library()
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  try {
    const answer = await startAuthentication({ optionsJSON: options as unknown as Options })
    return sent(answer)
  } catch (error) {
    throw explain(error)
  }
}

export async function registerSecurityKey(options: SecurityKeyOptions): Promise<SecurityKeyResponse> {
  const { startRegistration } = await library()
  type Options = Parameters<typeof startRegistration>[0]['optionsJSON']
  try {
    const answer = await startRegistration({ optionsJSON: options as unknown as Options })
    return sent(answer)
  } catch (error) {
    throw explain(error)
  }
}
