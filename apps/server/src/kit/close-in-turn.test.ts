import { expect, it } from 'vitest'
import { closeInTurn, type Opened } from './close-in-turn.ts'

const closing = async (...opened: Opened[]) => {
  const problems: string[] = []
  const areClosed = await closeInTurn(opened, { timeoutMs: 30, say: (problem) => problems.push(problem) })
  return { areClosed, problems }
}

it('closes the last first and says nothing when all goes well', async () => {
  const closed: string[] = []
  const named = (name: string): Opened => ({ name, close: () => Promise.resolve(closed.push(name)) })
  expect(await closing(named('first'), named('second'))).toEqual({ areClosed: true, problems: [] })
  expect(closed).toEqual(['second', 'first'])
})

it('goes on when one fails, now or later, or never comes to its end, and names them', async () => {
  const closed: string[] = []
  const found = await closing(
    { name: 'the lock', close: () => closed.push('the lock') },
    { name: 'the queue', close: () => new Promise(() => undefined) },
    { name: 'the pool', close: () => Promise.reject(new Error('gone')) },
    {
      name: 'the file',
      close: () => {
        throw new Error('no such file')
      },
    },
  )
  expect(closed).toEqual(['the lock'])
  expect(found).toEqual({
    areClosed: false,
    problems: [
      'the file could not be closed: no such file',
      'the pool could not be closed: gone',
      'the queue could not be closed: no end after 0.03 seconds',
    ],
  })
})
