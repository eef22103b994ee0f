import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import { secretBox, type SecretBox } from '../../kit/secret-box.ts'
import { KeyedSemaphores } from '../../kit/keyed-semaphores.ts'
import type { Tx } from '../../kit/database.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { mailIsReachable } from './mail-health.ts'
import { argon2Hasher, type PasswordHasher } from './password-hasher.ts'

export type IdentityConfig = Pick<
  Config,
  'product' | 'publicUrl' | 'demo' | 'environment' | 'masterKey' | 'smtpUrl' | 'dataDir' | 'sandboxUrl'
>

export interface IdentityDeps extends KitDeps {
  readonly config: IdentityConfig
  readonly secrets: SecretBox
  readonly random: (bytes: number) => Buffer
  readonly hasher: PasswordHasher
  readonly pause: (ms: number) => Promise<void>
  /** Attempts at the same account go one after the other: each is counted as a failure until it turns out right. */
  readonly attempts: KeyedSemaphores
  /** Whether a mail could leave right now. */
  readonly mailIsReachable: () => Promise<boolean>
  /** What people call the PSPs: the catalogue lies in a room above this one. */
  readonly pspNames: (tx: Tx) => Promise<{ psp: string; name: string }[]>
}

export type IdentityOverrides = Partial<
  Pick<IdentityDeps, 'random' | 'hasher' | 'pause' | 'mailIsReachable' | 'pspNames'>
>

export const identityDeps = (
  config: IdentityConfig,
  deps: KitDeps,
  overrides: IdentityOverrides = {},
): IdentityDeps => ({
  ...deps,
  config,
  secrets: secretBox(config.masterKey),
  random: randomBytes,
  attempts: new KeyedSemaphores(),
  hasher: argon2Hasher,
  pause: async (ms) => await pause(ms, undefined, { ref: false }),
  mailIsReachable: () => mailIsReachable(config),
  pspNames: async () => [],
  ...overrides,
})
