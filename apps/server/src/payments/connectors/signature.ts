import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { RawCallback } from './connector.ts'

export const hmacHex = (key: string, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('hex')

export const hmacBase64 = (key: string, text: string): string =>
  createHmac('sha256', key).update(text, 'utf8').digest('base64')

export const sha256Hex = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

/** Takes equally long wherever the texts begin to differ. */
export function sameSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Empty when the header is missing; of several, the first. */
export function headerOf({ headers }: RawCallback, name: string): string {
  const value = headers[name] ?? headers[name.toLowerCase()]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}
