import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorCodes, statusCodes, txStatuses, type TxStatus } from '../reference/status-codes.ts'
import { finalStates, isFinal, mayMove, stateOfNumber, transitions } from './transitions.ts'

/** One number per state that may be entered from outside it. */
const anyOf: Record<TxStatus, number> = {
  SUCCESSFUL: 0,
  REGISTERED: 100,
  PROCESSING: 200,
  REPROCESSING: 250,
  WAITING_INPUT: 303,
  WAITING_APPROVAL: 351,
  INCONSISTENT: 402,
  FAILED: 506,
  CANCELLED: 601,
}

describe('the state machine', () => {
  it.each(transitions.map((t) => [`${t.from ?? 'nothing'} → ${t.to}`, t] as const))(
    'allows %s',
    (_name, t) => {
      expect(mayMove(t.from === null ? null : anyOf[t.from], anyOf[t.to])).toBe(true)
      expect(t.by.length).toBeGreaterThan(0)
    },
  )

  it('refuses every other pair of states', () => {
    const allowed = new Set(transitions.map((t) => `${t.from}>${t.to}`))
    for (const from of txStatuses)
      for (const to of txStatuses) {
        if (from === to || allowed.has(`${from}>${to}`)) continue
        for (const a of statusCodes.filter((code) => code.status === from))
          for (const b of statusCodes.filter((code) => code.status === to))
            expect(mayMove(a.no, b.no), `${a.no} → ${b.no}`).toBe(false)
      }
  })

  it('never goes straight between success and failure', () => {
    for (const { no } of errorCodes.filter((code) => code.status === 'FAILED')) {
      expect(mayMove(0, no)).toBe(false)
      expect(mayMove(no, 0)).toBe(false)
    }
  })

  it('begins registered and nowhere else', () => {
    for (const state of txStatuses) expect(mayMove(null, anyOf[state])).toBe(state === 'REGISTERED')
  })

  it('does not wander within a state that is over', () => {
    const over = statusCodes.filter(({ status }) => ['FAILED', 'CANCELLED', 'REGISTERED'].includes(status))
    const wandering = over.flatMap((a) =>
      over.filter((b) => a.status === b.status && mayMove(a.no, b.no)).map((b) => `${a.no} → ${b.no}`),
    )
    expect(wandering).toEqual([])
  })

  it.each([
    [351, 356, true],
    [356, 351, false],
    [356, 355, true],
    [355, 356, true],
    [350, 356, true],
    [356, 350, false],
    [356, 354, true],
    [354, 356, true],
    [351, 354, false],
    [3, 6, true],
    [4, 5, true],
    [0, 3, false],
    [6, 3, true],
    [6, 4, false],
    [400, 402, true],
    [402, 400, false],
  ])('within a state, %i → %i: %s', (from, to, allowed) => {
    expect(mayMove(from, to)).toBe(allowed)
  })

  it('never takes a number it already has', () => {
    fc.assert(
      fc.property(fc.constantFrom(...statusCodes), ({ no }) => {
        expect(mayMove(no, no)).toBe(false)
      }),
    )
  })

  it('can always become final by itself or with help', () => {
    for (const start of txStatuses) {
      const seen = new Set<TxStatus>([start])
      const queue: TxStatus[] = [start]
      for (const state of queue)
        for (const t of transitions)
          if (t.from === state && !seen.has(t.to)) {
            seen.add(t.to)
            queue.push(t.to)
          }
      expect([...seen].some((state) => finalStates.includes(state))).toBe(true)
    }
  })
})

describe('states and numbers', () => {
  it('the state is a function of the number', () => {
    for (const { no, status } of statusCodes) {
      expect(stateOfNumber(no)).toBe(status)
      expect(isFinal(no)).toBe(finalStates.includes(status))
    }
    expect(() => stateOfNumber(777)).toThrow(RangeError)
  })

  it('no PSP may try again when nobody knows whether money moved', () => {
    for (const code of errorCodes.filter(({ status }) => status === 'INCONSISTENT'))
      expect(code.fallback, code.code).toBe('NEVER')
  })
})
