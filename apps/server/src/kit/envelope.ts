import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretBox } from './secret-box.ts'

const purpose = 'envelope'
const ivBytes = 12
const tagBytes = 16

/** A secret as it is stored: its own key, sealed with the master key, and the content under that key. */
export interface Envelope {
  readonly wrappedKey: string
  readonly content: string
}

/** A key per secret: the master key can be changed by wrapping keys anew, and no two secrets share one. */
export function sealEnvelope(
  box: SecretBox,
  owner: string,
  text: string,
  random: (bytes: number) => Buffer = randomBytes,
): Envelope {
  const key = random(32)
  const iv = random(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  const content = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return {
    wrappedKey: box.seal(purpose, owner, key.toString('base64url')),
    content: content.toString('base64url'),
  }
}

export function openEnvelope(box: SecretBox, owner: string, { wrappedKey, content }: Envelope): string {
  const key = Buffer.from(box.open(purpose, owner, wrappedKey), 'base64url')
  const bytes = Buffer.from(content, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}
