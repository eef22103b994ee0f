import { notPngText } from '../png-problem.ts'
import { mostLogoBytes } from '@signalbox/model/reference/psp-logo'

const mostPixels = 1024
const prefix = 'data:image/png;base64,'
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Width and height stand right behind the signature, in the first part of the file. */
const headerBytes = 24

/** What is wrong with a logo, judged by what it is and not by what it says; nothing when it is fine. */
export function logoProblem(text: string): string | undefined {
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'This file is not accepted. Use a PNG'
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.length > mostLogoBytes) return 'Use a PNG of at most 50 kB'
  if (bytes.length < headerBytes || !bytes.subarray(0, signature.length).equals(signature))
    return notPngText(bytes)
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width === 0 || height === 0 || width > mostPixels || height > mostPixels)
    return 'Use a PNG of at most 1024 by 1024 pixels'
  return undefined
}
