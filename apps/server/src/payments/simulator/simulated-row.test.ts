import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { expect, it } from 'vitest'
import { refuseOthers } from './simulated-row.ts'

it('takes deposits and withdrawals and nothing else', () => {
  const isTaken = (txType: string): boolean => {
    try {
      refuseOthers(txType)
      return true
    } catch {
      return false
    }
  }
  // A card check asks for no money: it is neither.
  const refused = transactionTypes.map(({ name }) => name).filter((name) => !isTaken(name))
  expect(refused).toEqual(['CreditcardAccountVerification'])
  expect(['Refund', 'Capture', 'Void', 'Chargeback', 'Transfer', ''].filter(isTaken)).toEqual([])
})
