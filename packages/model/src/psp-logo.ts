/** Logos are kept with their PSP and travel with it, so they are small. */
export const mostLogoBytes = 50 * 1024
const mostPixels = 1024
const prefix = 'data:image/png;base64,'
const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** Width and height stand right behind the signature, in the first part of the file. */
const headerBytes = 24

/** What is wrong with a logo, judged by what it is and not by what it says; nothing when it is fine. */
export function logoProblem(text: string): string | undefined {
  const encoded = text.startsWith(prefix) ? text.slice(prefix.length) : ''
  if (encoded === '' || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded)) return 'Use a PNG'
  if ((encoded.length * 3) / 4 > mostLogoBytes + 2) return 'Use a PNG of at most 50 kB'
  const head = Uint8Array.from(atob(encoded.slice(0, 32)), (character) => character.charCodeAt(0))
  if (head.length < headerBytes || signature.some((byte, index) => head[index] !== byte)) return 'Use a PNG'
  const view = new DataView(head.buffer)
  const [width, height] = [view.getUint32(16), view.getUint32(20)]
  if (width === 0 || height === 0 || width > mostPixels || height > mostPixels)
    return 'Use a PNG of at most 1024 by 1024 pixels'
  return undefined
}
