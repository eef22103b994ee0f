const prefix = 'data:image/png;base64,'
const maxBytes = 150 * 1024
const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The picture of a data address; nothing where there is none that can be printed. */
export function logoPicture(text: string | null): Buffer | undefined {
  if (!text?.startsWith(prefix)) return undefined
  const picture = Buffer.from(text.slice(prefix.length), 'base64')
  return picture.subarray(0, pngBegin.length).equals(pngBegin) ? picture : undefined
}

export function logoProblem(logo: unknown): string | undefined {
  if (typeof logo !== 'string' || logo === '') return undefined
  const picture = logoPicture(logo)
  if (!picture) return 'Must be a PNG as a data address'
  return picture.length > maxBytes ? 'Must have at most 150 kB' : undefined
}
