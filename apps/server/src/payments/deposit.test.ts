import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'

let platform: PaymentPlatform
beforeAll(async () => {
  platform = await paymentPlatform()
}, 60_000)
afterAll(() => platform.close())

describe('a deposit', () => {
  it('succeeds, and the books show it', async () => {
    const { status, body } = await platform.deposit()
    expect(body.errors).toEqual([])
    expect({ status, state: body.state, code: body.statusCode }).toEqual({
      status: 201,
      state: 'SUCCESSFUL',
      code: 'SUCCESS',
    })
  })
})
