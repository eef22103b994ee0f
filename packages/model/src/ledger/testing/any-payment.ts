import fc from 'fast-check'
import { chargeFee } from '../../money/fee.ts'
import type { PaymentMoney } from '../postings.ts'

const currencies = ['EUR', 'SEK', 'JPY', 'KWD']
const anyMinor = fc.bigInt({ min: 1n, max: 10n ** 12n })

/** Amounts as the fee rules make them, and a PSP in the same or another currency. */
export const anyPayment: fc.Arbitrary<PaymentMoney> = fc
  .record({
    direction: fc.constantFrom('DEPOSIT' as const, 'WITHDRAWAL' as const),
    currency: fc.constantFrom(...currencies),
    pspCurrency: fc.constantFrom(...currencies),
    amount: anyMinor,
    fee: fc.bigInt({ min: 0n, max: 10_000n }),
    vat: fc.bigInt({ min: 0n, max: 2_500n }),
    exchanged: anyMinor,
    mode: fc.constantFrom('ADDED' as const, 'DEDUCTED' as const),
    billTo: fc.constantFrom('USER' as const, 'MERCHANT' as const),
  })
  .chain(({ direction, currency, pspCurrency, amount, fee, vat, exchanged, mode, billTo }) => {
    const total = { minor: fee + vat, currency }
    const charged = chargeFee({ minor: amount, currency }, total, direction, { mode, billTo })
    if (!charged) return fc.constant(undefined)
    const pspAmount = pspCurrency === currency ? charged.psp : { minor: exchanged, currency: pspCurrency }
    return fc.constant({
      direction,
      psp: 'acmecards',
      pspAccount: '3DS',
      wallet: charged.wallet,
      fee: { minor: fee, currency },
      vat: { minor: vat, currency },
      billTo,
      pspAmount,
    })
  })
  .filter((made) => made !== undefined)
