import { createHmac, hkdfSync } from 'node:crypto'
import type { Tx } from '../../kit/database.ts'
import { ringOf } from '../../kit/key-ring.ts'
import type { IdentityDeps } from './deps.ts'
import { recoverySet, replaceRecoveryCodes, takeRecoveryCode, type RecoverySet } from './factor-store.ts'
import type { Owner } from './identity-tables.ts'

const codeCount = 10
const codeLength = 10
/** Crockford's 32 letters and digits, none of which is easily taken for another; a byte picks one without bias. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

function newCode(random: (bytes: number) => Buffer): string {
  const letters = Array.from(random(codeLength), (byte) => alphabet[byte % alphabet.length])
  return `${letters.slice(0, 5).join('')}-${letters.slice(5).join('')}`
}

const normalise = (code: string): string =>
  code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

/**
 * Under a key that is not in the database, as the secrets of authenticators are: whoever has only its rows cannot try
 * codes, and ten of them cost nothing while a transaction is open.
 */
const hashOf = (code: string, key: Buffer): string =>
  createHmac('sha256', key).update(normalise(code)).digest('base64url')

export const recoveryPurpose = 'recovery codes'

/** The key of a set, which is stored sealed beside it, so that the codes stay good when the master key changes. */
export const recoveryKey = (masterKey: Buffer, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', masterKey, salt, 'recovery codes', 32))

/**
 * Sets of earlier releases have none stored until the master key changes for the first time. While it does, theirs may
 * follow from any of the keys known here.
 */
const keysOf = (deps: IdentityDeps, owner: Owner, { salt, sealedKey }: RecoverySet): readonly Buffer[] =>
  sealedKey === null
    ? ringOf(deps.config.masterKey).keys.map(({ key }) => recoveryKey(key, Buffer.from(salt, 'base64url')))
    : [Buffer.from(deps.secrets.open(recoveryPurpose, owner.userId, sealedKey), 'base64url')]

/** Ten new codes in place of the old ones. They are given once and stored as hashes. */
export async function issueRecoveryCodes(deps: IdentityDeps, tx: Tx, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => newCode(deps.random))
  const salt = deps.random(16)
  const key = recoveryKey(ringOf(deps.config.masterKey).sealing.key, salt)
  const sealedKey = deps.secrets.seal(recoveryPurpose, owner.userId, key.toString('base64url'))
  const hashes = codes.map((code) => hashOf(code, key))
  await replaceRecoveryCodes(tx, owner, { salt: salt.toString('base64url'), sealedKey }, hashes)
  return codes
}

export async function redeemRecoveryCode(
  deps: IdentityDeps,
  tx: Tx,
  owner: Owner,
  code: string,
  now: Date,
): Promise<boolean> {
  const set = await recoverySet(tx, owner)
  if (set === undefined) return false
  for (const key of keysOf(deps, owner, set))
    if (await takeRecoveryCode(tx, owner, hashOf(code, key), now)) return true
  return false
}
