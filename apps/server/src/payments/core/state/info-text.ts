const separator = '; '
const longest = 1000

/** Where a text stands in a summary as one of its parts, or -1. Texts may contain the separator themselves. */
const placeOf = (info: string, text: string): number =>
  `${separator}${info}${separator}`.indexOf(`${separator}${text}${separator}`)

/** A summary with one more part; as it was where it says so already. */
export function withPart(info: string | null, text: string): string {
  if (!info) return text.slice(0, longest)
  return placeOf(info, text) < 0 ? `${info}${separator}${text}`.slice(0, longest) : info
}

/** What `withPart` added, which is less than the text where there was no room for it; nothing where it was there. */
export const addedPart = (before: string | null, after: string): string =>
  before ? after.slice(before.length + separator.length) : after

export function withoutPart(info: string | null, text: string): string | null {
  const place = info === null ? -1 : placeOf(info, text)
  if (info === null || place < 0) return info
  const parts = [
    info.slice(0, Math.max(0, place - separator.length)),
    info.slice(place + text.length + separator.length),
  ]
  return parts.filter(Boolean).join(separator) || null
}
