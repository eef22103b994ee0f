import { create } from 'fontkit'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { creditorReference } from './invoice-document.ts'
import { PageWriter } from './pdf/page-writer.ts'
import { renderPdf } from './pdf/render-pdf.ts'
import { runsOf } from './pdf/fonts.ts'
import { brokenRules } from './testing/en16931/check.ts'
import { exampleDocument, fewLines } from './testing/example-document.ts'
import { pdfText } from './testing/pdf-text.ts'
import { writeUbl } from './ubl/write-ubl.ts'

const reverse = { vatCategory: 'AE', vatRate: '0', vatNote: 'Reverse charge' } as const
const outside = { vatCategory: 'O', vatRate: '0', vatNote: 'Outside the scope of VAT.' } as const
const creditNote = {
  type: 'CREDIT_NOTE',
  creditOf: { number: 'SB-2026-00001', issueDate: '2026-10-02' },
} as const

describe('the XML of an invoice', () => {
  it.each([
    ['with domestic VAT', exampleDocument()],
    ['with reverse charge', exampleDocument(reverse)],
    ['outside the scope of VAT', exampleDocument(outside)],
    [
      'of a buyer without numbers',
      exampleDocument({
        ...outside,
        buyer: { ...exampleDocument().buyer, vatNo: null, orgNo: null, poNumber: null },
      }),
    ],
    ['as a credit note', exampleDocument({ ...creditNote, ...reverse })],
    [
      'with letters XML minds',
      exampleDocument({ buyer: { ...exampleDocument().buyer, legalName: 'A & B <"C"> \u0007 Ltd' } }),
    ],
  ])('%s breaks no rule of EN 16931', (_what, document) => {
    expect(brokenRules(writeUbl(document))).toEqual([])
  })

  it('is found to be wrong where it is', () => {
    const xml = writeUbl(exampleDocument())
    const spoiled = (from: string | RegExp, to: string) => brokenRules(xml.replace(from, to))
    expect(spoiled('<cbc:ID>SB-2026-00042</cbc:ID>', '')).toContain('BR-02')
    expect(spoiled(/<cbc:PayableAmount[^>]*>[^<]*/, '<cbc:PayableAmount currencyID="EUR">1.00')).toEqual([
      'BR-CO-16',
    ])
    expect(spoiled('<cbc:Percent>25</cbc:Percent>', '<cbc:Percent>24</cbc:Percent>')).toContain('BR-S-08')
    expect(
      spoiled('<cbc:InvoicedQuantity unitCode="C62">12840<', '<cbc:InvoicedQuantity unitCode="C62">12841<'),
    ).toContain('PEPPOL-EN16931-R120')
    expect(spoiled(/currencyID="EUR">250.00/, 'currencyID="SEK">250.00')).toContain('PEPPOL-EN16931-R051')
    expect(spoiled(/<cbc:ID>S<\/cbc:ID>/, '<cbc:ID>Q</cbc:ID>')).toContain('BR-CL-17')
    expect(spoiled('schemeID="9943"', 'schemeID="EM"')).toEqual(['PEPPOL-EN16931-CL008'])
    const untaxed = writeUbl(exampleDocument(reverse))
    expect(
      brokenRules(untaxed.replaceAll('<cbc:Percent>0</cbc:Percent>', '<cbc:Percent>25</cbc:Percent>')),
    ).toContain('BR-AE-05')
    expect(brokenRules(untaxed.replace(/<cbc:ID>AE<\/cbc:ID>/, '<cbc:ID>O</cbc:ID>'))).toContain('BR-O-12')
    expect(spoiled(/<cac:PartyTaxScheme>[^]*?<\/cac:PartyTaxScheme>/, '')).toEqual(['BR-S-02'])
  })
})

it('gives a payment reference whose check digits are right', () => {
  const reference = creditorReference('SB-2026-00042')
  expect(reference).toMatch(/^RF\d\dSB202600042$/)
  const turned = `${reference.slice(4)}${reference.slice(0, 4)}`
  const digits = [...turned].map((sign) => String(Number.parseInt(sign, 36))).join('')
  expect(BigInt(digits) % 97n).toBe(1n)
})

/** The content streams of a PDF, unpacked. */
const streams = (pdf: Buffer): string[] =>
  [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, body = '']) => {
    try {
      return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
    } catch {
      return []
    }
  })

/** A grey PNG of this size, as a data address. */
function logoOf(width: number, height: number): string {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  // Eight bits of grey for each point.
  size.writeUInt8(8, 8)
  const rows = Buffer.alloc((width + 1) * height, 128)
  for (let row = 0; row < height; row++) rows[row * (width + 1)] = 0
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...[chunk('IHDR', size), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))],
  ])
  return `data:image/png;base64,${png.toString('base64')}`
}

const pagesOf = (pdf: Buffer): number => [...pdf.toString('latin1').matchAll(/\/Type \/Page\b(?!s)/g)].length

