import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'

const iterations = 4096
const keyBytes = 32
const saltBytes = 16

const hmac = (key: Buffer | string, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Always the same for a password, so that setting it again changes nothing that a pooler may have remembered. */
const saltOf = (password: string): Buffer => hmac(password, 'salt of a database login').subarray(0, saltBytes)

/**
 * What PostgreSQL keeps of a password (RFC 5803). Made here, because a statement with the password itself would stand
 * in the server's log. Of passwords in ASCII only: others would have to be normalised first.
 */
export function scramVerifier(password: string, salt = saltOf(password)): string {
  const salted = pbkdf2Sync(password, salt, iterations, keyBytes, 'sha256')
  const storedKey = createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64')
  const serverKey = hmac(salted, 'Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${storedKey}:${serverKey}`
}
