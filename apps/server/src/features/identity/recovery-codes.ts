import { createHmac, hkdfSync } from 'node:crypto'
import type { Tx } from '../../kit/database.ts'
import type { IdentityDeps } from './deps.ts'
import { recoverySalt, replaceRecoveryCodes, takeRecoveryCode } from './factor-store.ts'
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
function hashOf(code: string, salt: Buffer, masterKey: Buffer): string {
  const key = Buffer.from(hkdfSync('sha256', masterKey, salt, 'recovery codes', 32))
  return createHmac('sha256', key).update(normalise(code)).digest('base64url')
}

/** Ten new codes in place of the old ones. They are given once and stored as hashes. */
export async function issueRecoveryCodes(deps: IdentityDeps, tx: Tx, owner: Owner): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => newCode(deps.random))
  const salt = deps.random(16)
  const hashes = codes.map((code) => hashOf(code, salt, deps.config.masterKey))
  await replaceRecoveryCodes(tx, owner, salt.toString('base64url'), hashes)
  return codes
}

export async function redeemRecoveryCode(
  deps: IdentityDeps,
  tx: Tx,
  owner: Owner,
  code: string,
  now: Date,
): Promise<boolean> {
  const salt = await recoverySalt(tx, owner)
  if (salt === undefined) return false
  const hash = hashOf(code, Buffer.from(salt, 'base64url'), deps.config.masterKey)
  return takeRecoveryCode(tx, owner, hash, now)
}
