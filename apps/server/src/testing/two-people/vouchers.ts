import { expect } from 'vitest'
import { openShop } from '../../finance/store/testing/store-shop.ts'
import { outcomeOf, platform, type Rule } from './cast.ts'

export const voucherRelease: Rule = {
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
}
