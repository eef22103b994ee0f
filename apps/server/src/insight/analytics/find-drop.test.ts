import { expect, test } from 'vitest'
import { findDrop, findRecovery, limitFor, type Observation } from './find-drop.ts'
import { randomFrom } from './testing/past-payments.ts'

/** Payments a minute apart, approved at one rate and from a place on at another. */
const payments = (seed: number, [rate, count]: [number, number], [later, more]: [number, number]) => {
  const random = randomFrom(seed)
  return Array.from({ length: count + more }, (_, place): Observation => ({
    atMs: place * 60_000,
    approved: random.is(place < count ? rate : later),
  }))
}

const seeds = Array.from({ length: 200 }, (_, index) => index + 1)
/** One false alarm in 10,000 payments. */
const limit = limitFor(10_000, 1)

test.each([
  { before: 0.9, after: 0.2, most: 15 },
  { before: 0.9, after: 0.5, most: 35 },
  { before: 0.85, after: 0.6, most: 110 },
  { before: 0.7, after: 0.4, most: 90 },
])('a drop from $before to $after is found within $most payments', ({ before, after, most }) => {
  const delays = seeds.map((seed) => {
    // What was learnt in quiet times is dropped at the first payment of the other rate.
    const list = payments(seed, [before, 0], [after, 1_000])
    return findDrop(list, before, limit)?.found ?? Infinity
  })
  const sorted = delays.toSorted((a, b) => a - b)
  expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(most)
  expect(sorted.at(-1)).toBeLessThan(1_000)
})

test('it is said when the drop began, to within some payments, and how deep it is', () => {
  const near = seeds.filter((seed) => {
    const drop = findDrop(payments(seed, [0.9, 300], [0.4, 300]), 0.9, limit)
    return drop !== null && drop.found >= 300 && Math.abs(drop.began - 300) <= 15 && drop.after < 0.65
  })
  expect(near.length).toBeGreaterThan(seeds.length * 0.85)
})

test.each([0.6, 0.85, 0.95])('quiet weeks at a rate of %d keep to the budget of false alarms', (rate) => {
  // 200 times 2,000 payments: one alarm in 10,000 would be 40.
  const alarms = seeds.filter((seed) => findDrop(payments(seed, [rate, 2_000], [rate, 0]), rate, limit))
  expect(alarms.length).toBeLessThanOrEqual(40)
})

test('a rate that is better than before is no drop', () => {
  const alarms = seeds.filter((seed) => findDrop(payments(seed, [0.7, 200], [0.95, 2_000]), 0.7, limit))
  expect(alarms.length).toBeLessThanOrEqual(10)
})

test('a rate that is back is noticed, and one that stays down is not', () => {
  const low = { before: 0.9, after: 0.4, limit }
  const back = seeds.map((seed) => findRecovery(payments(seed, [0.4, 0], [0.9, 500]), low) ?? Infinity)
  expect(back.toSorted((a, b) => a - b)[180]).toBeLessThan(40)
  const still = seeds.filter((seed) => findRecovery(payments(seed, [0.4, 500], [0.4, 0]), low) !== null)
  expect(still.length).toBeLessThanOrEqual(10)
})
