import type { APIRequestContext } from '@playwright/test'
import { Api } from './api.ts'
import { uniqueName } from './people.ts'

/** A legal entity and a price list of a journey's own: the demo writes its own while journeys already run. */
export async function openBilling(request: APIRequestContext, merchantId: number) {
  const api = new Api(request)
  const seller = uniqueName('J').slice(0, 6).replace('-', '').toUpperCase()
  const priceList = uniqueName('Prices')
  await api.post(
    '/legal-entity',
    {
      name: `Seller ${seller} AB`,
      code: seller,
      orgNo: '556677-8899',
      vatNo: 'SE556677889901',
      vatRate: '25',
      address: 'Storgatan 1',
      zip: '111 22',
      city: 'Stockholm',
      country: 'SWE',
      email: 'billing@signalbox.example',
      iban: 'SE45 5000 0000 0583 9825 7466',
      bic: 'ESSESESS',
      note: 'Made by a journey',
    },
    { merchantId },
  )
  await api.post(
    '/price-list',
    {
      name: priceList,
      currency: 'EUR',
      effectiveFrom: '2025-01-01',
      prices: {
        monthlyFee: '250',
        minimumMonthly: '0',
        perRefund: '0',
        perChargeback: '0',
        schemeTokenFee: '0',
        countFailed: false,
        products: ['DEPOSIT', 'WITHDRAWAL'].map((product) => ({
          product,
          tiers: [{ from: 0, fee: '0' }],
          volumePct: '0',
        })),
        premium: [],
      },
      note: 'Made by a journey',
    },
    { merchantId },
  )
  return { seller, priceList }
}
