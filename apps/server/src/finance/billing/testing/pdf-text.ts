import { inflateSync } from 'node:zlib'

/*
 * The words of a PDF, read as a viewer copies them: the glyphs of its pages, through the tables that say which letters
 * they stand for. It shares nothing with what writes the PDF.
 */

function objectsOf(pdf: Buffer): ReadonlyMap<string, string> {
  const found = pdf.toString('latin1').matchAll(/(?:^|\n)(\d+) 0 obj\n([\s\S]*?)\nendobj/g)
  return new Map([...found].map(([, no = '', body = '']) => [no, body]))
}

function streamOf(body: string | undefined): string {
  const [, packed] = /stream\r?\n([\s\S]*?)\r?\nendstream/.exec(body ?? '') ?? []
  if (packed === undefined) return ''
  const bytes = Buffer.from(packed, 'latin1')
  return (body?.includes('/FlateDecode') ? inflateSync(bytes) : bytes).toString('latin1')
}

const letters = (hex: string): string => {
  const units = hex.match(/.{4}/g) ?? []
  return String.fromCharCode(...units.map((unit) => Number.parseInt(unit, 16)))
}

/** Letters by glyph, from `<first> <last> [<letters> …]`. */
function lettersOf(table: string): ReadonlyMap<number, string> {
  const found = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)>\s*<\w+>\s*\[([^\]]*)\]/g))
    [...list.matchAll(/<(\w+)>/g)].forEach(([, hex = ''], at) =>
      found.set(Number.parseInt(first, 16) + at, letters(hex)),
    )
  return found
}

/** Every text in the order in which it is written, one in a line. */
export function pdfText(pdf: Buffer): string {
  const objects = objectsOf(pdf)
  const tables = new Map<string, ReadonlyMap<number, string>>()
  for (const body of objects.values())
    for (const [, name = '', no = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const [, table = ''] = /\/ToUnicode (\d+) 0 R/.exec(objects.get(no) ?? '') ?? []
      tables.set(name, lettersOf(streamOf(objects.get(table))))
    }
  const words: string[] = []
  for (const body of objects.values()) {
    let glyphs = new Map() as ReadonlyMap<number, string>
    for (const [, font, text] of streamOf(body).matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (font !== undefined) glyphs = tables.get(font) ?? new Map()
      const codes = [...(text ?? '').matchAll(/<(\w*)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      if (text !== undefined)
        words.push(codes.map((code) => glyphs.get(Number.parseInt(code, 16)) ?? '').join(''))
    }
  }
  return words.join('\n')
}
