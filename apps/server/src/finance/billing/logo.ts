const prefix = 'data:image/png;base64,'
const maxBytes = 150 * 1024
const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The picture of a data address; nothing where there is none that can be printed. */
export function logoPicture(text: string | null): Buffer | undefined {
  if (!text?.startsWith(prefix)) return undefined
  const picture = Buffer.from(text.slice(prefix.length), 'base64')
  return picture.subarray(0, pngBegin.length).equals(pngBegin) ? picture : undefined
}

/** A picture is unpacked to be printed: a small file may say that it is a huge one. */
const maxSide = 2_000

/** Width and height stand at the beginning of a PNG. */
function isTooLarge(picture: Buffer): boolean {
  if (picture.length < 24) return true
  return Math.max(picture.readUInt32BE(16), picture.readUInt32BE(20)) > maxSide
}

export function logoProblem(logo: unknown): string | undefined {
  if (typeof logo !== 'string' || logo === '') return undefined
  const picture = logoPicture(logo)
  if (!picture) return 'Must be a PNG as a data address'
  if (isTooLarge(picture)) return `Must be at most ${maxSide} pixels wide and high`
  return picture.length > maxBytes ? 'Must have at most 150 kB' : undefined
}
