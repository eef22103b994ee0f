import { describe, expect, it } from 'vitest'
import { roles } from '../access/roles.ts'
import { statusCodes } from '../reference/status-codes.ts'
import { corrections, possibleCorrections, type CorrectionSubject } from './corrections.ts'
import type { OperationSubject } from './operation-subject.ts'
import { txMethods } from './transaction-method.ts'
import { allowedOperations, operations, operationNames } from './operations.ts'
import { mayMove } from './transitions.ts'

const deposit: OperationSubject = {
  statusNo: 0,
  method: 'DEPOSIT',
  authorizedAmountMinor: 1000n,
  capturedAmountMinor: 1000n,
  refundedAmountMinor: 0n,
  refundingAmountMinor: 0n,
  capturingMinor: 0n,
  reservationEnded: false,
  voidedAmountMinor: 0n,
  chargebackAmountMinor: 0n,
  returnedAmountMinor: 0n,
  hasAccount: true,
  erased: false,
  inFlight: false,
  working: false,
  pspApproved: false,
  ageMs: 0,
  reprocessCount: 0,
}

describe('operations', () => {
  it('all need a role', () => {
    for (const name of operationNames) {
      expect(operations[name].name).toBe(name)
      expect(operations[name].roles.length).toBeGreaterThan(0)
    }
    for (const { no } of statusCodes) expect(allowedOperations({ ...deposit, statusNo: no }, [])).toEqual([])
  })

  it('are only offered where the state machine lets them act', () => {
    const targets = {
      deny: 601,
      cancel: 601,
      'force-successful': 0,
      'force-failed': 506,
      'force-inconsistent': 402,
    }
    const impossible = statusCodes.flatMap(({ no }) => {
      const allowed = allowedOperations({ ...deposit, statusNo: no, ageMs: 3_600_000 }, roles)
      return Object.entries(targets)
        .filter(([name, target]) => allowed.some((each) => each === name) && !mayMove(no, target))
        .map(([name]) => `${name} at ${no}`)
    })
    expect(impossible).toEqual([])
  })

  it('decide once about what nobody understands, and not against a PSP that has moved the money', () => {
    const why = (name: 'force-successful' | 'force-failed' | 'reprocess' | 'cancel', statusNo: number) =>
      operations[name].blockedBy({ ...deposit, statusNo, working: true, ageMs: 3_600_000 }, roles)
    for (const name of ['force-successful', 'force-failed', 'reprocess'] as const)
      expect(why(name, 400)).toBe('A decision is being carried out.')
    expect(why('force-failed', 200)).toBeUndefined()
    expect(why('force-failed', 201)).toBe('The PSP has moved the money; the merchant is being notified.')
    expect(why('cancel', 204)).toBe('The payment is being processed right now.')
  })

  it.each([
    ['nothing captured', { capturedAmountMinor: 0n }, 'Nothing was captured yet; void it instead.'],
    [
      'a voided reservation',
      { capturedAmountMinor: 0n, voidedAmountMinor: 1000n },
      'Nothing was captured; the reservation was voided.',
    ],
    [
      'all refunded',
      { refundedAmountMinor: 400n, refundingAmountMinor: 600n },
      'The full amount was already refunded.',
    ],
    ['a withdrawal', { method: 'WITHDRAWAL' as const }, 'Only deposits can be refunded.'],
    ['a failure', { statusNo: 504 }, 'The transaction is failed (504); expected successful.'],
    ['a last cent', { refundedAmountMinor: 999n }, undefined],
    [
      'what was charged back',
      { refundedAmountMinor: 400n, chargebackAmountMinor: 600n },
      'The full amount was already refunded or charged back.',
    ],
    ['an erased user', { erased: true }, 'The user was erased; there is no account to pay back to.'],
  ])('refund of %s', (_what, change, why) => {
    expect(operations.refund.blockedBy({ ...deposit, ...change }, roles)).toBe(why)
  })

  it('lets administrators alone force what merely waits', () => {
    const waiting = { ...deposit, statusNo: 303 }
    expect(operations['force-successful'].blockedBy(waiting, ['INVESTIGATOR'])).toContain(
      'expected inconsistent',
    )
    expect(operations['force-successful'].blockedBy(waiting, ['INVESTIGATOR_ADMIN'])).toBeUndefined()
  })

  it('does not cancel what the PSP is working on', () => {
    expect(operations.cancel.blockedBy({ ...deposit, statusNo: 303, inFlight: true }, roles)).toBe(
      'The PSP has not answered yet.',
    )
  })

  it('gives up after three reprocesses', () => {
    const lost = { ...deposit, statusNo: 400 }
    expect(operations.reprocess.blockedBy(lost, roles)).toBeUndefined()
    expect(operations.reprocess.blockedBy({ ...lost, reprocessCount: 3 }, roles)).toContain('3 times')
  })

  it('makes a failed payment anew only with a stored account, and never against the issuer', () => {
    const failed = { ...deposit, statusNo: 504, capturedAmountMinor: 0n }
    const why = (change: Partial<OperationSubject>) =>
      operations.reprocess.blockedBy({ ...failed, ...change }, roles)
    expect(why({})).toBeUndefined()
    expect(why({ hasAccount: false })).toContain('not stored')
    expect(why({ accountStatus: 'ACTIVE' })).toBeUndefined()
    expect(why({ accountStatus: 'NEW' })).toBe('The account is new; only an active account can pay.')
    const unclear = { ...failed, statusNo: 400, accountStatus: 'NEW' } as const
    expect(operations.reprocess.blockedBy(unclear, roles)).toBeUndefined()
    expect(why({ statusNo: 597 })).toBe('The issuer said not to try again.')
    expect(why({ method: 'REFUND' })).toContain('expected status 400, 404, 405')
    for (const { no, status } of statusCodes)
      if (operations.reprocess.blockedBy({ ...deposit, statusNo: no }, roles) === undefined)
        expect(status === 'FAILED' || mayMove(no, 250), `reprocess at ${no}`).toBe(true)
  })

  it('assigns where there is a case', () => {
    expect(operations.assign.blockedBy({ ...deposit, hasCase: false }, roles)).toBe('There is no open case.')
    expect(operations.assign.blockedBy({ ...deposit, hasCase: true }, roles)).toBeUndefined()
  })
})

