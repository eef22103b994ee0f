import { expect, test } from 'vitest'
import { live } from './live.ts'

const changed = (key: string) => ({ topic: 'user', key })

test('tells what came since a moment, of one topic', () => {
  live.emit(changed('before'))
  const moment = live.moment()
  live.emit(changed('after'))
  live.emit({ topic: 'merchant', key: 'another topic' })
  expect(live.since('user', moment)).toEqual([changed('after')])
  expect(live.since('user', live.moment())).toEqual([])
})

test('a gap is told to every topic', () => {
  const moment = live.moment()
  live.emit({ topic: 'resync' })
  expect(live.since('user', moment)).toEqual([{ topic: 'resync' }])
})

test('so much that it is not kept is told as a gap', () => {
  const moment = live.moment()
  for (let event = 0; event < 5_000; event++) live.emit(changed(`${event}`))
  expect(live.since('user', moment)[0]).toEqual({ topic: 'resync' })
})
