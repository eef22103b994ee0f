import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'

test('keys are sorted at every level, by code unit', () => {
  expect(canonicalJson({ b: [{ z: 1, a: 2 }], a: null, B: true, 10: 'x', 9: 'y' })).toBe(
    '{"10":"x","9":"y","B":true,"a":null,"b":[{"a":2,"z":1}]}',
  )
})

test('undefined members are absent, bigints are strings, dates are instants', () => {
  expect(canonicalJson({ a: undefined, b: 9007199254740993n, c: new Date(0) })).toBe(
    '{"b":"9007199254740993","c":"1970-01-01T00:00:00.000Z"}',
  )
  expect(canonicalJson(Object.create(null))).toBe('{}')
})

describe('what JSON would lose is refused', () => {
  class Money {
    amount = 1
  }
  const cycle: unknown[] = []
  cycle.push(cycle)
  // The hole is what is tested.
  const sparse = Array<number>(2)
  test.each<[string, unknown]>([
    ['NaN', Number.NaN],
    ['infinity', { a: -Infinity }],
    ['a function', { a: () => 1 }],
    ['a symbol', [Symbol('x')]],
    ['undefined alone', undefined],
    ['undefined in a list', [1, undefined]],
    ['a hole in a list', sparse],
    ['a map', new Map([['a', 1]])],
    ['bytes', new Uint8Array(2)],
    ['an instance', new Money()],
    ['a date that is none', new Date('soon')],
    ['a cycle', cycle],
  ])('%s', (_, value) => expect(() => canonicalJson(value)).toThrow(Error))
})

test('it is JSON of the same value, and the order of keys does not matter', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member)]),
    )
  }
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value)
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
      expect(canonicalJson(reversed(value))).toBe(text)
      expect(canonicalJson(JSON.parse(text))).toBe(text)
    }),
  )
})

describe('agrees with RFC 8785', () => {
  test('about numbers and texts (section 3.2.2)', () => {
    const sample: unknown = JSON.parse(String.raw`{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
      "literals": [null, true, false]
    }`)
    expect(canonicalJson(sample)).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    )
  })

  test('about the order of names (section 3.2.3)', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const sorted = ['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33']
    const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])))
    expect(text).toBe(`{${sorted.map((name) => `${JSON.stringify(name)}:0`).join(',')}}`)
  })
})
