import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedPart, withoutPart, withPart } from './info-text.ts'

const doubt = 'Timed out; verify in the PSP back office'

describe('the summary of a payment', () => {
  it('says each part once, also one with a separator in it', () => {
    expect(withPart(null, doubt)).toBe(doubt)
    expect(withPart(withPart('Review', doubt), doubt)).toBe(`Review; ${doubt}`)
    expect(withPart('Timed outside', 'Timed out')).toBe('Timed outside; Timed out')
  })

  it.each([
    [doubt, null],
    [`Review; ${doubt}`, 'Review'],
    [`${doubt}; Seen`, 'Seen'],
    [`Review; ${doubt}; Seen`, 'Review; Seen'],
    ['Review', 'Review'],
    [null, null],
  ])('%j without a doubt is %j', (info, rest) => {
    expect(withoutPart(info, doubt)).toBe(rest)
  })

  it('has room for so much, and loses just what was added', () => {
    const anyText = fc.string({ minLength: 1, maxLength: 1200 })
    fc.assert(
      fc.property(fc.option(anyText), anyText, (before, text) => {
        const info = before === null ? null : withPart(null, before)
        const after = withPart(info, text)
        expect(after.length).toBeLessThanOrEqual(1000)
        if (after === info) return
        const added = addedPart(info, after)
        expect(text.startsWith(added)).toBe(true)
        expect(after.startsWith(info ?? '')).toBe(true)
      }),
    )
  })
})
