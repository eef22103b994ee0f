import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConsolePriority } from './console-priority.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const limits = { payments: 1, turnMs: 60_000, lingerMs: 250, waitMs: 5_000 }

/** Lets what is settled already be seen by those who wait for it. */
const settled = () => vi.advanceTimersByTimeAsync(0)

/** A call of the console that goes on until `answer`. */
function openCall(priority: ConsolePriority) {
  let answer = (): void => undefined
  const call = priority.call(() => new Promise<void>((done) => (answer = done)))
  return { answer: async () => (answer(), await call) }
}

/** Payments that ask for a turn, and which of them have got one, in that order. */
function askForTurns(priority: ConsolePriority, count: number) {
  const got: number[] = []
  const leave: (() => void)[] = []
  for (let no = 0; no < count; no++)
    void priority.turn().then((done) => {
      got.push(no)
      leave[no] = done
    })
  return { got, leave: (no: number) => leave[no]?.() }
}

it('lets all payments work at once while nobody uses the console', async () => {
  const priority = new ConsolePriority(limits)
  const { got } = askForTurns(priority, 7)
  await settled()
  expect(got).toHaveLength(7)
})

it('gives payments one turn at a time, in their order, while a call of the console is answered', async () => {
  const priority = new ConsolePriority(limits)
  openCall(priority)
  const { got, leave } = askForTurns(priority, 4)
  for (const expected of [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]]) {
    await settled()
    expect(got).toEqual(expected)
    leave(expected.length - 1)
  }
  expect(priority.state).toEqual({ working: 0, waiting: 0 })
})

it('does not stop payments that work already, and lets the next in after all but the limit are done', async () => {
  const priority = new ConsolePriority(limits)
  const before = askForTurns(priority, 3)
  await settled()
  openCall(priority)
  const after = askForTurns(priority, 1)
  for (const no of [0, 1]) {
    before.leave(no)
    await settled()
    expect(after.got).toEqual([])
  }
  before.leave(2)
  await settled()
  expect(after.got).toEqual([0])
})

it('lets all payments go on a moment after the last call of the console, which another call prolongs', async () => {
  const priority = new ConsolePriority(limits)
  const [first, second] = [openCall(priority), openCall(priority)]
  const { got } = askForTurns(priority, 5)
  await first.answer()
  await vi.advanceTimersByTimeAsync(limits.lingerMs)
  expect(got).toEqual([0])
  await second.answer()
  await vi.advanceTimersByTimeAsync(limits.lingerMs - 1)
  const third = openCall(priority)
  await vi.advanceTimersByTimeAsync(limits.lingerMs)
  expect(got).toEqual([0])
  await third.answer()
  await vi.advanceTimersByTimeAsync(limits.lingerMs)
  expect(got).toEqual([0, 1, 2, 3, 4])
})

it('counts a call of the console that fails as over', async () => {
  const priority = new ConsolePriority(limits)
  await expect(priority.call(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  const { got } = askForTurns(priority, 2)
  await vi.advanceTimersByTimeAsync(limits.lingerMs)
  expect(got).toEqual([0, 1])
})

it('lets a payment go on that has waited long enough, whoever uses the console', async () => {
  const priority = new ConsolePriority(limits)
  openCall(priority)
  const { got } = askForTurns(priority, 2)
  await vi.advanceTimersByTimeAsync(limits.waitMs - 1)
  expect(got).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(got).toEqual([0, 1])
})

it('does not let others wait for a payment that waits for a lock', async () => {
  const priority = new ConsolePriority({ ...limits, turnMs: 100 })
  openCall(priority)
  const { got, leave } = askForTurns(priority, 3)
  await vi.advanceTimersByTimeAsync(99)
  expect(got).toEqual([0])
  await vi.advanceTimersByTimeAsync(1)
  expect(got).toEqual([0, 1])
  leave(0)
  await settled()
  expect(got).toEqual([0, 1])
  leave(1)
  await settled()
  expect(got).toEqual([0, 1, 2])
})

it('gives a turn that is given back twice to one payment only', async () => {
  const priority = new ConsolePriority(limits)
  openCall(priority)
  const { got, leave } = askForTurns(priority, 3)
  await settled()
  leave(0)
  leave(0)
  await settled()
  expect(got).toEqual([0, 1])
})

it('keeps nobody waiting when the server stops, not even for a call that never ends', async () => {
  const priority = new ConsolePriority(limits)
  const call = openCall(priority)
  const { got, leave } = askForTurns(priority, 3)
  priority.end()
  await settled()
  expect(got).toEqual([0, 1, 2])
  await call.answer()
  for (const no of got) leave(no)
  const last = await priority.turn()
  last()
  expect(vi.getTimerCount()).toBe(0)
})
