import { describe, expect, it } from 'vitest'
import { messagesOutOfOrder, type Arrival } from './message-order.ts'

const arrival = (txId: number, sequence: number, state: string): Arrival => ({
  id: `${txId}-${sequence}`,
  txId,
  sequence,
  state,
})
const payments = [{ id: 1, statusNo: 0 }]
const [created, updated, completed] = [
  arrival(1, 1, 'PROCESSING'),
  arrival(1, 2, 'WAITING_INPUT'),
  arrival(1, 3, 'SUCCESSFUL'),
]

describe('the order of messages', () => {
  it('holds where they come as they are numbered, whatever comes twice', () => {
    expect(messagesOutOfOrder([created, updated, created, updated, completed], payments)).toEqual([])
    expect(messagesOutOfOrder([], payments)).toEqual([])
  })

  it('is broken by one that overtakes, one that is missing, and an end that is not the end', () => {
    const broken = (...arrivals: Arrival[]) =>
      messagesOutOfOrder(arrivals, payments).map(({ detail }) => detail)
    expect(broken(created, completed, updated)).toEqual(['came as 1, 3, 2'])
    expect(broken(created, completed)).toEqual(['came as 1, 3'])
    expect(broken(created, updated)).toEqual(['end with WAITING_INPUT, but the payment is SUCCESSFUL'])
  })
})
