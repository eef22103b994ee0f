import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  type VerifyRegistrationResponseOpts,
} from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import type { FastifyRequest } from 'fastify'
import type { SecurityKeyOptions, SecurityKeyResponse } from '@signalbox/model/calls/login'
import { Refusal } from '@signalbox/model/text/refusal'
import { isIP } from 'node:net'
import type { IdentityConfig } from './deps.ts'
import type { StoredKey } from './factor-store.ts'

/** The site a key is made for; it answers to no other. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

/** During development people come by several names; elsewhere only by the public one. */
export function relyingParty(config: IdentityConfig, request: FastifyRequest): RelyingParty {
  const address =
    config.environment === 'development' ? `${request.protocol}://${request.host}` : config.publicUrl
  const { hostname, origin, port } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) {
    const there =
      config.environment === 'development' ? `http://localhost${port && `:${port}`}` : 'its host name'
    throw new Refusal('INVALID_STATE', {
      message: `Security keys do not work with an IP address. Open the console at ${there}.`,
    })
  }
  return { id: hostname, origin }
}

const described = (keys: readonly StoredKey[]) =>
  keys.map((key) => ({ id: key.credentialId, transports: [...key.transports] }))

export async function registrationOptions(
  party: RelyingParty,
  person: { userId: string; username: string; displayName: string; product: string },
  existing: readonly StoredKey[],
  challenge: Buffer,
): Promise<SecurityKeyOptions> {
  const options = await generateRegistrationOptions({
    rpName: person.product,
    rpID: party.id,
    userName: person.username,
    userDisplayName: person.displayName,
    userID: new Uint8Array(Buffer.from(person.userId)),
    challenge: new Uint8Array(challenge),
    attestationType: 'none',
    excludeCredentials: described(existing),
    // The key comes after the password, so it need not know the person by itself.
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  })
  return { ...options }
}

type NewKey = Pick<StoredKey, 'credentialId' | 'publicKey' | 'counter' | 'transports'>

/** The library throws at whatever it cannot read, and a stranger decides what that is: all of it is a wrong answer. */
const orNull = async <T>(verification: Promise<T>): Promise<T | null> => verification.catch(() => null)

/** How a key may vouch for itself. We ask none to; the other formats make the library fetch what certificates name. */
const quietFormats: readonly string[] = ['none', 'packed', 'fido-u2f']

async function verifiedRegistration(options: VerifyRegistrationResponseOpts) {
  const { attestationObject } = options.response.response
  const format = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('fmt')
  return quietFormats.includes(format) ? await verifyRegistrationResponse(options) : null
}

export async function registeredKey(
  party: RelyingParty,
  response: SecurityKeyResponse,
  challenge: string,
): Promise<NewKey | null> {
  const result = await orNull(
    verifiedRegistration({
      response: response as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
    }),
  )
  if (!result?.verified) return null
  const { credential } = result.registrationInfo
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: credential.transports ?? [],
  }
}

export async function assertionOptions(
  party: RelyingParty,
  keys: readonly StoredKey[],
  challenge: Buffer,
): Promise<SecurityKeyOptions> {
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: described(keys),
    challenge: new Uint8Array(challenge),
    userVerification: 'discouraged',
  })
  return { ...options }
}

/** The key's new count of uses; null when the answer is not right. */
export async function assertedCounter(
  party: RelyingParty,
  response: SecurityKeyResponse,
  key: StoredKey,
  challenge: string,
): Promise<number | null> {
  const result = await orNull(
    verifyAuthenticationResponse({
      response: response as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      credential: {
        id: key.credentialId,
        publicKey: new Uint8Array(key.publicKey),
        counter: key.counter,
        transports: [...key.transports] as never,
      },
    }),
  )
  return result?.verified ? result.authenticationInfo.newCounter : null
}
