import { describe, expect, it } from 'vitest'
import { statusCodes } from './status-codes.ts'
import { StatusNo } from './status-no.ts'
import { statusInFull, statusReason } from './status-words.ts'

describe('why a payment is in its state', () => {
  it.each([
    [StatusNo.ERR_DECLINED_NO_FUNDS, 'No funds'],
    [StatusNo.ERR_DECLINED_CVV_FAIL, 'CVV fail'],
    [StatusNo.ERR_DECLINED_3D_EXPIRED, '3-D Secure expired'],
    [StatusNo.ERR_DECLINE_COUNTRY_NOT_SUPPORTED, 'Country not supported'],
    [StatusNo.ERR_CANCELLED_BY_USER, 'By user'],
    [StatusNo.ERR_INCONSISTENT_TRANSACTION, ''],
    [StatusNo.SUCCESS_CAPTURED, 'Captured'],
    [StatusNo.SUCCESS, ''],
    [StatusNo.WAITING_WITHDRAWAL_APPROVAL, ''],
    [StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL, 'Waiting for the second approval'],
    [9_999, ''],
  ])('%i is "%s"', (no, words) => {
    expect(statusReason(no)).toBe(words)
  })

  it('never shouts', () => {
    const shouting = statusCodes.filter(({ no }) => /_|[A-Z]{5}/.test(statusReason(no)))
    expect(shouting).toEqual([])
  })

  it('has the code and the number in full', () => {
    expect(statusInFull(StatusNo.ERR_DECLINED_NO_FUNDS)).toBe(
      'Failed: Not enough money on the account. ERR_DECLINED_NO_FUNDS (504)',
    )
  })
})
