const stars = (count: number) => '*'.repeat(Math.max(count, 3))

const keepEnds = (text: string, head: number, tail: number) =>
  `${text.slice(0, head)}${stars(text.length - head - tail)}${text.slice(-tail)}`

function maskEmail(text: string): string {
  const [name = '', domain = ''] = text.split('@')
  const lastDot = domain.lastIndexOf('.')
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***${lastDot > 0 ? domain.slice(lastDot) : ''}`
}

/** Tried from top to bottom; each shape shows just enough for its owner to recognise it. */
const shapes: readonly { looksLike: RegExp; mask: (text: string) => string }[] = [
  { looksLike: /\*/, mask: (text) => text },
  { looksLike: /^[^@\s]+@[^@\s]+$/, mask: maskEmail },
  { looksLike: /^\d{4}-\d{2}-\d{2}$/, mask: (text) => `${text.slice(0, 4)}-**-**` },
  { looksLike: /^(\d{1,3}\.){3}\d{1,3}$/, mask: (text) => `${text.split('.').slice(0, 3).join('.')}.0/24` },
  { looksLike: /^\+\d{6,15}$/, mask: (text) => keepEnds(text, 3, 2) },
  { looksLike: /^\d{12,19}$/, mask: (text) => keepEnds(text, 6, 4) },
  { looksLike: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, mask: (text) => keepEnds(text, 4, 4) },
]

/** Personal data as it may stand in a message: recognisable to its owner, useless to anyone else. */
export function maskText(text: string): string {
  if (text === '') return ''
  const compact = text.replace(/[\s-]/g, '')
  const candidate = /^\d{12,19}$|^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(compact) ? compact : text
  const shape = shapes.find(({ looksLike }) => looksLike.test(candidate))
  return shape ? shape.mask(candidate) : `${text.slice(0, 1)}***`
}
