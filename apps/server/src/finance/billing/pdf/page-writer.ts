import PdfKit from 'pdfkit'
import { advanceOf, fonts, runsOf, type TextRun, type Weight } from './fonts.ts'

export interface TextStyle {
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: string
  readonly align?: 'left' | 'right'
}

const ink = '#16202b'

/** Writes texts in the parts of the font they need, and breaks them where they do not fit. */
export class PageWriter {
  readonly doc: PDFKit.PDFDocument
  readonly #chunks: Buffer[] = []

  constructor(info: PDFKit.DocumentInfo) {
    this.doc = new PdfKit({
      size: 'A4',
      margin: 0,
      autoFirstPage: false,
      bufferPages: true,
      info,
      lang: 'en',
    })
    this.doc.on('data', (chunk: Buffer) => void this.#chunks.push(chunk))
    for (const part of Object.values(fonts()).flat()) this.doc.registerFont(part.name, part.file)
  }

  width(text: string, { size = 9, weight = 'regular' }: TextStyle = {}): number {
    return runsOf(text, weight).reduce((sum, run) => sum + advanceOf(run) * size, 0)
  }

  /** One line. With `align: 'right'`, x is where it ends. */
  text(text: string, x: number, y: number, style: TextStyle = {}): void {
    const { size = 9, weight = 'regular', colour = ink, align = 'left' } = style
    const runs = runsOf(text, weight)
    if (align === 'right') return this.#endAt(runs, x, y, { size, colour })
    let at = x
    for (const run of runs) {
      this.doc.font(run.font.name, size).fillColor(colour).text(run.text, at, y, { lineBreak: false })
      at += advanceOf(run) * size
    }
  }

  /** Figures of one width, measured as they are drawn: a column of amounts ends on one line, digit below digit. */
  #endAt(
    runs: readonly TextRun[],
    x: number,
    y: number,
    { size, colour }: Required<Pick<TextStyle, 'size' | 'colour'>>,
  ) {
    let end = x
    for (const run of runs.toReversed()) {
      this.doc.font(run.font.name, size)
      end -= this.doc.widthOfString(run.text, { features: ['tnum'] })
      this.doc.fillColor(colour).text(run.text, end, y, { lineBreak: false, features: ['tnum'] })
    }
  }

  /** The lines a text takes in a column; a word that is too long for it is cut. */
  wrap(text: string, width: number, style: TextStyle = {}): string[] {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(/\s+/).flatMap((each) => this.#pieces(each, width, style))) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.width(longer, style) <= width) line = longer
      else {
        if (line !== '') lines.push(line)
        line = word
      }
    }
    return line === '' && lines.length > 0 ? lines : [...lines, line]
  }

  #pieces(word: string, width: number, style: TextStyle): string[] {
    const pieces: string[] = []
    let piece = ''
    for (const sign of word) {
      if (this.width(piece + sign, style) > width && piece !== '') {
        pieces.push(piece)
        piece = ''
      }
      piece += sign
    }
    return [...pieces, piece]
  }

  /** A text over several lines; gives the y below it. */
  paragraph(text: string, x: number, y: number, width: number, style: TextStyle = {}): number {
    const height = (style.size ?? 9) * 1.4
    const lines = this.wrap(text, width, style)
    lines.forEach((line, at) =>
      this.text(line, style.align === 'right' ? x + width : x, y + at * height, style),
    )
    return y + lines.length * height
  }

  rule(y: number, from: number, to: number, colour = '#d5dbe1'): void {
    this.doc.moveTo(from, y).lineTo(to, y).lineWidth(0.6).strokeColor(colour).stroke()
  }

  finish(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.doc.on('end', () => resolve(Buffer.concat(this.#chunks)))
      this.doc.on('error', reject)
      this.doc.end()
    })
  }
}
