import { createCipheriv, createDecipheriv, createHmac, timingSafeEqual } from 'node:crypto'
import { namesPerson, type Mask } from '@signalbox/model/text/mask-text'

const marker = 'user~'
const ivBytes = 16
const pattern = /^user~[\w-]{22,700}$/

const subkey = (key: Buffer, purpose: string): Buffer =>
  createHmac('sha256', key).update(`user-handle:${purpose}`).digest()

/** The same id always gives the same handle, so the beginning is a mark of the whole (synthetic IV). */
const markOf = (key: Buffer, userId: string): Buffer =>
  createHmac('sha256', subkey(key, 'mark')).update(userId).digest().subarray(0, ivBytes)

/**
 * Merchants choose the ids of their users, and some choose their addresses or telephone numbers. Whoever may not see
 * those knows such a user by a handle: as good as the id in every filter, link and call, because the server opens it,
 * and without the key it says nothing.
 */
export const handleOf =
  (key: Buffer): Mask =>
  (userId) => {
    if (!namesPerson(userId)) return userId
    const mark = markOf(key, userId)
    const cipher = createCipheriv('aes-256-ctr', subkey(key, 'text'), mark)
    return marker + Buffer.concat([mark, cipher.update(userId, 'utf8'), cipher.final()]).toString('base64url')
  }

function openHandle(key: Buffer, text: string): string {
  if (!text.startsWith(marker) || !pattern.test(text)) return text
  const bytes = Buffer.from(text.slice(marker.length), 'base64url')
  const mark = bytes.subarray(0, ivBytes)
  const decipher = createDecipheriv('aes-256-ctr', subkey(key, 'text'), mark)
  const userId = Buffer.concat([decipher.update(bytes.subarray(ivBytes)), decipher.final()]).toString('utf8')
  return timingSafeEqual(mark, markOf(key, userId)) ? userId : text
}

/** What a caller sent, with the ids its handles stand for. What is no handle of ours stays as it is. */
export function openHandles<T>(key: Buffer, value: T): T
export function openHandles(key: Buffer, value: unknown): unknown {
  if (typeof value === 'string') return openHandle(key, value)
  if (Array.isArray(value)) return value.map((item: unknown) => openHandles(key, item))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]: [string, unknown]) => [name, openHandles(key, item)]),
  )
}
