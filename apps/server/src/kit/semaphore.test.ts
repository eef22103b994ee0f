import { expect, it } from 'vitest'
import { Semaphore } from './semaphore.ts'

it('lets no more in than there is room for, in the order they came, whether they succeed or not', async () => {
  const semaphore = new Semaphore(2)
  const begun: number[] = []
  const leave: (() => void)[] = []
  const visits = [1, 2, 3, 4].map((no) =>
    semaphore.run(async () => {
      begun.push(no)
      await new Promise<void>((done) => leave.push(done))
      if (no === 1) throw new Error('fell')
      return no
    }),
  )
  expect(begun).toEqual([1, 2])
  leave[0]?.()
  await expect(visits[0]).rejects.toThrow('fell')
  expect(begun).toEqual([1, 2, 3])
  leave[1]?.()
  leave[2]?.()
  expect(await Promise.all(visits.slice(1, 3))).toEqual([2, 3])
  expect(begun).toEqual([1, 2, 3, 4])
  leave[3]?.()
  expect(await visits[3]).toBe(4)
  expect(await semaphore.run(() => Promise.resolve('free again'))).toBe('free again')
})
