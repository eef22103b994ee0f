import { createHash } from 'node:crypto'
import { PNG } from 'pngjs'
import { mostLogoBytes } from '@signalbox/model/reference/psp-logo'
import { invalid } from '@signalbox/model/text/refusal'
import { notPngText } from '../png-problem.ts'

const mostPixels = 1024
/** What is drawn anew may take more room than what was sent, but not any amount of it. */
const mostStoredBytes = 512 * 1024
const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** Width and height stand right behind the signature, in the first part of the file. */
const headerBytes = 24
const prefix = /^data:[a-z0-9.+/-]*;base64,/i

export interface LogoPicture {
  readonly hash: string
  readonly png: Buffer
  readonly width: number
  readonly height: number
}

const refuse = (message: string) => invalid({ field: 'image', code: 'PNG', message })

function bytesOf(image: string): Buffer {
  const encoded = image.replace(prefix, '')
  if (encoded === '') throw refuse('The file is empty. Use a PNG')
  if (!prefix.test(image) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded))
    throw refuse('This file is not accepted. Use a PNG')
  // Counted before it is decoded: nobody makes us hold more than we would take.
  if (encoded.length > Math.ceil(mostLogoBytes / 3) * 4) throw refuse('Use a PNG of at most 50 kB')
  return Buffer.from(encoded, 'base64')
}

/** Judged by what it is and not by what it says; its size is read before anything is unpacked. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  if (bytes.length > mostLogoBytes) throw refuse('Use a PNG of at most 50 kB')
  if (bytes.length < headerBytes || !bytes.subarray(0, signature.length).equals(signature))
    throw refuse(notPngText(bytes))
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
  if (width === 0 || height === 0 || width > mostPixels || height > mostPixels)
    throw refuse('Use a PNG of at most 1024 by 1024 pixels')
  return { width, height }
}

function drawnAnew(bytes: Buffer): Buffer {
  try {
    const { width, height, data } = PNG.sync.read(bytes)
    const picture = new PNG({ width, height })
    data.copy(picture.data)
    return PNG.sync.write(picture, { colorType: 6, deflateLevel: 9 })
  } catch {
    throw refuse('The PNG is damaged')
  }
}

export const hashOf = (png: Buffer): string => createHash('sha256').update(png).digest('hex')

/**
 * The pixels of an upload and nothing else of it: comments, profiles and whatever somebody hung on to the file stay
 * behind, because the file that is kept is one we wrote ourselves.
 */
export function readLogo(image: string): LogoPicture {
  const bytes = bytesOf(image)
  const size = sizeOf(bytes)
  const png = drawnAnew(bytes)
  if (png.length > mostStoredBytes) throw refuse('Use a simpler picture')
  return { hash: hashOf(png), png, ...size }
}
