import { describe, expect, it } from 'vitest'
import type { Role } from '../access/roles.ts'
import { statusCodes } from '../reference/status-codes.ts'
import { bandOf } from './amount-band.ts'
import { decisionNames, levelOf, obstacleTo, type ApprovalSubject } from './approval-rules.ts'
import { matchLocations } from './location-match.ts'
import { operations } from './operations.ts'

const now = new Date('2026-03-01T08:00:00.000Z')
const waiting: ApprovalSubject = {
  statusNo: 351,
  method: 'WITHDRAWAL',
  heldFrom: null,
  beganBy: ['player'],
  firstPeople: [],
  excludedApprovers: [],
  accountHeldUntil: null,
}
const second: Partial<ApprovalSubject> = { statusNo: 356, firstPeople: ['u1', 'anna'] }
const person = (...roles: Role[]) => ({ people: ['u2', 'bert'], roles })
const codeOf = (
  name: (typeof decisionNames)[number],
  change: Partial<ApprovalSubject>,
  approver = person('ADMIN_APPROVER'),
) => obstacleTo(name, { ...waiting, ...change }, approver, now)?.code

describe('who may decide', () => {
  it('is nobody who approved before, where a rule says so; denying stays theirs', () => {
    expect(codeOf('approve', { excludedApprovers: ['u2'] })).toBe('FOUR_EYES')
    expect(codeOf('approve', { excludedApprovers: ['u1'] })).toBeUndefined()
    expect(codeOf('deny', { excludedApprovers: ['u2'] })).toBeUndefined()
  })

  it('is the level’s own approver, or one who does both', () => {
    expect(codeOf('approve', {}, person('FIRST_APPROVER'))).toBeUndefined()
    expect(codeOf('approve', {}, person('SECOND_APPROVER'))).toBe('FORBIDDEN')
    expect(codeOf('approve', second, person('FIRST_APPROVER'))).toBe('FORBIDDEN')
    expect(codeOf('approve', second, person('SECOND_APPROVER'))).toBeUndefined()
    expect(codeOf('approve', second)).toBeUndefined()
    expect(codeOf('approve', {}, person('MERCHANT_ADMIN', 'OPERATOR_ADMIN'))).toBe('FORBIDDEN')
  })

  it('is never whoever began it, and never one person twice', () => {
    expect(codeOf('approve', { beganBy: ['bert'] })).toBe('FOUR_EYES')
    expect(codeOf('deny', { beganBy: ['bert'] })).toBe('FOUR_EYES')
    expect(codeOf('approve', { beganBy: ['u2'] })).toBe('FOUR_EYES')
    expect(codeOf('approve', { ...second, firstPeople: ['u2'] })).toBe('FOUR_EYES')
    expect(codeOf('deny', { ...second, firstPeople: ['u2'] })).toBe('FOUR_EYES')
    expect(codeOf('hold', { ...second, firstPeople: ['u2'] })).toBeUndefined()
  })

  it('keeps the level while on hold', () => {
    expect(levelOf(355, 356)).toBe(2)
    expect(codeOf('deny', { statusNo: 355, heldFrom: 356, firstPeople: ['u2'] })).toBe('FOUR_EYES')
    expect(codeOf('approve', { statusNo: 355, heldFrom: 351 })).toBe('INVALID_STATE')
  })

  it('waits where the account was changed, for money that leaves', () => {
    const accountHeldUntil = '2026-03-01T09:00:00.000Z'
    expect(codeOf('approve', { accountHeldUntil })).toBe('INVALID_STATE')
    expect(codeOf('deny', { accountHeldUntil })).toBeUndefined()
    expect(codeOf('approve', { accountHeldUntil: '2026-03-01T08:00:00.000Z' })).toBeUndefined()
    expect(codeOf('approve', { accountHeldUntil, method: 'DEPOSIT', statusNo: 350 })).toBeUndefined()
  })

  it('support may hold and nothing else', () => {
    const support = person('MERCHANT_SUPPORT')
    expect(decisionNames.filter((name) => codeOf(name, {}, support) === undefined)).toEqual(['hold'])
  })

  it('depends on the status as the operations say', () => {
    for (const { no } of statusCodes)
      for (const name of decisionNames) {
        const subject = { statusNo: no } as Parameters<typeof operations.approve.blockedBy>[0]
        const isOpen = operations[name].blockedBy(subject, ['ADMIN_APPROVER']) === undefined
        expect(codeOf(name, { statusNo: no }) === undefined, `${name} at ${no}`).toBe(isOpen)
      }
  })
})

describe('places', () => {
  const none = { registration: null, ip: null, card: null, bank: null }
  it.each([
    [{ ...none, registration: 'SWE' }, 'unknown'],
    [{ ...none, registration: 'SWE', ip: 'SWE', bank: 'SWE' }, 'same'],
    [{ ...none, registration: 'SWE', ip: 'SWE', bank: 'DEU' }, 'partly'],
    [{ ...none, registration: 'SWE', ip: 'DEU', bank: 'DEU' }, 'different'],
    [{ ...none, ip: 'SWE', card: 'SWE' }, 'same'],
    [{ ...none, ip: 'SWE', card: 'NOR' }, 'different'],
  ] as const)('%o are %s', (places, match) => {
    expect(matchLocations(places)).toBe(match)
  })
})

describe('the size of a payment', () => {
  it.each([
    [-9_999n, 'EUR', 'small'],
    [-10_000n, 'EUR', 'medium'],
    [99_999n, 'EUR', 'medium'],
    [100_000n, 'EUR', 'large'],
    [1_000_000n, 'EUR', 'huge'],
    [100n, 'JPY', 'medium'],
    [99_999n, 'KWD', 'small'],
  ] as const)('%d %s is %s', (minor, currency, band) => {
    expect(bandOf(minor, currency)).toBe(band)
  })
})
