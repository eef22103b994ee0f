/** Read as text for what SVG and web pages are; the beginning says what a file is. */
const beginBytes = 1000

const startsWith = (bytes: Buffer, signature: string): boolean =>
  bytes.subarray(0, signature.length).toString('latin1') === signature

/** What people take for a logo, by how it begins and not by its name. */
function formatOf(bytes: Buffer): string | undefined {
  const begin = bytes.subarray(0, beginBytes).toString('utf8')
  if (/<svg[\s>]/i.test(begin)) return 'An SVG'
  if (startsWith(bytes, 'GIF8')) return 'A GIF'
  if (startsWith(bytes, '\xff\xd8\xff')) return 'A JPEG'
  if (startsWith(bytes, 'RIFF') && bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'A WebP'
  return undefined
}

/** Why a file that is no PNG is refused, in words that say what it is. */
export function notPngText(bytes: Buffer): string {
  const format = formatOf(bytes)
  return format ? `${format} is not accepted. Use a PNG` : 'This file is not accepted. Use a PNG'
}
