import { createHmac } from 'node:crypto'

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

/**
 * What an authenticator app shows (RFC 6238), worked out here and not by the library the server checks it with. A code
 * opens once, so a second login within half a minute takes the code of the step ahead.
 */
export function authenticatorCode(secret: string, stepsAhead = 0): string {
  const step = Math.floor(Date.now() / 1000 / stepSeconds) + stepsAhead
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', decodeBase32(secret.replaceAll(' ', '')))
    .update(counter)
    .digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
