import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fuzzyFilter, fuzzyScore } from './keyword-search.ts'

const screens = [
  'Bank mapping',
  'Backoffice users',
  'Audit log',
  'Merchants',
  'Måltider på språng',
  'API clients',
]
const find = (query: string) => fuzzyFilter(query, screens, (screen) => screen)

describe('finding', () => {
  test.each([
    ['bank', ['Bank mapping']],
    ['MAPPING bank', ['Bank mapping']],
    ['bm', ['Bank mapping']],
    ['bnkmap', ['Bank mapping']],
    ['users', ['Backoffice users']],
    ['maltider', ['Måltider på språng']],
    ['språng', ['Måltider på språng']],
    ['sprang pa', ['Måltider på språng']],
    ['xyz', []],
    ['bank users', []],
  ])('%j finds %j', (query, found) => expect(find(query)).toEqual(found))

  test('nothing asked, everything in its order', () => {
    expect(find('')).toEqual(screens)
    expect(find('   ')).toEqual(screens)
  })

  test('letters that are no accents are folded too', () => {
    for (const [query, text] of [
      ['aero', 'Ærø'],
      ['strasse', 'Straße'],
      ['lodz', 'Łódź'],
      ['Örebro', 'orebro'],
    ] as const) {
      expect(fuzzyScore(query, text), text).toBe(100)
    }
  })
})

test('better fits come first', () => {
  const texts = ['uploads', 'a long path', 'blog', 'audit log', 'logs', 'log']
  expect(fuzzyFilter('log', texts, (text) => text)).toEqual([
    'log',
    'logs',
    'audit log',
    'blog',
    'a long path',
  ])
  expect(fuzzyFilter('al', ['audit log', 'final', 'also'], (text) => text)).toEqual([
    'also',
    'final',
    'audit log',
  ])
})

test('of equally good ones the shorter, then the earlier comes first', () => {
  expect(fuzzyFilter('a', ['abcd', 'abx', 'aby'], (text) => text)).toEqual(['abx', 'aby', 'abcd'])
})

test('every text finds itself at the top, in any case', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-zåäö ]{1,12}$/), { minLength: 1 }),
      fc.nat(),
      (texts, pick) => {
        const wanted = texts[pick % texts.length] ?? ''
        fc.pre(wanted.trim() === wanted && !wanted.includes('  '))
        const best = fuzzyFilter(wanted.toUpperCase(), texts, (text) => text)[0] ?? ''
        expect(fuzzyScore(wanted, best)).toBe(100)
      },
    ),
  )
})

test('long texts are answered', () => {
  expect(fuzzyScore('aab', 'a '.repeat(25_000))).toBeUndefined()
  expect(fuzzyScore('a'.repeat(50_000), 'a'.repeat(49_999))).toBeUndefined()
})
