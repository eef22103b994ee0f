import { product } from '@signalbox/model/entities/product'
import { Refusal } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import ProductScreen from './product-screen.tsx'

withLayout()

const gift = fakeRecord(product, {
  id: 'product-1',
  version: 4,
  sku: 'GIFT-EUR',
  name: 'Gift voucher',
  kind: 'VOUCHER',
  state: 'ACTIVE',
  currency: 'EUR',
  faceValues: ['25.00'],
  countries: [],
  validityDays: 365,
  commissionPct: 0,
  stock: { issued: 0, active: 0, redeemed: 0, expired: 0, blocked: 0 },
})

it('a product is cloned as it was seen, and whoever saw an older one is told to look again', async () => {
  signIn(['STORE_ADMIN'])
  const { of } = fakeApi({
    'GET /product': () => ({ items: [gift], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /product/{id}': () => gift,
    'POST /product/{id}/clone': () => {
      throw new Refusal('VERSION_CONFLICT', { current: { ...gift, version: 5 } })
    },
  })
  const { user } = renderScreen(ProductScreen, '/product/read?id=product-1')
  await user.click(await screen.findByRole('button', { name: 'Clone' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Clone Gift voucher' }))
  await user.type(dialog.getByRole('textbox', { name: /SKU of the new product/ }), 'GIFT-2')
  await user.click(dialog.getByRole('button', { name: 'Clone' }))
  expect((await screen.findAllByText(texts.refreshAndRetry)).length).toBeGreaterThan(0)
  expect(of('POST /product/{id}/clone')[0]?.body).toEqual({ version: 4, sku: 'GIFT-2' })
})
