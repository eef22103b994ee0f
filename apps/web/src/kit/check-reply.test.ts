import { expect, it } from 'vitest'
import { api, connectApi } from './api.ts'
import { checkReply } from './check-reply.ts'

const answering = (reply: unknown) =>
  connectApi({ fetch: () => Promise.resolve(new Response(JSON.stringify(reply))), checkReply })

it('takes an answer that is what its call declares', async () => {
  answering({ approve: { first: 1, second: 2, onHold: 0 } })
  expect(await api('GET /counters')).toEqual({ approve: { first: 1, second: 2, onHold: 0 } })
})

it('refuses an answer that is something else, and names the place', async () => {
  answering({ approve: { first: 1, second: '2', onHold: 0 } })
  await expect(api('GET /counters')).rejects.toThrow(
    'GET /counters answers what it does not declare, at approve.second',
  )
})

it('tells paths with parameters from those that only look like it', () => {
  expect(() => checkReply('GET', '/approval/queue', { queues: [] })).not.toThrow()
  expect(() => checkReply('GET', '/approval/5', { queues: [] })).toThrow('GET /approval/{id}')
})

it('has nothing to say about what is not declared', () => {
  expect(() => checkReply('GET', '/nothing-like-it', 1)).not.toThrow()
})
