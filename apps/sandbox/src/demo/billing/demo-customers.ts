import { noPrices, type Prices } from '@signalbox/model/billing/price-list'

export const demoSeller = {
  name: 'Signalbox Payments AB',
  code: 'SB',
  orgNo: '556677-8899',
  vatNo: 'SE556677889901',
  vatRate: '25',
  address: 'Vasagatan 12',
  zip: '111 20',
  city: 'Stockholm',
  country: 'SWE',
  email: 'billing@signalbox.example',
  phone: '+46812345678',
  iban: 'SE45 5000 0000 0583 9825 7466',
  bic: 'ESSESESS',
} as const

export const demoPrices: Prices = {
  ...noPrices,
  monthlyFee: '490',
  minimumMonthly: '500',
  perRefund: '0.25',
  perChargeback: '15',
  schemeTokenFee: '0.01',
  products: [
    {
      product: 'DEPOSIT',
      tiers: [
        { from: 0, fee: '0.14' },
        { from: 500, fee: '0.11' },
        { from: 5_000, fee: '0.08' },
      ],
      volumePct: '0.12',
    },
    { product: 'WITHDRAWAL', tiers: [{ from: 0, fee: '0.2' }], volumePct: '0' },
  ],
  premium: [{ psp: 'kestrelcard', fee: '0.3' }],
}

/** How far somebody got with an invoice. */
export type Fate = 'draft' | 'approved' | 'sent' | 'paid' | 'overdue' | 'credited'

export interface DemoCustomer {
  readonly values: Readonly<Record<string, unknown>>
  /** Of the invoices of the last three months, the oldest first. */
  readonly fates: readonly [Fate, Fate, Fate]
}

const standard = { currency: 'EUR', priceList: 'Standard', seller: demoSeller.code } as const

/** One in the country of the seller, and two that owe the tax themselves. */
export const demoCustomers: readonly DemoCustomer[] = [
  {
    values: {
      ...standard,
      legalName: 'Northlight Sweden AB',
      orgNo: '559012-3456',
      vatNo: 'SE559012345601',
      address: 'Sveavägen 44',
      zip: '111 34',
      city: 'Stockholm',
      country: 'SWE',
      billingEmail: 'invoices@se.northlight.example',
      merchants: [100010001],
      poNumber: 'NL-2026-17',
      contacts: ['Ebba Lindqvist, ebba.lindqvist@se.northlight.example'],
    },
    fates: ['paid', 'paid', 'sent'],
  },
  {
    values: {
      ...standard,
      legalName: 'Northlight Finland Oy',
      orgNo: '2345678-9',
      vatNo: 'FI23456789',
      address: 'Mannerheimintie 8',
      zip: '00100',
      city: 'Helsinki',
      country: 'FIN',
      billingEmail: 'laskut@fi.northlight.example',
      merchants: [100010002],
    },
    fates: ['paid', 'credited', 'approved'],
  },
  {
    values: {
      ...standard,
      legalName: 'Aurora Casino Ltd',
      orgNo: 'C 12345',
      vatNo: 'MT12345678',
      address: 'Republic Street 7',
      zip: 'VLT 1110',
      city: 'Valletta',
      country: 'MLT',
      billingEmail: 'accounts@aurora.example',
      merchants: [100010003],
      paymentTermsDays: '14',
    },
    fates: ['paid', 'overdue', 'draft'],
  },
]
