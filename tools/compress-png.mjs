// @ts-check
import { crc32, deflateSync, inflateSync } from 'node:zlib'

const signatureBytes = 8
/** Length before, type and checksum around the content of a chunk. */
const frameBytes = 12

/** @param {Buffer} png @returns {{ type: string, content: Buffer }[]} */
function chunksOf(png) {
  const chunks = []
  for (let at = signatureBytes; at < png.length;) {
    const length = png.readUInt32BE(at)
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      content: png.subarray(at + 8, at + 8 + length),
    })
    at += frameBytes + length
  }
  return chunks
}

/** @param {{ type: string, content: Buffer }} chunk */
function framed({ type, content }) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(content.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** @param {number} left @param {number} up @param {number} corner */
function paeth(left, up, corner) {
  const guess = left + up - corner
  const byLeft = Math.abs(guess - left)
  const byUp = Math.abs(guess - up)
  const byCorner = Math.abs(guess - corner)
  if (byLeft <= byUp && byLeft <= byCorner) return left
  return byUp <= byCorner ? up : corner
}

/** Steps of a colour that nobody can tell apart. */
const colourStep = 4
const posterised = (/** @type {number} */ value) => Math.min(255, Math.round(value / colourStep) * colourStep)

/**
 * The lines of a picture with neither filters nor colours nobody can tell apart: flat surfaces then become runs of equal
 * bytes, which compress best.
 * @param {Buffer} data @param {number} lineBytes @param {number} pixelBytes
 */
function plainLines(data, lineBytes, pixelBytes) {
  const height = data.length / (lineBytes + 1)
  const lines = Buffer.alloc(data.length)
  let above = Buffer.alloc(lineBytes)
  for (let y = 0; y < height; y++) {
    const from = y * (lineBytes + 1)
    const filter = data[from]
    const line = Buffer.from(data.subarray(from + 1, from + 1 + lineBytes))
    for (let x = 0; x < lineBytes; x++) {
      const left = line[x - pixelBytes] ?? 0
      const up = above[x] ?? 0
      const corner = above[x - pixelBytes] ?? 0
      const guesses = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      line[x] = (line[x] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
    lines.set(line.map(posterised), from + 1)
    above = line
  }
  return lines
}

/**
 * The same picture in fewer bytes: browsers compress quickly rather than well. What is not the picture itself is left out.
 * @param {Buffer} png
 */
export function compressPng(png) {
  const chunks = chunksOf(png)
  const header = chunks.find(({ type }) => type === 'IHDR')
  if (!header) throw new Error('This is no PNG')
  const pixelBytes = header.content[9] === 6 ? 4 : 3
  const lineBytes = header.content.readUInt32BE(0) * pixelBytes
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ content }) => content))
  const lines = plainLines(inflateSync(packed), lineBytes, pixelBytes)
  const data = { type: 'IDAT', content: deflateSync(lines, { level: 9, memLevel: 9 }) }
  const end = { type: 'IEND', content: Buffer.alloc(0) }
  return Buffer.concat([png.subarray(0, signatureBytes), ...[header, data, end].map(framed)])
}
