import { describe, expect, it } from 'vitest'
import { fileNameOf, kindOfFile, longestFileName } from './case-file.ts'

/** In UTF-8; this package knows neither browsers nor Node, who would have a word for it. */
const bytes = (text: string): Uint8Array =>
  Uint8Array.from(encodeURIComponent(text).matchAll(/%(..)|./g), ([plain, hex]) =>
    hex === undefined ? plain.charCodeAt(0) : Number.parseInt(hex, 16),
  )
const png = Uint8Array.of(
  0x89,
  0x50,
  0x4e,
  0x47,
  0x0d,
  0x0a,
  0x1a,
  0x0a,
  0,
  0,
  0,
  13,
  0x49,
  0x48,
  0x44,
  0x52,
  0,
)

describe('the kind of a file', () => {
  it.each([
    ['pdf', bytes('%PDF-1.7\n…')],
    ['png', png],
    ['csv', bytes('date,amount\n2026-11-16,12.00\n')],
    ['csv', bytes('\uFEFFDatum;Betrag\r\n16.11.2026;12,00')],
    // A statement in Latin-1, as banks write them.
    ['csv', Uint8Array.of(0x4b, 0xf6, 0x3b, 0x31)],
    [undefined, bytes('<!doctype html><script>alert(1,2)</script>')],
    [undefined, bytes('\n <svg xmlns="x,y">')],
    [undefined, bytes('{"amount": 12, "currency": "EUR"}')],
    [undefined, bytes('#!/bin/sh\necho 1,2')],
    [undefined, bytes('Words without columns')],
    [undefined, bytes('')],
    [undefined, Uint8Array.of(0x4d, 0x5a, 0x90, 0x00, 0x2c)],
    [undefined, png.subarray(0, 8)],
    [undefined, bytes('PK\u0003\u0004,')],
  ])('is %s by what is in it', (kind, content) => {
    expect(kindOfFile(content)).toBe(kind)
  })
})

describe('the name of a file', () => {
  it.each([
    ['statement.pdf', 'statement.pdf'],
    ['Statement.PDF', 'Statement.pdf'],
    ['page.html', 'page.html.pdf'],
    ['../../etc/passwd', 'etc passwd.pdf'],
    ['a"\r\nSet-Cookie: x', 'a Set-Cookie x.pdf'],
    ['Kontoauszug für Åse.pdf', 'Kontoauszug für Åse.pdf'],
    ['', 'evidence.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['\u202Efdp.exe', 'fdp.exe.pdf'],
  ])('of %j is %j', (given, name) => {
    expect(fileNameOf(given, 'pdf')).toBe(name)
  })

  it('is never longer than there is room for', () => {
    expect([...fileNameOf('😀'.repeat(500), 'csv')].length).toBe(longestFileName)
  })
})
