import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { destinationsOf, type Destinations } from '../../kit/outbound/destinations.ts'
import { secretBox, type SecretBox } from '../../kit/secret-box.ts'
import { argon2Hasher, type PasswordHasher } from '../../people/identity/read-model.ts'

/** What the feature needs from outside beside the kit. */
export interface ApiClientDeps {
  readonly hasher: PasswordHasher
  readonly random: (bytes: number) => Buffer
  readonly box: SecretBox
  readonly destinations: Destinations
}

export const apiClientDeps = (
  config: Pick<Config, 'masterKey' | 'environment' | 'outboundAllow'>,
): ApiClientDeps => ({
  hasher: argon2Hasher,
  random: randomBytes,
  box: secretBox(config.masterKey),
  destinations: destinationsOf(config),
})
