import { aurora, northlight, row, sweden, type DemoContent } from './demo-ruleset.ts'

/** A change of a ruleset that is on its way. */
export interface DemoChange {
  readonly merchantId: number
  readonly table: string
  readonly state: 'DRAFT' | 'PENDING_APPROVAL' | 'SCHEDULED'
  readonly by: string
  readonly approvedBy?: string
  readonly note: string
  /** Days from now. */
  readonly effectiveIn?: number
  readonly change: (content: DemoContent) => DemoContent
}

export const demoChanges: readonly DemoChange[] = [
  {
    merchantId: sweden,
    table: 'psp-routing',
    state: 'DRAFT',
    by: 'rules',
    note: 'Try Kestrel for Swedish cards',
    change: (content) => ({
      ...content,
      rows: [
        row(
          'Swedish cards to Kestrel',
          { txType: 'CreditcardDeposit', binIssuerCountry: 'SWE', amount: '< 500 SEK' },
          { psp: 'kestrelcard', pspAccount: 'default' },
        ),
        ...content.rows,
      ],
    }),
  },
  {
    merchantId: northlight,
    table: 'limit',
    state: 'PENDING_APPROVAL',
    by: 'rules2',
    note: 'Fraud asked for a lower first deposit after the March cases',
    change: (content) => ({
      ...content,
      rows: content.rows.map((first) => ({
        ...first,
        says: {
          ...first.says,
          max: '1500 EUR, 15000 SEK, 15000 NOK, 11000 DKK, 1500 GBP, 1500 USD, 250000 JPY, 1000 KWD',
        },
      })),
    }),
  },
  {
    merchantId: aurora,
    table: 'fee',
    state: 'SCHEDULED',
    by: 'rules',
    approvedBy: 'rules2',
    note: 'New price list from next week',
    effectiveIn: 7,
    change: (content) => ({
      ...content,
      rows: content.rows.map((price) =>
        price.name === 'Three payouts a month are free'
          ? { ...price, says: { ...price.says, freeCount: '2' } }
          : price,
      ),
    }),
  },
]
