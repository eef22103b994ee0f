import { expect, it } from 'vitest'
import { newTransaction, childTransaction } from './new-transaction.ts'
import { maskOfPayment } from './person-store.ts'

const now = new Date('2026-11-18T02:00:00Z')
const person = {
  firstName: 'Quirina',
  lastName: 'Zebulonsdotter',
  mobile: '+46701234523',
  dob: '1981-04-03',
  accountHolder: 'Q Zebulonsdotter',
}

it('a child knows of its user what texts about it are masked by', () => {
  const origin = newTransaction(
    {
      ...person,
      merchantId: 1,
      id: 1,
      txType: 'CreditcardDeposit',
      method: 'DEPOSIT',
      providerType: 'CREDITCARD',
      apiSource: 'FRONT_API',
      currency: 'EUR',
      baseCurrency: 'EUR',
      requestedAmountMinor: 100n,
      userId: 'user_1',
    },
    now,
  )
  const child = childTransaction({
    origin,
    now,
    id: 2,
    txType: 'CreditcardRefund',
    method: 'REFUND',
    apiSource: 'BACKOFFICE',
    initiatedBy: 'admin',
    amountMinor: -100n,
    pspAmount: { minor: 100n, currency: 'EUR' },
  })
  expect(child).toMatchObject(person)
  expect(maskOfPayment(child)('born 3.4.1981, called 0701234523')).toBe('born 1981-**-**, called 070******23')
})