describe('corrections', () => {
  const paid: CorrectionSubject = { ...deposit, disputableMinor: 1000n, disputedMinor: 0n }
  it.each([
    ['a paid deposit', {}, ['ManualChargeback', 'ManualRefund']],
    [
      'one charged back in part',
      { chargebackAmountMinor: 1n, disputableMinor: 999n, disputedMinor: 1n },
      ['ManualChargeback', 'ManualChargebackWon', 'ManualRefund'],
    ],
    [
      'one charged back',
      { chargebackAmountMinor: 1000n, disputableMinor: 0n, disputedMinor: 1000n },
      ['ManualChargebackWon'],
    ],
    [
      'one refunded without its fee',
      { refundedAmountMinor: 1000n, disputableMinor: 50n },
      ['ManualChargeback'],
    ],
    [
      'one refunded whose fee was charged back',
      { refundedAmountMinor: 1000n, disputableMinor: 0n, disputedMinor: 50n },
      ['ManualChargebackWon'],
    ],
    ['one that is reserved', { statusNo: 3, capturedAmountMinor: 0n, disputableMinor: 0n }, ['ManualVoid']],
    ['one that failed', { statusNo: 504, capturedAmountMinor: 0n, disputableMinor: 0n }, []],
  ])('of %s that move money', (_what, change, types) => {
    const subject = { ...paid, ...change }
    expect(possibleCorrections(subject).filter((type) => corrections[type].mark === undefined)).toEqual(types)
    expect(possibleCorrections(subject)).toContain('ManualRequestForInfo')
  })

  it('are for payments of users that are over', () => {
    expect(possibleCorrections({ ...paid, method: 'REFUND', capturedAmountMinor: 0n })).toEqual([])
    expect(possibleCorrections({ ...paid, statusNo: 303, capturedAmountMinor: 0n })).toEqual([])
  })

  it('are offered as an operation exactly where one is possible', () => {
    for (const { no } of statusCodes)
      for (const method of txMethods) {
        const subject = { ...paid, statusNo: no, method }
        expect(operations.correction.blockedBy(subject, roles) === undefined, `${method} at ${no}`).toBe(
          possibleCorrections(subject).length > 0,
        )
      }
  })
})
