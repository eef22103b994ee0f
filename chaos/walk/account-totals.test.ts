import { describe, expect, it } from 'vitest'
import type { PspBookLine } from '../sandbox-client.ts'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { ReceivableLine } from '../receivables.ts'
import { accountTotalsDiffer } from './account-totals.ts'

const merchantId = 100010001
const payment = (id: number, statusNo = 0, originTxId: number | null = null) => ({
  merchantId,
  id,
  originTxId,
  statusNo,
  key: null,
  nextStep: null,
  leaseUntil: null,
  looksAt: null,
})
const moved = (id: number, movement: string, minor: number, account = '3DS'): PspBookLine => ({
  psp: 'acmecards',
  account,
  reference: txRefId(merchantId, id),
  movement,
  minor: String(minor),
  currency: 'EUR',
})
const owed = (txId: number, minor: number, account = '3DS'): ReceivableLine => ({
  txId,
  account: `acmecards/${account}`,
  currency: 'EUR',
  minor: String(minor),
})

describe('what accounts of PSPs owe', () => {
  it('is the same on both sides, with refunds, disputes that were won, and payouts that came back', () => {
    const payments = [payment(1), payment(2, 0, 1), payment(3)]
    const theirs = [
      moved(1, 'captured', 1000),
      moved(1, 'refunded', 300),
      moved(1, 'disputed', 700),
      moved(1, 'disputed', -700),
      moved(3, 'paidOut', 500),
      moved(3, 'returned', 500),
    ]
    expect(accountTotalsDiffer({ payments, unsettled: [] }, theirs, [owed(1, 1000), owed(2, -300)])).toEqual(
      [],
    )
  })

  it('differs where money is booked with another account, although the payment agrees', () => {
    const found = accountTotalsDiffer(
      { payments: [payment(1)], unsettled: [] },
      [moved(1, 'captured', 1000)],
      [owed(1, 1000, 'N3DS')],
    )
    expect(found.map(({ subject, detail }) => `${subject}: ${detail}`)).toEqual([
      'acmecards/3DS EUR: the PSP says 1000, our books say 0',
      'acmecards/N3DS EUR: the PSP says 0, our books say 1000',
    ])
  })

  it('leaves out what nobody has decided yet, and what is not ours', () => {
    const theirs = [moved(1, 'captured', 1000), moved(9, 'captured', 50)]
    expect(accountTotalsDiffer({ payments: [payment(1, 400)], unsettled: [] }, theirs, [])).toEqual([])
    const unsettled = [{ txId: 1, outcome: 'FAILED', hasCase: true }]
    expect(accountTotalsDiffer({ payments: [payment(1)], unsettled }, theirs, [])).toEqual([])
  })
})
