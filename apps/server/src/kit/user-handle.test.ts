import { expect, it } from 'vitest'
import { handleOf, openHandles } from './user-handle.ts'

const key = Buffer.alloc(32, 7)
const handle = handleOf(key)
const telling = [
  'ada@mail.example',
  '+46701234567',
  '0046701234567',
  'DE02120300000000202051',
  '203.0.113.77',
]

it.each(telling)('the user id %s is known by a handle that says nothing and is always the same', (userId) => {
  expect(handle(userId)).toMatch(/^user~[\w-]+$/)
  expect(handle(userId)).toBe(handle(userId))
  expect(handle(userId)).not.toContain(Buffer.from(userId).toString('base64url').slice(0, 6))
  expect(openHandles(key, { userId: handle(userId), all: [handle(userId)] })).toEqual({
    userId,
    all: [userId],
  })
})

it.each(['user_1', 'player-17', '0012345', '4711', 'TX1234567890', 'user~', ''])(
  'the user id %s says nothing, and is told',
  (userId) => expect(handle(userId)).toBe(userId),
)

it('what is no handle of ours stays as it is', () => {
  const made = handle('ada@mail.example')
  const changed = `${made.slice(0, -1)}${made.endsWith('A') ? 'B' : 'A'}`
  const foreign = handleOf(Buffer.alloc(32, 8))('ada@mail.example')
  for (const text of [changed, foreign, `${made} `, 'user~AAAAAAAAAAAAAAAAAAAAAAAA', 'user~'])
    expect(openHandles(key, text)).toBe(text)
  expect(openHandles(key, { n: 1, none: null, yes: true })).toEqual({ n: 1, none: null, yes: true })
})
