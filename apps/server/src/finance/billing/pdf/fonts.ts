import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create, type Font } from 'fontkit'

const fileAt = (address: string): Buffer => readFileSync(fileURLToPath(address))

/** Inter comes in parts; a text may need several. The first that has a letter writes it. */
const addresses = {
  regular: [
    import.meta.resolve('@fontsource/inter/files/inter-latin-400-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-latin-ext-400-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-cyrillic-400-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-greek-400-normal.woff'),
  ],
  bold: [
    import.meta.resolve('@fontsource/inter/files/inter-latin-600-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-latin-ext-600-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-cyrillic-600-normal.woff'),
    import.meta.resolve('@fontsource/inter/files/inter-greek-600-normal.woff'),
  ],
} as const
export type Weight = keyof typeof addresses

export interface FontPart {
  readonly name: string
  readonly file: Buffer
  readonly font: Font
}

const load = (weight: Weight): FontPart[] =>
  addresses[weight].map((address, at) => {
    const file = fileAt(address)
    return { name: `${weight}-${at}`, file, font: create(file) as Font }
  })

let loaded: Readonly<Record<Weight, readonly FontPart[]>> | undefined

/** Read when the first invoice is written, and kept. */
export const fonts = (): Readonly<Record<Weight, readonly FontPart[]>> =>
  (loaded ??= { regular: load('regular'), bold: load('bold') })

export interface TextRun {
  readonly font: FontPart
  readonly text: string
}

/** A text cut where another part of the font is needed. Letters that none has become a question mark. */
export function runsOf(text: string, weight: Weight): TextRun[] {
  const family = fonts()[weight]
  const [first] = family
  if (!first) return []
  const runs: { font: FontPart; text: string }[] = []
  for (const sign of text.normalize('NFC')) {
    const point = sign.codePointAt(0) ?? 63
    const font = family.find((part) => part.font.hasGlyphForCodePoint(point))
    const shown = font ? sign : '?'
    const last = runs.at(-1)
    if (last && last.font === (font ?? first)) last.text += shown
    else runs.push({ font: font ?? first, text: shown })
  }
  return runs
}

const advances = new Map<string, number>()

/** How far a letter takes the pen, in parts of the size; looked up once for each letter. */
function letterAdvance({ name, font }: FontPart, sign: string): number {
  const key = `${name} ${sign}`
  const known = advances.get(key)
  if (known !== undefined) return known
  const { advanceWidth } = font.glyphForCodePoint(sign.codePointAt(0) ?? 63)
  const advance = advanceWidth / font.unitsPerEm
  if (advances.size < 5_000) advances.set(key, advance)
  return advance
}

/** Width of a run without kerning, which is a little more than it takes. */
export const advanceOf = ({ font, text }: TextRun): number =>
  [...text].reduce((sum, sign) => sum + letterAdvance(font, sign), 0)
