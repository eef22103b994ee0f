import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, it } from 'vitest'
import { requestStakes } from './request-stakes.ts'

const line = (side: string, amount: string, currency = 'EUR') => ({ side, amount: { amount, currency } })
const request = (lines: unknown) => ({ id: 'r', version: 1, merchantId: 1, lines })

it('a request about the books says what it would move, per currency, and in how many lines', () => {
  const stakes = (lines: unknown) => requestStakes('approve', [request(lines)], defaultUserFormats)
  expect(
    stakes([
      line('DEBIT', '12.00'),
      line('CREDIT', '12.00'),
      line('DEBIT', '5', 'JPY'),
      line('CREDIT', '5', 'JPY'),
    ]),
  ).toEqual(['Debit and credit: 12.00 EUR, 5 JPY, 4 lines'])
  // To reopen a period moves nothing.
  expect(stakes(null)).toEqual([])
})
