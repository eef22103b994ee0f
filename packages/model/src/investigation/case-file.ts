/** What evidence may be kept as, with what a browser is told it is. */
export const caseFileKinds = {
  pdf: 'application/pdf',
  png: 'image/png',
  csv: 'text/csv; charset=utf-8',
} as const
export type CaseFileKind = keyof typeof caseFileKinds

export const largestCaseFile = 10 * 1024 * 1024
export const mostCaseFiles = 20
export const longestFileName = 120

const startsWith = (bytes: Uint8Array, ...beginning: number[]): boolean =>
  beginning.every((byte, index) => bytes[index] === byte)

const pdfStart = [...'%PDF-'].map((letter) => letter.charCodeAt(0))
/** The signature, then the length and name of the first chunk, which is always the header of the picture. */
const pngStart = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

const [tab, lineFeed, carriageReturn, space, del] = [0x09, 0x0a, 0x0d, 0x20, 0x7f]
const isBlank = (byte: number): boolean =>
  byte === tab || byte === lineFeed || byte === carriageReturn || byte === space
const isText = (byte: number): boolean => (byte >= space && byte !== del) || isBlank(byte)
const separators = new Set([...',;\t|'].map((letter) => letter.charCodeAt(0)))
/** Pages, scripts and data that are something else than a table. */
const otherStarts = new Set([...'<{[#'].map((letter) => letter.charCodeAt(0)))
const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Text in whatever alphabet, of which some line has more than one column. */
function isTable(bytes: Uint8Array): boolean {
  const content = startsWith(bytes, ...byteOrderMark) ? bytes.subarray(byteOrderMark.length) : bytes
  const first = content.find((byte) => !isBlank(byte))
  if (first === undefined || otherStarts.has(first)) return false
  return content.every(isText) && content.some((byte) => separators.has(byte))
}

/** What a file is by what is in it, whatever it is called; nothing when it is none of those that are kept. */
export function kindOfFile(bytes: Uint8Array): CaseFileKind | undefined {
  if (startsWith(bytes, ...pdfStart)) return 'pdf'
  if (startsWith(bytes, ...pngStart)) return 'png'
  return isTable(bytes) ? 'csv' : undefined
}

// Paths, quotes and whatever cannot be seen are no part of a name.
const unsafe = /[\p{C}"\\/:*?<>|]/gu

/** What the file is called where it is kept and handed out: its own name, ended by what it is. */
export function fileNameOf(given: string, kind: CaseFileKind): string {
  const name = given
    .normalize('NFC')
    .replaceAll(unsafe, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+/, '')
    .trim()
  const stem = name.toLowerCase().endsWith(`.${kind}`) ? name.slice(0, -(kind.length + 1)) : name
  const short = [...stem]
    .slice(0, longestFileName - kind.length - 1)
    .join('')
    .trim()
  return `${short || 'evidence'}.${kind}`
}
