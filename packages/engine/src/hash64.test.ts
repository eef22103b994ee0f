import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hash64 } from './hash64.ts'

/** The same in a slower way, whose first half is checked against published values. */
function fnv1a(bytes: readonly number[]): bigint {
  let hash = 0xcbf29ce484222325n
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n)
  return hash
}

function finalised(hash: bigint): bigint {
  let mixed = hash
  for (const factor of [0xff51afd7ed558ccdn, 0xc4ceb9fe1a85ec53n]) {
    mixed = BigInt.asUintN(64, (mixed ^ (mixed >> 33n)) * factor)
  }
  return mixed ^ (mixed >> 33n)
}

const bytesOf = (text: string) =>
  Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) => [
    unit & 0xff,
    unit >>> 8,
  ])

describe('hash64', () => {
  it('rests on published parts', () => {
    const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
    expect(fnv1a(ascii(''))).toBe(0xcbf29ce484222325n)
    expect(fnv1a(ascii('a'))).toBe(0xaf63dc4c8601ec8cn)
    expect(fnv1a(ascii('foobar'))).toBe(0x85944171f73967e8n)
    expect(finalised(1n)).toBe(0xb456bcfc34c2cb2cn)
  })

  it('is what these parts give', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 0xffff }), { maxLength: 40 }), (units) => {
        const text = String.fromCharCode(...units)
        expect(hash64(text)).toBe(finalised(fnv1a(bytesOf(text))))
      }),
    )
  })

  it('never changes: stored draws must be the same tomorrow', () => {
    expect(hash64('8412345678901|0197b7c2|5')).toBe(4295429028656665984n)
  })

  it('spreads consecutive numbers evenly, whatever they are divided by', () => {
    for (const sum of [2, 3, 10, 100]) {
      const counts = Array.from({ length: sum }, () => 0)
      const draws = 500 * sum
      for (let i = 0; i < draws; i++)
        counts[Number(hash64(String(8_412_345_000_000 + i * 4096)) % BigInt(sum))]!++
      const chiSquare = counts.reduce((total, count) => total + (count - 500) ** 2 / 500, 0)
      // Five standard deviations above what chance gives.
      expect(chiSquare).toBeLessThan(sum - 1 + 5 * Math.sqrt(2 * (sum - 1)) + 5)
    }
  })
})