describe('the PDF of an invoice', () => {
  it('has one page for a few lines, several for many, and the header on each', async () => {
    expect(pagesOf(await renderPdf(exampleDocument()))).toBe(1)
    const many = Array.from({ length: 90 }, (_, at) => ({
      ...(fewLines[1] as (typeof fewLines)[number]),
      code: `L${at}`,
    }))
    const long = await renderPdf(exampleDocument({}, many))
    expect(pagesOf(long)).toBeGreaterThan(2)
    // Of the header only the title is written as large as this.
    const titled = streams(long).filter((content) => / 18 Tf/.test(content))
    expect(titled.length).toBe(pagesOf(long))
  })

  it('has the logo of the seller where its name would stand', async () => {
    const { seller } = exampleDocument()
    const withLogo = await renderPdf(exampleDocument({ seller: { ...seller, logo: logoOf(120, 32) } }))
    const pictures = [
      ...withLogo.toString('latin1').matchAll(/\/Subtype \/Image[\s\S]*?\/Width (\d+)\s*\/Height (\d+)/g),
    ]
    expect(pictures.map(([, width, height]) => [width, height])).toEqual([['120', '32']])
    // It is drawn once, in its proportions, within 150 by 40 points.
    const drawn = streams(withLogo).flatMap((content) => [
      ...content.matchAll(/([\d.]+) 0 0 -?([\d.]+) [\d.]+ [\d.]+ cm\s+\/\w+ Do/g),
    ])
    expect(drawn.map(([, width, height]) => [Number(width), Number(height)])).toEqual([[150, 40]])
    const large = (pdf: Buffer) => streams(pdf).some((content) => / 14 Tf/.test(content))
    expect([large(withLogo), large(await renderPdf(exampleDocument()))]).toEqual([false, true])
  })

  it.each(['data:image/png;base64,bm8gcGljdHVyZQ==', 'https://shop.example/logo.png'])(
    'has the name of the seller where the logo is none: %s',
    async (logo) => {
      const pdf = await renderPdf(exampleDocument({ seller: { ...exampleDocument().seller, logo } }))
      expect(pdf.toString('latin1')).not.toContain('/Subtype /Image')
      expect(pdfText(pdf).split('\n')).toContain('Signalbox Payments AB')
    },
  )

  it('says what the customer has to know', async () => {
    const text = pdfText(await renderPdf(exampleDocument(reverse)))
    for (const words of [
      'Invoice',
      'SB-2026-00042',
      '2026-12-02',
      'Aurora Casino Ltd',
      'VAT no. MT12345678',
      'Signalbox Payments AB',
      'Deposits, Aurora Casino',
      '12 840',
      '0.095',
      '250.00',
      'Reverse charge',
      'How to pay',
      'PO-7781',
      'SE45 5000 0000 0583 9825 7466',
      creditorReference('SB-2026-00042'),
    ])
      expect(text.split('\n')).toContain(words)
    expect(pdfText(await renderPdf(exampleDocument(creditNote)))).not.toContain('How to pay')
  })

  it('shows the VAT of each line, and the line by which it comes to the VAT of the whole', async () => {
    const cent = { ...(fewLines[0] as (typeof fewLines)[number]), unitPrice: '0.1' }
    const lines = ['A', 'B', 'C'].map((code) => ({ ...cent, code }))
    const words = pdfText(await renderPdf(exampleDocument({}, lines))).split('\n')
    expect(words.filter((word) => word === '0.03')).toHaveLength(3)
    // It has no quantity and no price.
    const at = words.indexOf('Rounding of VAT')
    expect(words.slice(at, at + 3)).toEqual(['Rounding of VAT', '-0.01', '0.00'])
    expect(words).toContain('0.08 EUR')
    expect(pdfText(await renderPdf(exampleDocument(reverse))).split('\n')).not.toContain('VAT')
  })

  it('writes a column of figures digit below digit, each ending at the same place', async () => {
    const figures = ['1', '11.11', '888.88', '127.51 EUR', '637.54 EUR']
    const ends = figures.map((text) => {
      const writer = new PageWriter({})
      writer.doc.addPage()
      let end = 0
      const draw = writer.doc.text.bind(writer.doc)
      writer.doc.text = ((shown: string, x: number, y: number, options: PDFKit.Mixins.TextOptions) => {
        end = x + writer.doc.widthOfString(shown, options)
        return draw(shown, x, y, options)
      }) as typeof writer.doc.text
      writer.text(text, 500, 100, { align: 'right' })
      return Number(end.toFixed(6))
    })
    expect(ends).toEqual(figures.map(() => 500))
  })

  it('is the same file for the same invoice', async () => {
    const [one, other] = [await renderPdf(exampleDocument()), await renderPdf(exampleDocument())]
    expect(one.equals(other)).toBe(true)
  })

  it('writes letters of other countries, and a mark for those no font has', () => {
    const parts = runsOf('Łódź ÅÄÖ Αθήνα Київ 漢', 'regular')
    expect(parts.map(({ text }) => text).join('')).toBe('Łódź ÅÄÖ Αθήνα Київ ?')
    expect(new Set(parts.map(({ font }) => font.name)).size).toBeGreaterThan(2)
    for (const { font, text } of parts)
      for (const sign of text)
        expect(
          (create(font.file) as { hasGlyphForCodePoint(point: number): boolean }).hasGlyphForCodePoint(
            sign.codePointAt(0) ?? 0,
          ),
        ).toBe(true)
  })

  it('takes names that are far too long', async () => {
    const name = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft '
      .repeat(2)
      .trim()
    const document = exampleDocument()
    const pdf = await renderPdf(
      exampleDocument({
        buyer: { ...document.buyer, legalName: name },
        seller: { ...document.seller, name },
      }),
    )
    expect(pagesOf(pdf)).toBe(1)
  })
})
