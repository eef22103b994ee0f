import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { matchEntries, matchEntry } from './match-entry.ts'
import type { PayoutBatch } from './payout-batches.ts'

const batch = (batchRef: string, minor: bigint, more: Partial<PayoutBatch> = {}): PayoutBatch => ({
  merchantId: 1,
  id: `id of ${batchRef}`,
  psp: 'acmecards',
  batchRef,
  payoutDate: '2026-02-03',
  net: { minor, currency: 'EUR' },
  isPaid: false,
  ...more,
})
const entry = (text: string, minor: bigint, more: object = {}) => ({
  bookedOn: '2026-02-04',
  minor,
  isReversal: false,
  reference: null,
  bankRef: null,
  text,
  ...more,
})

describe('an entry of a statement', () => {
  const batches = [batch('2026-02-03-0417', 99_28n), batch('2026-02-03-04', 10_00n), batch('X-7', 55_00n)]

  it('is a payout when reference and amount fit', () => {
    expect(matchEntry(entry('Payout 2026-02-03-0417 Acme', 99_28n), batches, 'EUR')).toMatchObject({
      state: 'CONFIRMED',
      batch: { batchRef: '2026-02-03-0417' },
    })
    expect(matchEntry(entry('', 99_28n, { reference: '2026-02-03-0417' }), batches, 'EUR').state).toBe(
      'CONFIRMED',
    )
    // Cut by the bank in the middle of the reference.
    expect(matchEntry(entry('PAYOUT 2026-02-\n03-0417', 99_28n), batches, 'EUR').state).toBe('CONFIRMED')
  })

  it('differs when only the reference fits, by a cent as well', () => {
    const match = matchEntry(entry('2026-02-03-0417', 99_27n), batches, 'EUR')
    expect(match).toMatchObject({ state: 'AMOUNT_DIFFERS', note: 'Differs from the batch by -0.01 EUR' })
    expect(matchEntry(entry('2026-02-03-0417', -99_28n), batches, 'EUR').state).toBe('AMOUNT_DIFFERS')
  })

  it('is a proposal when only the amount fits, near the day, and only of one batch', () => {
    expect(matchEntry(entry('Thank you', 55_00n), batches, 'EUR')).toMatchObject({
      state: 'PROPOSED',
      batch: { batchRef: 'X-7' },
    })
    expect(matchEntry(entry('', 55_00n, { bookedOn: '2026-03-20' }), batches, 'EUR').state).toBe('UNMATCHED')
    const twice = [...batches, batch('Y-8', 55_00n)]
    expect(matchEntry(entry('', 55_00n), twice, 'EUR')).toMatchObject({
      state: 'UNMATCHED',
      note: 'Several batches have this amount: X-7, Y-8',
    })
  })

  it('is nothing of ours in another currency, when it names a part of a word, or was paid before', () => {
    expect(matchEntry(entry('2026-02-03-0417', 99_28n), batches, 'SEK').state).toBe('UNMATCHED')
    expect(matchEntry(entry('AX-71', 55_01n), batches, 'EUR').state).toBe('UNMATCHED')
    const paid = [batch('X-7', 55_00n, { isPaid: true })]
    expect(matchEntry(entry('X-7', 55_00n), paid, 'EUR')).toMatchObject({
      state: 'UNMATCHED',
      note: 'The payout of X-7 is already confirmed',
    })
    expect(matchEntry(entry('', 55_00n), paid, 'EUR').state).toBe('UNMATCHED')
    expect(matchEntry(entry('X-7', 55_00n, { isReversal: true }), batches, 'EUR').state).toBe('UNMATCHED')
  })

  it('is not chosen among several batches it names', () => {
    expect(matchEntry(entry('2026-02-03-0417 and X-7', 154_28n), batches, 'EUR')).toMatchObject({
      state: 'UNMATCHED',
      batch: null,
    })
  })
})

describe('the entries of a statement', () => {
  it('leave a batch to the entry that names it, whichever comes first', () => {
    const batches = [batch('X-7', 55_00n)]
    const found = matchEntries([entry('no name', 55_00n), entry('X-7', 55_00n)], batches, 'EUR')
    expect(found.map(({ match }) => match.state)).toEqual(['UNMATCHED', 'CONFIRMED'])
  })

  it('never pay or propose a batch twice', () => {
    const some = fc.constantFrom('A-100', 'B-200', 'C-300')
    const amount = fc.constantFrom(10_00n, 20_00n)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.option(some, { nil: '' }), amount), { maxLength: 8 }),
        fc.uniqueArray(fc.tuple(some, amount), { selector: ([name]) => name }),
        (entries, given) => {
          const batches = given.map(([name, minor]) => batch(name, minor))
          const found = matchEntries(
            entries.map(([text, minor]) => entry(text, minor)),
            batches,
            'EUR',
          )
          const taken = found
            .filter(({ match }) => match.state === 'CONFIRMED' || match.state === 'PROPOSED')
            .map(({ match }) => match.batch?.id)
          expect(new Set(taken).size).toBe(taken.length)
        },
      ),
    )
  })
})
