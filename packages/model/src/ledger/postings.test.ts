import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Money } from '../money/money.ts'
import { parseMoney } from '../money/money-text.ts'
import { accountClasses, accountKey, parseAccountKey, type AccountType } from './account.ts'
import {
  invoiceIssued,
  invoicePaid,
  settlementAccepted,
  voucherRedeemed,
  voucherRefunded,
  vouchersExpired,
  vouchersSold,
} from './business-postings.ts'
import { assertPostable, imbalance, reversed, type JournalLine } from './journal.ts'
import {
  movementBooked,
  movementGivenBack,
  movementHeld,
  movementSuspended,
  movementTaken,
} from './movement.ts'
import {
  merchantFeeCharged,
  methodAmount,
  pspFeeAccrued,
  withdrawalReleased,
  withdrawalReserved,
  type PaymentMoney,
} from './postings.ts'
import { anyPayment } from './testing/any-payment.ts'
import { movementFor } from './testing/movement-for.ts'

function money(text: string): Money {
  const [amount = '', currency = 'EUR'] = text.split(' ')
  const parsed = parseMoney(amount, currency)
  if (!parsed) throw new Error(`${text} is no amount`)
  return parsed
}

/** `Dr PSP_RECEIVABLE:acmecards/3DS 10050 EUR`, one text per line. */
const written = (lines: readonly JournalLine[]): string[] =>
  lines.map(({ account: { type, dimension, currency }, side, minor }) =>
    [side === 'DEBIT' ? 'Dr' : 'Cr', dimension ? `${type}:${dimension}` : type, minor, currency].join(' '),
  )

const payment = (given: Partial<PaymentMoney>): PaymentMoney => ({
  direction: 'DEPOSIT',
  psp: 'acmecards',
  pspAccount: '3DS',
  wallet: money('100.00'),
  fee: money('0.50'),
  vat: money('0.00'),
  billTo: 'USER',
  pspAmount: money('100.50'),
  ...given,
})

const withdrawal = (given: Partial<PaymentMoney> = {}): PaymentMoney =>
  payment({
    direction: 'WITHDRAWAL',
    wallet: money('50.00'),
    fee: money('1.00'),
    pspAmount: money('49.00'),
    ...given,
  })

