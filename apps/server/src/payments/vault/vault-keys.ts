import { constants, generateKeyPair, privateDecrypt } from 'node:crypto'
import { promisify } from 'node:util'

/** As hard to break as 128 bits. Holds 318 bytes, which is a card with a name of two hundred letters. */
const modulusLength = 3072

const generate = promisify(generateKeyPair)

export async function newKeyPair(): Promise<{ publicKey: string; privateKey: string }> {
  return generate('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

/** RSA-OAEP with SHA-256. `undefined` for whatever was not encrypted with our key: why is nobody's business. */
export function decryptWith(privateKey: string, encrypted: string): string | undefined {
  try {
    const key = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    return privateDecrypt(key, Buffer.from(encrypted, 'base64')).toString('utf8')
  } catch {
    return undefined
  }
}
