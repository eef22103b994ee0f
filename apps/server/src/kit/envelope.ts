import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SecretBox } from './secret-box.ts'

export const envelopePurpose = 'envelope'
const ivBytes = 12
const tagBytes = 16

/** A secret as it is stored: its own key, sealed with the master key, and the content under that key. */
export interface Envelope {
  readonly wrappedKey: string
  readonly content: string
}

/** The same for what is not text and may be large. */
export interface SealedBytes {
  readonly wrappedKey: string
  readonly content: Buffer
}

type Random = (bytes: number) => Buffer

/** A key per secret: the master key can be changed by wrapping keys anew, and no two secrets share one. */
export function sealBytes(
  box: SecretBox,
  owner: string,
  bytes: Uint8Array,
  random: Random = randomBytes,
): SealedBytes {
  const key = random(32)
  const iv = random(ivBytes)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(owner))
  return {
    wrappedKey: box.seal(envelopePurpose, owner, key.toString('base64url')),
    content: Buffer.concat([iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]),
  }
}

export function openBytes(box: SecretBox, owner: string, { wrappedKey, content }: SealedBytes): Buffer {
  const key = Buffer.from(box.open(envelopePurpose, owner, wrappedKey), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, content.subarray(0, ivBytes))
  decipher.setAAD(Buffer.from(owner)).setAuthTag(content.subarray(-tagBytes))
  return Buffer.concat([decipher.update(content.subarray(ivBytes, -tagBytes)), decipher.final()])
}

export function sealEnvelope(box: SecretBox, owner: string, text: string, random?: Random): Envelope {
  const { wrappedKey, content } = sealBytes(box, owner, Buffer.from(text, 'utf8'), random)
  return { wrappedKey, content: content.toString('base64url') }
}

export const openEnvelope = (box: SecretBox, owner: string, { wrappedKey, content }: Envelope): string =>
  openBytes(box, owner, { wrappedKey, content: Buffer.from(content, 'base64url') }).toString('utf8')