describe('the events of a payment', () => {
  test('a deposit with a fee on top', () => {
    expect(written(movementBooked(movementFor(payment({}))))).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
      'Cr USER_FUNDS 10000 EUR',
      'Cr USER_FEE_INCOME 50 EUR',
    ])
  })

  test('tax on the fee is owed to the state', () => {
    const taxed = payment({ vat: money('0.13'), pspAmount: money('100.63') })
    expect(written(movementBooked(movementFor(taxed)))).toContain('Cr VAT_PAYABLE 13 EUR')
  })

  test('a deposit in another currency than the PSP takes', () => {
    const exchanged = payment({
      wallet: money('1000.00 SEK'),
      fee: money('0.00 SEK'),
      vat: money('0.00 SEK'),
      pspAmount: money('88.00 EUR'),
    })
    expect(written(movementBooked(movementFor(exchanged)))).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 8800 EUR',
      'Cr FX_CLEARING:EUR/SEK 8800 EUR',
      'Dr FX_CLEARING:EUR/SEK 100000 SEK',
      'Cr USER_FUNDS 100000 SEK',
    ])
  })

  test('a withdrawal from the reserve to the end', () => {
    expect(written(withdrawalReserved(money('50.00')))).toEqual([
      'Dr USER_FUNDS 5000 EUR',
      'Cr WITHDRAWAL_RESERVED 5000 EUR',
    ])
    expect(written(movementBooked(movementFor(withdrawal())))).toEqual([
      'Cr PSP_RECEIVABLE:acmecards/3DS 4900 EUR',
      'Dr WITHDRAWAL_RESERVED 5000 EUR',
      'Cr USER_FEE_INCOME 100 EUR',
    ])
    expect(written(withdrawalReleased(money('50.00')))).toEqual([
      'Cr USER_FUNDS 5000 EUR',
      'Dr WITHDRAWAL_RESERVED 5000 EUR',
    ])
  })

  test('a fee the merchant bears leaves the user alone', () => {
    const billed = payment({ billTo: 'MERCHANT', pspAmount: money('100.00'), vat: money('0.13') })
    expect(written(movementBooked(movementFor(billed)))).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 10000 EUR',
      'Cr USER_FUNDS 10000 EUR',
    ])
    expect(written(merchantFeeCharged(billed.fee, billed.vat))).toEqual([
      'Dr PLATFORM_FEE_EXPENSE 50 EUR',
      'Dr VAT_RECOVERABLE 13 EUR',
      'Cr PLATFORM_FEES_PAYABLE 63 EUR',
    ])
  })

  test('what the PSP will charge, or give back', () => {
    expect(written(pspFeeAccrued('acmecards', money('1.20')))).toEqual([
      'Dr PSP_FEE_EXPENSE:acmecards 120 EUR',
      'Cr PSP_FEE_ACCRUED:acmecards 120 EUR',
    ])
    expect(written(pspFeeAccrued('acmecards', { minor: -12n, currency: 'EUR' }))).toEqual([
      'Cr PSP_FEE_EXPENSE:acmecards 12 EUR',
      'Dr PSP_FEE_ACCRUED:acmecards 12 EUR',
    ])
  })

  test('money that came back', () => {
    const back = payment({ wallet: money('40.00'), pspAmount: money('40.00') })
    const refund = (of: PaymentMoney) => movementBooked(movementFor(of, { method: 'REFUND' }))
    const returned = (of: PaymentMoney) =>
      movementBooked(movementFor(of, { method: 'REVERSAL', ofPayout: true }))
    expect(written(refund(back))).toEqual([
      'Cr PSP_RECEIVABLE:acmecards/3DS 4000 EUR',
      'Dr USER_FUNDS 4000 EUR',
    ])
    expect(written(returned(withdrawal()))).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 4900 EUR',
      'Cr USER_FUNDS 5000 EUR',
      'Dr USER_FEE_INCOME 100 EUR',
    ])
    const fee = money('5.00 SEK')
    const vat = money('0.00 SEK')
    const exchanged = { ...back, wallet: money('500.00 SEK'), pspAmount: money('44.00 EUR'), fee, vat }
    expect(imbalance(refund(exchanged)).size + imbalance(returned(exchanged)).size).toBe(0)
  })

  test('a chargeback, and one that was won', () => {
    const booked = (method: 'CHARGEBACK' | 'CHARGEBACK_WON') =>
      written(movementBooked(movementFor(payment({}), { method })))
    expect(booked('CHARGEBACK')).toEqual([
      'Cr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
      'Dr CHARGEBACK_LOSS:acmecards 10050 EUR',
    ])
    expect(booked('CHARGEBACK_WON')).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
      'Cr CHARGEBACK_LOSS:acmecards 10050 EUR',
    ])
  })

  test('money whose owner is not decided', () => {
    expect(written(movementHeld(movementFor(payment({}))))).toEqual([
      'Dr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
      'Cr SUSPENSE:acmecards 10050 EUR',
    ])
    expect(written(movementTaken(movementFor(payment({}))))).toEqual([
      'Dr SUSPENSE:acmecards 10050 EUR',
      'Cr USER_FUNDS 10000 EUR',
      'Cr USER_FEE_INCOME 50 EUR',
    ])
    expect(written(movementGivenBack(movementFor(payment({}))))).toEqual([
      'Cr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
      'Dr SUSPENSE:acmecards 10050 EUR',
    ])
    expect(written(movementSuspended(movementFor(payment({}))))).toEqual([
      'Cr SUSPENSE:acmecards 10050 EUR',
      'Dr USER_FUNDS 10000 EUR',
      'Dr USER_FEE_INCOME 50 EUR',
    ])
    expect(written(movementHeld(movementFor(withdrawal())))).toEqual([
      'Cr PSP_RECEIVABLE:acmecards/3DS 4900 EUR',
      'Dr SUSPENSE:acmecards 4900 EUR',
    ])
  })
})

describe('the events of the business', () => {
  test('a settlement with a difference', () => {
    const lines = settlementAccepted({
      psp: 'acmecards',
      pspAccount: '3DS',
      bankAccount: 'SEB-1',
      gross: money('100.50'),
      net: money('99.28'),
      fee: money('1.20'),
      heldBack: money('0.00'),
    })
    expect(written(lines)).toEqual([
      'Dr BANK:SEB-1 9928 EUR',
      'Dr PSP_FEE_ACCRUED:acmecards 120 EUR',
      'Dr RECON_DIFFERENCE:acmecards 2 EUR',
      'Cr PSP_RECEIVABLE:acmecards/3DS 10050 EUR',
    ])
  })

  test('a settlement that paid too much, with a reserve', () => {
    const lines = settlementAccepted({
      psp: 'acmecards',
      pspAccount: '3DS',
      bankAccount: 'SEB-1',
      gross: money('100.00'),
      net: money('90.05'),
      fee: money('0.00'),
      heldBack: money('10.00'),
    })
    expect(written(lines)).toContain('Cr RECON_DIFFERENCE:acmecards 5 EUR')
    expect(() => assertPostable(lines)).not.toThrow()
  })

  test('vouchers and invoices', () => {
    const value = money('20.00')
    expect(written(vouchersSold('gift', value, money('0.00')))).toEqual([
      'Dr DISTRIBUTOR_RECEIVABLE:gift 2000 EUR',
      'Cr VOUCHER_LIABILITY:gift 2000 EUR',
    ])
    expect(written(vouchersSold('gift', value, money('0.81')))).toEqual([
      'Dr DISTRIBUTOR_RECEIVABLE:gift 1919 EUR',
      'Dr DISTRIBUTOR_COMMISSION:gift 81 EUR',
      'Cr VOUCHER_LIABILITY:gift 2000 EUR',
    ])
    const atStore = { psp: 'store', pspAccount: 'default' }
    expect(written(voucherRedeemed('gift', value, atStore))).toEqual([
      'Dr VOUCHER_LIABILITY:gift 2000 EUR',
      'Cr PSP_RECEIVABLE:store/default 2000 EUR',
    ])
    expect(written(voucherRefunded('gift', value, atStore))).toEqual([
      'Dr PSP_RECEIVABLE:store/default 2000 EUR',
      'Cr DISTRIBUTOR_RECEIVABLE:gift 2000 EUR',
    ])
    expect(written(vouchersExpired('gift', value))[1]).toBe('Cr BREAKAGE_INCOME 2000 EUR')
    expect(written(invoiceIssued('c1', money('100.00'), money('25.00')))).toEqual([
      'Dr PLATFORM_FEE_EXPENSE:c1 10000 EUR',
      'Dr VAT_RECOVERABLE:c1 2500 EUR',
      'Cr PLATFORM_FEES_PAYABLE:c1 12500 EUR',
    ])
    expect(written(invoicePaid('c1', 'SEB-1', money('125.00')))[1]).toBe('Cr BANK:SEB-1 12500 EUR')
  })
})

