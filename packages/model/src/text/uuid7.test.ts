import fc from 'fast-check'
import { expect, test } from 'vitest'
import { uuid7, uuid7Factory } from './uuid7.ts'

const shape = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
const constant = (value: number) => (length: number) => new Uint8Array(length).fill(value)
const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

test('time, version, counter, variant and chance are where RFC 9562 wants them', () => {
  const id = uuid7(0x017f22e279b0, () =>
    Uint8Array.of(0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f, 0x04, 0xc3),
  )
  expect(id).toBe('017f22e2-79b0-74c3-98c4-dc0c0c07398f')
})

test('every time and chance gives a well-formed id that carries the time', () => {
  const chance = fc.uint8Array({ minLength: 10, maxLength: 10 })
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), chance, (ms, bytes) => {
      const id = uuid7(ms, () => bytes)
      expect(id).toMatch(shape)
      expect(timeOf(id)).toBe(ms)
    }),
  )
})

test('ids of a factory grow within a millisecond, past a full counter and when the clock goes back', () => {
  const clock = [5000, 5000, 4000, 5001, ...Array<number>(10_000).fill(5001), 4000, 6000]
  let tick = 0
  const next = uuid7Factory({ now: () => clock[tick++] ?? 0, random: constant(0xff) })
  const ids = clock.map(next)
  expect(ids.every((id) => shape.test(id))).toBe(true)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(ids.length)
  expect(timeOf(ids.at(-1) ?? '')).toBe(6000)
})

test('ids of any clock grow', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1 }), (clock) => {
      let tick = 0
      const next = uuid7Factory({ now: () => clock[tick++] ?? 0, random: constant(0) })
      const ids = clock.map(next)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.toSorted()).toEqual(ids)
    }),
  )
})
