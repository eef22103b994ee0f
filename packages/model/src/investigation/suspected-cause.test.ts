import { describe, expect, it } from 'vitest'
import { callbackSubjects, type CallbackSubject } from '../payments/callback-subject.ts'
import { suspectedCauses, type CaseFacts } from './suspected-cause.ts'

const eur = (amount: string) => ({ amount, currency: 'EUR' })

const lost: CaseFacts = {
  type: 'INCONSISTENT',
  txType: 'CreditcardDeposit',
  cause: 'As it was opened',
  psp: 'Acme Cards',
  statusNo: 400,
  expected: eur('75.00'),
  pspApproved: false,
  suspense: false,
  merchantHasIt: false,
  attempts: [{ no: 1, psp: 'Acme Cards', statusNo: 400, latencyMs: 6300, pspRefId: null }],
  callbacks: [],
  asked: null,
}
const callback = (change: Partial<CaseFacts['callbacks'][number]> = {}) => ({
  psp: 'Acme Cards',
  subject: 'payment',
  signatureOk: true,
  statusNo: 0,
  amount: eur('75.00'),
  reference: null,
  ...change,
})
const causes = (change: Partial<CaseFacts>) =>
  suspectedCauses({ ...lost, ...change }).map(({ code, points }) => [code, points])

describe('the suspected cause', () => {
  it('of silence is silence, and speaks for nothing', () => {
    expect(causes({})).toEqual([['NO_ANSWER', null]])
    expect(suspectedCauses(lost)[0]?.text).toBe('Acme Cards did not answer within 6.3 s.')
  })

  it('is first what the PSP said when it was asked', () => {
    const asked = (kind: string) => causes({ asked: { at: '2026-11-16T08:00:00Z', kind } })[0]
    expect(asked('notFound')).toEqual(['NOT_AT_PSP', 'FAILED'])
    expect(asked('approved')).toEqual(['PAID_AT_PSP', 'SUCCESSFUL'])
    expect(asked('declined')).toEqual(['DECLINED_AT_PSP', 'FAILED'])
    expect(asked('pending')).toEqual(['OPEN_AT_PSP', null])
    expect(asked('unknown')).toEqual(['PSP_UNREACHABLE', null])
  })

  it('of a callback is what it says, unless it is about another amount or not signed', () => {
    expect(causes({ callbacks: [callback()] })[0]).toEqual(['PAID_BY_CALLBACK', 'SUCCESSFUL'])
    expect(causes({ statusNo: 403, callbacks: [callback()] })[0]).toEqual(['LATE_SUCCESS', 'SUCCESSFUL'])
    expect(causes({ statusNo: 407, callbacks: [callback({ amount: eur('7.00') })] })).toEqual([
      ['AMOUNT_DIFFERS', null],
    ])
    const forged = causes({ callbacks: [callback({ signatureOk: false })] })
    expect(forged.map(([code]) => code)).toEqual(['BAD_SIGNATURE', 'NO_ANSWER'])
  })

  it.each(callbackSubjects.filter((subject) => subject !== 'payment'))(
    'of a payment is never what its PSP says of something else: %s',
    (subject) => {
      const told = [callback({ subject, amount: eur('40.00') }), callback({ subject })]
      expect(causes({ callbacks: told })).toEqual(causes({}))
      expect(causes({ statusNo: 402, callbacks: told })).toEqual(causes({ statusNo: 402 }))
    },
  )

  it('of a capture, void or refund is what its PSP says of that', () => {
    for (const [txType, subject] of [
      ['Capture', 'capture'],
      ['Void', 'void'],
      ['Refund', 'refund'],
    ] as const) {
      const about = (told: CallbackSubject) => causes({ txType, callbacks: [callback({ subject: told })] })[0]
      expect(about(subject)).toEqual(['PAID_BY_CALLBACK', 'SUCCESSFUL'])
      expect(about('disputeFiled')).toEqual(['NO_ANSWER', null])
    }
  })

  it('of money the merchant did not take over is the merchant', () => {
    expect(causes({ statusNo: 402, suspense: true })).toEqual([['MERCHANT_MISSED', 'SUCCESSFUL']])
    expect(causes({ statusNo: 402 })).toEqual([['AS_OPENED', null]])
    expect(causes({ statusNo: 402, suspense: true, merchantHasIt: true })).toEqual([['OPENED_AGAIN', null]])
  })

  it('of what is over, or not about a payment, is why it was opened', () => {
    expect(causes({ statusNo: 0 })).toEqual([['AS_OPENED', null]])
    expect(causes({ type: 'MANUAL', statusNo: null })).toEqual([['AS_OPENED', null]])
    expect(causes({ statusNo: 0, cause: null })).toEqual([])
  })

  it('of an unknown callback is its reference', () => {
    const about = { type: 'UNKNOWN_CALLBACK', statusNo: null } as const
    expect(causes({ ...about, callbacks: [callback({ reference: 'order-1' })] })).toEqual([
      ['UNKNOWN_REFERENCE', null],
      ['OTHER_SYSTEM', null],
    ])
  })
})
