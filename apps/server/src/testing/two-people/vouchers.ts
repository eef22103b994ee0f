import { expect } from 'vitest'
import { at, openShop } from '../../finance/store/testing/store-shop.ts'
import type { TwoPersonRule } from './attempt.ts'
import { outcomeOf, person, platform } from './cast.ts'

export const voucherRelease: TwoPersonRule = {
  guard: 'apps/server/src/finance/store/batches.ts',
  asksForProof: false,
  copies: 'a clone of a product has no vouchers',
  prepare: async () => {
    const [one, other] = [await person('store'), await person('store2')]
    const shop = await openShop(platform)
    const { batch } = await shop.order()
    await shop.download(batch.id)
    const confirmation = async () => {
      const { version } = (await one.get(`/voucher-batch/${batch.id}?${at}`)).body
      return { path: `/voucher-batch/${batch.id}/release?${at}`, body: { version } }
    }
    return { one, other, confirmation }
  },
  ways: {
    'the one who ordered them': async () => {
      const shop = await openShop(platform)
      const { batch, answer } = await shop.order()
      expect(answer.status, answer.text).toBe(200)
      await shop.download(batch.id, shop.store2)
      return outcomeOf(await shop.release(batch.id, shop.store))
    },
    'the one who has the codes': async () => {
      const shop = await openShop(platform)
      const { batch, answer } = await shop.order()
      expect(answer.status, answer.text).toBe(200)
      await shop.download(batch.id, shop.store2)
      return outcomeOf(await shop.release(batch.id, shop.store2))
    },
  },
}
