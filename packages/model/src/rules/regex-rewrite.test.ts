import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rewriteRegex, type PlainCell } from './regex-rewrite.ts'
import { compileRulePattern } from './rule-pattern.ts'

const bin = { shape: 'BIN' } as const

describe('a pattern becomes plain', () => {
  it.each<[string, PlainCell]>([
    ['411111|522222', { op: 'in', values: ['411111', '522222'] }],
    ['^(411111|522222)$', { op: 'in', values: ['411111', '522222'] }],
    ['45.*', { op: 'prefix', values: ['45'] }],
    ['4[57].*|51.*?', { op: 'prefix', values: ['45', '47', '51'] }],
    ['gold|silver', { op: 'in', values: ['gold', 'silver'] }],
    ['vip-[a-c]', { op: 'in', values: ['vip-a', 'vip-b', 'vip-c'] }],
    ['user@brand\\.example', { op: 'in', values: ['user@brand.example'] }],
    ['colou?r', { op: 'in', values: ['color', 'colour'] }],
    ['5[1-5]', { op: 'in', values: ['51', '52', '53', '54', '55'] }],
    ['(?:a|b){2}', { op: 'in', values: ['aa', 'ab', 'ba', 'bb'] }],
    ['0\\d', { op: 'in', values: ['00', '01', '02', '03', '04', '05', '06', '07', '08', '09'] }],
  ])('%s', (pattern, cell) => {
    expect(rewriteRegex(pattern)).toEqual(cell)
  })

  it.each<[string, PlainCell]>([
    ['411111|522222', { op: 'prefix', values: ['411111', '522222'] }],
    ['41111122.*', { op: 'prefix', values: ['41111122'] }],
    ['411111..', { op: 'prefix', values: ['411111'] }],
    [
      '4177..',
      {
        op: 'range',
        min: { value: '41770000000', inclusive: true },
        max: { value: '41779999999', inclusive: true },
      },
    ],
    [
      '45.*',
      {
        op: 'range',
        min: { value: '45000000000', inclusive: true },
        max: { value: '45999999999', inclusive: true },
      },
    ],
  ])('of a BIN: %s', (pattern, cell) => {
    expect(rewriteRegex(pattern, bin)).toEqual(cell)
  })
})

describe('a pattern stays a pattern', () => {
  it.each([
    '4177..',
    '.*insufficient.*',
    '45.*|4111',
    'a+',
    '(a|b)*c',
    '[^a]b',
    '\\w\\w',
    '\\bword',
    'a.c',
    '(?i)abc',
    '(?P<name>abc)',
    'a{2,}',
    '\\d{4}',
    '',
    '.*',
    'a|',
    'å',
    'a$b',
    'a^b',
    '[[:alpha:]]',
    '[a-]',
    '[]a]',
    'x{',
    '(a',
  ])('%s', (pattern) => {
    expect(rewriteRegex(pattern)).toBeNull()
  })

  it.each(['4111', '45.*|4177..', '4177..........', '41x111', '4.1111'])('of a BIN: %s', (pattern) => {
    expect(rewriteRegex(pattern, bin)).toBeNull()
  })
})

const literal = fc.constantFrom(
  'a',
  'b',
  '1',
  '4',
  '5',
  '\\.',
  '-',
  '\\d',
  '[45]',
  '[a-c]',
  '(?:a|b)',
  '(1|a4)',
)
const repeat = fc.constantFrom('', '', '', '?', '{2}', '{0,2}', '{1,2}?')
const part = fc.tuple(literal, repeat).map((pieces) => pieces.join(''))
const ending = fc.constantFrom('', '', '', '.*', '.', '..', '.+', '$')
const branch = fc.tuple(fc.array(part, { maxLength: 4 }), ending).map(([parts, end]) => parts.join('') + end)
const patterns = fc.array(branch, { minLength: 1, maxLength: 3 }).map((branches) => branches.join('|'))
const near = fc.array(fc.constantFrom('a', 'b', 'c', '1', '4', '5', '9', '.', '-', 'B', '\n'), {
  maxLength: 7,
})

function accepts(cell: PlainCell, text: string): boolean {
  if (cell.op === 'range') return String(cell.min?.value) <= text && text <= String(cell.max?.value)
  return cell.op === 'in' ? cell.values.includes(text) : cell.values.some((value) => text.startsWith(value))
}

describe('what a pattern becomes', () => {
  it('accepts exactly what the pattern accepts', () => {
    let rewritten = 0
    fc.assert(
      fc.property(patterns, fc.array(near, { minLength: 20, maxLength: 40 }), (pattern, texts) => {
        const cell = rewriteRegex(pattern)
        const matches = compileRulePattern(pattern, { caseSensitive: true })
        if (!cell || !matches) return
        rewritten += 1
        const named = cell.op === 'range' ? [] : cell.values
        const tried = [
          ...texts.map((letters) => letters.join('')),
          ...named,
          ...named.map((value) => `${value}x`),
        ]
        expect(
          tried.filter((text) => accepts(cell, text) !== matches(text)),
          pattern,
        ).toEqual([])
      }),
      { numRuns: 1_000 },
    )
    expect(rewritten).toBeGreaterThan(100)
  })

  it('accepts a card exactly when the pattern accepts one of its BINs', () => {
    const digit = fc.constantFrom('1', '4', '5', '[45]', '\\d', '(?:1|5)')
    const beginning = fc
      .tuple(
        fc.array(digit, { minLength: 1, maxLength: 8 }),
        fc.constantFrom('', '.', '..', '...', '.*', '.+', '.{4}'),
      )
      .map(([parts, end]) => parts.join('') + end)
    const card = fc.array(fc.constantFrom('1', '4', '5', '9'), { minLength: 11, maxLength: 11 })
    let rewritten = 0
    fc.assert(
      fc.property(
        fc.array(beginning, { minLength: 1, maxLength: 2 }),
        fc.array(card, { minLength: 30, maxLength: 30 }),
        (branches, cards) => {
          const pattern = branches.join('|')
          const cell = rewriteRegex(pattern, bin)
          const matches = compileRulePattern(pattern)
          if (!cell || !matches) return
          rewritten += 1
          const known = (card: string) =>
            [6, 7, 8, 9, 10, 11].some((length) => matches(card.slice(0, length)))
          const numbers = cards.map((digits) => digits.join(''))
          expect(
            numbers.filter((number) => accepts(cell, number) !== known(number)),
            pattern,
          ).toEqual([])
        },
      ),
      { numRuns: 500 },
    )
    expect(rewritten).toBeGreaterThan(50)
  })
})
