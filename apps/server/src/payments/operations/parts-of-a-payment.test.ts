import fc from 'fast-check'
import { accountKey } from '@signalbox/model/ledger/account'
import { assertPostable, type JournalLine } from '@signalbox/model/ledger/journal'
import { movementBooked, movementOf, type MovedMoney } from '@signalbox/model/ledger/movement'
import { anyPayment } from '@signalbox/model/ledger/testing/any-payment'
import { methodAmount, type PaymentMoney } from '@signalbox/model/ledger/postings'
import { addParts, partAtPsp, subtractPart, type ReturnedPart } from '@signalbox/model/money/returned-part'
import { Refusal } from '@signalbox/model/text/refusal'
import { expect, test } from 'vitest'
import { chargedBackOf, disputesOf, returnableOf } from '../core/flow/returnable.ts'
import type { ReturnedSums } from '../core/record/returned-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { captureMoney, refundMoney } from '../core/operations/children.ts'
import { correctionMoney } from './corrections.ts'

/**
 * Whatever is captured in parts, in currencies with no, two and three decimals, with a fee of the user's or the
 * merchant's, and then goes back in parts by refunds, reversals, disputes and disputes won, in any order, as the PSP
 * reports it or as somebody writes it down.
 */
type Act = 'capture' | 'refund' | 'reversal' | 'dispute' | 'won' | 'disputeByHand' | 'wonByHand'

const anyActs = fc.array(
  fc.record({
    act: fc.constantFrom<Act[]>(
      'capture',
      'capture',
      'refund',
      'reversal',
      'dispute',
      'won',
      'disputeByHand',
      'wonByHand',
    ),
    percent: fc.constantFrom(1n, 33n, 50n, 99n, 100n),
  }),
  { minLength: 1, maxLength: 12 },
)

const none: ReturnedPart = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }
const share = (of: bigint, percent: bigint): bigint => (of * percent) / 100n || (of > 0n ? 1n : 0n)

/** A reservation, as far as its parts are worked out from it. */
const reservation = (money: PaymentMoney): Transaction =>
  ({
    method: 'DEPOSIT',
    statusNo: 3,
    currency: money.wallet.currency,
    amountMinor: money.wallet.minor,
    txAmountMinor: methodAmount(money).minor,
    feeMinor: money.fee.minor,
    vatAmountMinor: money.vat.minor,
    feeBillTo: money.billTo,
    pspAmountMinor: money.pspAmount.minor,
    pspCurrency: money.pspAmount.currency,
    authorizedAmountMinor: money.wallet.minor,
    capturedAmountMinor: 0n,
    pspCapturedMinor: 0n,
    fxRounding: null,
    fxWholeUnits: null,
  }) as Partial<Transaction> as Transaction

class Family {
  readonly origin: Transaction
  readonly lines: JournalLine[] = []
  readonly #money: PaymentMoney
  #isReported = false
  #sums: ReturnedSums = { REFUND: none, REVERSAL: none, CHARGEBACK: none, CHARGEBACK_WON: none }

  constructor(money: PaymentMoney) {
    this.#money = money
    this.origin = reservation(money)
  }