describe('lines', () => {
  test('are refused when they do not balance, are nothing or less', () => {
    const good = withdrawalReserved(money('50.00'))
    expect(() => assertPostable(good)).not.toThrow()
    expect(() => assertPostable([])).toThrow('two lines')
    expect(() => assertPostable(withdrawalReserved(money('0.00')))).toThrow('two lines')
    expect(() => assertPostable(good.map((line) => ({ ...line, minor: -1n })))).toThrow('more than zero')
    expect(() =>
      assertPostable(movementBooked(movementFor(payment({ pspAmount: money('100.00') })))),
    ).toThrow('out of balance by -50 EUR')
  })

  test('name their accounts so that they can be read back', () => {
    const account = { type: 'PSP_RECEIVABLE', dimension: 'acmecards/3DS', currency: 'EUR' } as const
    const key = accountKey(100010001, account)
    expect(key).toBe('PSP_RECEIVABLE:100010001:acmecards/3DS:EUR')
    expect(parseAccountKey(key)).toEqual({ ...account, merchantId: 100010001 })
    for (const text of ['', 'CASH:1::EUR', 'BANK:x::EUR', 'BANK:1:a:EUR:b', 'BANK:1::'])
      expect(parseAccountKey(text)).toBeUndefined()
    expect(() => accountKey(1, { ...account, dimension: 'a:b' })).toThrow(RangeError)
  })
})

const netOf = (type: AccountType, lines: readonly JournalLine[]): bigint =>
  lines
    .filter(({ account }) => account.type === type)
    .reduce((sum, { side, minor }) => sum + (side === 'DEBIT' ? minor : -minor), 0n)

describe('for any payment', () => {
  test('every event balances in every currency', () => {
    fc.assert(
      fc.property(anyPayment, (made) => {
        for (const lines of [
          movementBooked(movementFor(made)),
          movementHeld(movementFor(made)),
          movementTaken(movementFor(made)),
          movementGivenBack(movementFor(made)),
          movementSuspended(movementFor(made)),
        ])
          expect(() => assertPostable(lines)).not.toThrow()
      }),
    )
  })

  test('what fee rules charge is what the books move', () => {
    fc.assert(
      fc.property(anyPayment, (made) => {
        const moved = methodAmount(made)
        if (made.pspAmount.currency === made.wallet.currency) expect(made.pspAmount).toEqual(moved)
        const lines = movementBooked(movementFor(made))
        const sign = made.direction === 'DEPOSIT' ? 1n : -1n
        expect(netOf('PSP_RECEIVABLE', lines)).toBe(sign * made.pspAmount.minor)
        expect(netOf('USER_FEE_INCOME', lines)).toBe(made.billTo === 'USER' ? -made.fee.minor : 0n)
      }),
    )
  })

  test('through suspense or straight, the result is the same; there and back is nothing', () => {
    fc.assert(
      fc.property(anyPayment, (made) => {
        const net = (lines: readonly JournalLine[]) =>
          (Object.keys(accountClasses) as AccountType[]).map((type) => netOf(type, lines))
        const straight = movementBooked(movementFor(made))
        expect(net([...movementHeld(movementFor(made)), ...movementTaken(movementFor(made))])).toEqual(
          net(straight),
        )
        expect(
          net([
            ...straight,
            ...movementSuspended(movementFor(made)),
            ...movementGivenBack(movementFor(made)),
          ]),
        ).toEqual(net([]))
        expect(net([...straight, ...reversed(straight)])).toEqual(net([]))
      }),
    )
  })
})
