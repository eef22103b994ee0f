import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstTxIdAt, instantOfTxId, isTxId, txIdFactory } from './tx-id.ts'
import { parseTxRefId, txRefId } from './tx-ref-id.ts'

const start = Date.UTC(2026, 10, 16)

describe('ids of transactions', () => {
  it('grow, stay below 2^53 and never repeat, whatever the clock does', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1, maxLength: 400 }), (steps) => {
        let ms = start
        const next = txIdFactory({ now: () => ms, node: 15 })
        let last = 0
        for (const step of steps) {
          ms += step
          const id = next()
          expect(id).toBeGreaterThan(last)
          expect(isTxId(id)).toBe(true)
          last = id
        }
      }),
    )
  })

  it('of two nodes never meet', () => {
    const ids = [0, 1, 15].flatMap((node) => {
      const next = txIdFactory({ now: () => start, node })
      return Array.from({ length: 1000 }, next)
    })
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('tell when they were made', () => {
    const next = txIdFactory({ now: () => start, node: 3 })
    expect(instantOfTxId(next())).toBe(start)
    expect(firstTxIdAt(start)).toBeLessThan(next())
    expect(firstTxIdAt(start + 1)).toBeGreaterThan(next())
  })

  it('fit until 2089 and refuse nodes that do not exist', () => {
    expect(isTxId(txIdFactory({ now: () => Date.UTC(2089, 0, 1), node: 15 })())).toBe(true)
    expect(() => txIdFactory({ now: () => start, node: 16 })).toThrow(RangeError)
  })
})

describe('references at PSPs', () => {
  it('are read back', () => {
    expect(txRefId(100010001, 27023107)).toBe('100010001A27023107')
    expect(parseTxRefId('100010001A27023107')).toEqual({ merchantId: 100010001, txId: 27023107 })
  })

  it.each(['', '1A', 'A1', '100010001a27', '1A99999999999999999', '0A1', '1A0', '1A1 '])(
    'are not %j',
    (text) => {
      expect(parseTxRefId(text)).toBeUndefined()
    },
  )
})
