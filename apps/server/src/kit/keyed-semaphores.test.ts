import { expect, it } from 'vitest'
import { KeyedSemaphores } from './keyed-semaphores.ts'

it('those with the same key go one after the other, others beside them, and nothing is left behind', async () => {
  const semaphores = new KeyedSemaphores()
  const inside = new Map<string, number>()
  let most = 0
  const visit = (key: string) =>
    semaphores.run(key, async () => {
      inside.set(key, (inside.get(key) ?? 0) + 1)
      most = Math.max(most, ...inside.values())
      await new Promise((done) => setImmediate(done))
      inside.set(key, (inside.get(key) ?? 0) - 1)
      if (key === 'broken') throw new Error('as it happens')
    })
  const visits = ['anna', 'broken', 'anna', 'broken', 'anna', 'broken'].map(visit)
  const ended = await Promise.allSettled(visits)
  expect(ended.map(({ status }) => status)).toEqual([1, 2, 3].flatMap(() => ['fulfilled', 'rejected']))
  expect({ most, size: semaphores.size }).toEqual({ most: 1, size: 0 })
})