  get rest(): ReturnedPart {
    return returnableOf(this.origin, this.#sums)
  }

  #book(method: MovedMoney['method'], part: ReturnedPart): void {
    const inWallet = (minor: bigint) => ({ ...this.#money.wallet, minor })
    const movement = movementOf({
      ...this.#money,
      method,
      wallet: inWallet(part.wallet),
      fee: inWallet(part.fee),
      vat: inWallet(part.vat),
      pspAmount: { ...this.#money.pspAmount, minor: part.psp },
    })
    if (!movement) throw new Error(`A ${method} was accepted that cannot be booked`)
    const lines = movementBooked(movement)
    assertPostable(lines)
    this.lines.push(...lines)
  }

  #goBack(method: keyof ReturnedSums, part: ReturnedPart | undefined): void {
    if (!part) return
    this.#book(method, part)
    this.#sums = { ...this.#sums, [method]: addParts([this.#sums[method], part]) }
  }

  #capture(percent: bigint): void {
    const { origin } = this
    const left = origin.authorizedAmountMinor - origin.capturedAmountMinor
    const wallet = { minor: share(left, percent), currency: origin.currency }
    if (wallet.minor === 0n) return
    const { pspAmount, feeMinor = 0n, vatMinor = 0n } = captureMoney(origin, wallet)
    this.#book('CAPTURE', { wallet: wallet.minor, fee: feeMinor, vat: vatMinor, psp: pspAmount.minor })
    origin.capturedAmountMinor += wallet.minor
    origin.pspCapturedMinor += pspAmount.minor
  }

  #refund(percent: bigint): void {
    const minor = share(this.rest.wallet, percent)
    if (minor <= 0n) return
    const { pspAmount } = refundMoney(this.origin, { minor, currency: this.origin.currency }, this.#sums)
    this.#goBack('REFUND', { ...none, wallet: minor, psp: pspAmount.minor })
  }

  /** The most somebody is offered to write down. */
  get offered(): ReturnType<typeof disputesOf> {
    return disputesOf(this.origin, this.#sums)
  }

  #byHand(act: 'disputeByHand' | 'wonByHand', percent: bigint): void {
    const isWon = act === 'wonByHand'
    const most = isWon ? this.offered.disputedMinor : this.offered.disputableMinor
    const part = { minor: share(most, percent), currency: this.origin.currency }
    if (most === 0n) return
    const type = isWon ? 'ManualChargebackWon' : 'ManualChargeback'
    const money = correctionMoney(this.origin, this.#sums, type, part)
    const { amountMinor, pspAmount, feeMinor: fee = 0n, vatMinor: vat = 0n } = money
    const wallet = isWon ? amountMinor : -amountMinor
    if (wallet + fee + vat !== part.minor) throw new Error(`${type} of another amount than was written down`)
    this.#goBack(isWon ? 'CHARGEBACK_WON' : 'CHARGEBACK', { wallet, fee, vat, psp: pspAmount.minor })
  }

  do(act: Act, percent: bigint): void {
    if (['reversal', 'dispute', 'won'].includes(act)) this.#isReported = true
    if (act === 'disputeByHand' || act === 'wonByHand') return this.#byHand(act, percent)
    if (act === 'capture') return this.#capture(percent)
    if (act === 'refund') return this.#refund(percent)
    const rest = act === 'won' ? chargedBackOf(this.#sums) : this.rest
    const part = partAtPsp(rest, share(rest.psp, percent))
    const methods = { reversal: 'REVERSAL', dispute: 'CHARGEBACK', won: 'CHARGEBACK_WON' } as const
    this.#goBack(methods[act], part)
  }

  /**
   * Whether all that is left at the PSP is worth less than people can write down: a PSP that counts finer than the wallet
   * may report a part of a minor unit, which only its own report can take again.
   */
  get isLessThanWritten(): boolean {
    const { wallet, fee, vat, psp } = this.rest
    const isTiny = psp * methodAmount(this.#money).minor < 2n * this.#money.pspAmount.minor
    return wallet + fee + vat === 0n && isTiny && this.#isReported
  }

  /** What the PSP owes for it by the books. */
  get receivable(): bigint {
    return this.lines
      .filter(({ account }) => accountKey(1, account).startsWith('PSP_RECEIVABLE'))
      .reduce((sum, { side, minor }) => sum + (side === 'DEBIT' ? minor : -minor), 0n)
  }
}

test('parts balance, are never negative or more than there was, and come to the whole', () => {
  fc.assert(
    fc.property(
      anyPayment.filter(({ direction }) => direction === 'DEPOSIT'),
      anyActs,
      (money, acts) => {
        const family = new Family(money)
        const { origin } = family
        for (const { act, percent } of acts) {
          try {
            family.do(act, percent)
          } catch (error) {
            // Too little to share is refused, and nothing else.
            if (!(error instanceof Refusal)) throw error
          }
          const { rest } = family
          expect(Object.entries(rest).filter(([, minor]) => minor < 0n)).toEqual([])
          expect(origin.pspCapturedMinor).toBeLessThanOrEqual(money.pspAmount.minor)
          // What the books say the PSP owes is what was captured there and has not gone back.
          expect(family.receivable).toBe(rest.psp)
          // What the PSP could still take back is what somebody could write down, the fee alone too.
          const left = rest.wallet + rest.fee + rest.vat
          expect(family.offered.disputableMinor).toBe(rest.psp === 0n ? 0n : left)
          if (rest.psp > 0n) expect(left > 0n || family.isLessThanWritten).toBe(true)
        }
        try {
          family.do('capture', 100n)
          expect(origin.capturedAmountMinor).toBe(money.wallet.minor)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
        // All of it, also when what is left of the wallet is too little for the PSP.
        expect(origin.pspCapturedMinor).toBe(money.pspAmount.minor)
        family.do('reversal', 100n)
        expect(family.receivable).toBe(0n)
      },
    ),
  )
})

test.each(['dispute', 'disputeByHand'] as const)('a full %s leaves nothing at the PSP', (last) => {
  fc.assert(
    fc.property(
      anyPayment.filter(({ direction }) => direction === 'DEPOSIT'),
      anyActs,
      (money, acts) => {
        const family = new Family(money)
        family.do('capture', 100n)
        for (const { act, percent } of acts)
          try {
            family.do(act, percent)
          } catch (error) {
            if (!(error instanceof Refusal)) throw error
          }
        family.do(last, 100n)
        expect(family.receivable).toBe(family.rest.psp)
        if (last === 'dispute' || !family.isLessThanWritten) expect(family.receivable).toBe(0n)
        expect(family.offered.disputableMinor).toBe(0n)
        family.do('wonByHand', 100n)
        expect(family.offered.disputedMinor).toBe(0n)
      },
    ),
  )
})

test('by hand or by the PSP, in the currency of the wallet the same parts are the same', () => {
  fc.assert(
    fc.property(
      anyPayment.filter(
        ({ direction, wallet, pspAmount }) =>
          direction === 'DEPOSIT' && wallet.currency === pspAmount.currency,
      ),
      fc.array(fc.constantFrom(1n, 33n, 50n, 99n, 100n), { minLength: 1, maxLength: 6 }),
      (money, percents) => {
        const [byHand, byPsp] = [new Family(money), new Family(money)]
        for (const family of [byHand, byPsp]) family.do('capture', 100n)
        for (const percent of percents) {
          byHand.do('disputeByHand', percent)
          byPsp.do('dispute', percent)
          expect(subtractPart(byHand.rest, byPsp.rest)).toEqual(none)
        }
        expect(byHand.lines).toEqual(byPsp.lines)
      },
    ),
  )
})
