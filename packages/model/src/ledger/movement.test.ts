import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chargeFee } from '../money/fee.ts'
import {
  addParts,
  partAtPsp,
  partOfWallet,
  payoutPartAtPsp,
  subtractPart,
  type ReturnableRest,
} from '../money/returned-part.ts'
import { vatModes, vatOn } from '../money/vat.ts'
import { txMethods } from '../payments/transaction-method.ts'
import { accountKey } from './account.ts'
import { assertPostable, type JournalLine } from './journal.ts'
import {
  movementBooked,
  movementGivenBack,
  movementHeld,
  movementOf,
  movementSuspended,
  movementTaken,
  type MovedMoney,
  type Movement,
} from './movement.ts'
import { withdrawalReserved } from './postings.ts'

const currencies = ['EUR', 'SEK', 'JPY', 'KWD']

interface Paid {
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly mode: 'ADDED' | 'DEDUCTED'
  readonly billTo: 'USER' | 'MERCHANT'
  readonly currency: string
  readonly pspCurrency: string
  readonly whole: ReturnableRest
}

/** Payments as the price step makes them: any fee, any tax in it or on it, any PSP currency. */
const anyPaid: fc.Arbitrary<Paid> = fc
  .record({
    direction: fc.constantFrom('DEPOSIT' as const, 'WITHDRAWAL' as const),
    mode: fc.constantFrom('ADDED' as const, 'DEDUCTED' as const),
    billTo: fc.constantFrom('USER' as const, 'MERCHANT' as const),
    vatMode: fc.constantFrom(...vatModes),
    ratePpm: fc.constantFrom(0, 60_000, 255_000),
    currency: fc.constantFrom(...currencies),
    pspCurrency: fc.constantFrom(...currencies),
    amount: fc.oneof(fc.bigInt({ min: 1n, max: 300n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
    price: fc.oneof(fc.constant(0n), fc.bigInt({ min: 0n, max: 5_000n })),
    exchangedMinor: fc.oneof(fc.bigInt({ min: 1n, max: 9n }), fc.bigInt({ min: 1n, max: 10n ** 12n })),
  })
  .map(({ vatMode, ratePpm, amount, price, exchangedMinor, ...paid }) => {
    const { currency } = paid
    const { net, vat, total } = vatOn({ minor: price, currency }, [{ ratePpm, mode: vatMode }])
    const charged = chargeFee({ minor: amount, currency }, total, paid.direction, paid)
    if (!charged) return undefined
    const psp = paid.pspCurrency === currency ? charged.psp.minor : exchangedMinor
    return { ...paid, whole: { wallet: charged.wallet.minor, fee: net.minor, vat: vat.minor, psp } }
  })
  .filter((paid) => paid !== undefined)

/** What can go back of it: the charges too where the user bore them. Those of a payout are part of its wallet amount. */
const restOf = ({ direction, billTo, whole }: Paid): ReturnableRest => {
  if (billTo === 'MERCHANT') return { ...whole, fee: 0n, vat: 0n }
  return direction === 'DEPOSIT' ? whole : { ...whole, wallet: whole.wallet - whole.fee - whole.vat }
}

function moved(paid: Paid, method: MovedMoney['method'], part: ReturnableRest): MovedMoney {
  const inWallet = (minor: bigint) => ({ minor, currency: paid.currency })
  return {
    method,
    ofPayout: paid.direction === 'WITHDRAWAL',
    psp: 'acmecards',
    pspAccount: '3DS',
    wallet: inWallet(
      method === 'REVERSAL' && paid.direction === 'WITHDRAWAL'
        ? part.wallet + part.fee + part.vat
        : part.wallet,
    ),
    fee: inWallet(part.fee),
    vat: inWallet(part.vat),
    billTo: method === paid.direction ? paid.billTo : 'USER',
    pspAmount: { minor: part.psp, currency: paid.pspCurrency },
  }
}

/** What the accounts have after some lines; those that came to nothing are left out. */
function balances(lines: readonly JournalLine[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const { account, side, minor } of lines) {
    const key = accountKey(1, account)
    sums.set(key, (sums.get(key) ?? 0n) + (side === 'DEBIT' ? minor : -minor))
  }
  for (const [key, sum] of sums) if (sum === 0n) sums.delete(key)
  return sums
}

const events: readonly ((movement: Movement) => JournalLine[])[] = [
  movementBooked,
  movementHeld,
  movementTaken,
  movementGivenBack,
  movementSuspended,
]

function movement(paid: Paid, method: MovedMoney['method'], part: ReturnableRest): Movement {
  const made = movementOf(moved(paid, method, part))
  if (!made) throw new Error(`${method} moves nothing`)
  return made
}

type Kind = 'REVERSAL' | 'CHARGEBACK' | 'REFUND'

/** A deposit knows all three, a payout only that it came back. */
const kindFor = ({ direction }: Paid, kind: Kind): Kind => (direction === 'DEPOSIT' ? kind : 'REVERSAL')

const anyReturns = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind[]>('REVERSAL', 'CHARGEBACK', 'REFUND'),
    share: fc.bigInt({ min: 1n, max: 100n }),
  }),
  { minLength: 1, maxLength: 6 },
)

const share = (of: bigint, percent: bigint): bigint => (percent === 100n ? of : (of * percent) / 100n || 1n)

const atPsp = ({ direction }: Paid, rest: ReturnableRest, psp: bigint) =>
  (direction === 'DEPOSIT' ? partAtPsp : payoutPartAtPsp)(rest, psp)

const partOf = (paid: Paid, rest: ReturnableRest, kind: Kind, percent: bigint) =>
  kindFor(paid, kind) === 'REFUND'
    ? partOfWallet(rest, share(rest.wallet, percent))
    : atPsp(paid, rest, share(rest.psp, percent))

describe('whatever is moved', () => {
  test('balances in every event, for every kind, fee, tax, currency and part', () => {
    fc.assert(
      fc.property(anyPaid, anyReturns, (paid, returns) => {
        for (const event of events)
          expect(() => assertPostable(event(movement(paid, paid.direction, paid.whole)))).not.toThrow()
        let rest = restOf(paid)
        for (const { kind, share: percent } of returns) {
          const part = partOf(paid, rest, kind, percent)
          if (!part || part.psp === 0n) continue
          for (const event of events)
            expect(() => assertPostable(event(movement(paid, kindFor(paid, kind), part)))).not.toThrow()
          rest = subtractPart(rest, part)
          expect(Object.values(rest).every((minor) => minor >= 0n)).toBe(true)
        }
      }),
    )
  })

  test('and goes back in parts by whatever way leaves nothing, and never more than there was', () => {
    fc.assert(
      fc.property(anyPaid, anyReturns, (paid, returns) => {
        const parts: ReturnableRest[] = []
        let rest = restOf(paid)
        const take = (part: ReturnableRest | undefined) => {
          if (!part) return
          parts.push(part)
          rest = subtractPart(rest, part)
        }
        for (const { kind, share: percent } of returns) take(partOf(paid, rest, kind, percent))
        expect(atPsp(paid, rest, rest.psp + 1n)).toBeUndefined()
        expect(partOfWallet(rest, rest.wallet + 1n)).toBeUndefined()
        take(atPsp(paid, rest, rest.psp))
        if (rest.psp === 0n && parts.some(({ psp }) => psp > 0n))
          expect(addParts(parts).psp).toBe(restOf(paid).psp)
        const total = addParts(parts)
        for (const key of ['wallet', 'fee', 'vat', 'psp'] as const)
          expect(total[key]).toBeLessThanOrEqual(restOf(paid)[key])
      }),
    )
  })

  test('a payment reversed in parts leaves every account as it was, and nobody with a fee of the user', () => {
    fc.assert(
      fc.property(anyPaid, fc.array(fc.bigInt({ min: 1n, max: 99n }), { maxLength: 5 }), (paid, shares) => {
        const lines = [...movementBooked(movement(paid, paid.direction, paid.whole))]
        let rest = restOf(paid)
        for (const percent of [...shares, 100n]) {
          const part = atPsp(paid, rest, share(rest.psp, percent))
          if (!part) continue
          lines.push(...movementBooked(movement(paid, 'REVERSAL', part)))
          rest = subtractPart(rest, part)
        }
        expect(Object.values(rest)).toEqual([0n, 0n, 0n, 0n])
        // A payout was reserved before it was made.
        if (paid.direction === 'WITHDRAWAL')
          lines.push(...withdrawalReserved({ minor: paid.whole.wallet, currency: paid.currency }))
        expect(balances(lines)).toEqual(new Map())
      }),
    )
  })

  test('through suspense or straight is the same; held and given back is nothing', () => {
    fc.assert(
      fc.property(anyPaid, fc.constantFrom(...txMethods), (paid, method) => {
        const made = movementOf(moved(paid, method, method === 'REFUND' ? restOf(paid) : paid.whole))
        if (!made) return
        expect(balances([...movementHeld(made), ...movementTaken(made)])).toEqual(
          balances(movementBooked(made)),
        )
        expect(balances([...movementHeld(made), ...movementGivenBack(made)]).size).toBe(0)
        const opened = [...movementBooked(made), ...movementSuspended(made), ...movementGivenBack(made)]
        expect(balances(opened).size).toBe(0)
      }),
    )
  })

  test('a chargeback that is won leaves nothing of it', () => {
    fc.assert(
      fc.property(anyPaid, ({ ...paid }) => {
        const [lost, won] = (['CHARGEBACK', 'CHARGEBACK_WON'] as const).map((method) =>
          movementBooked(movement(paid, method, paid.whole)),
        )
        expect(balances([...(lost ?? []), ...(won ?? [])]).size).toBe(0)
      }),
    )
  })

  test('is nothing where no money moves', () => {
    const paid: Paid = {
      direction: 'DEPOSIT',
      mode: 'ADDED',
      billTo: 'USER',
      currency: 'EUR',
      pspCurrency: 'EUR',
      whole: { wallet: 6100n, fee: 400n, vat: 100n, psp: 6600n },
    }
    for (const method of ['VOID', 'INFO', 'ACCOUNT_VERIFICATION'] as const)
      expect(movementOf(moved(paid, method, paid.whole))).toBeUndefined()
    expect(movementOf(moved(paid, 'REFUND', { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }))).toBeUndefined()
    expect([partAtPsp(paid.whole, 0n), partAtPsp(paid.whole, -1n), partAtPsp(paid.whole, 6601n)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(partAtPsp(paid.whole, 3300n)).toEqual({ wallet: 3050n, fee: 200n, vat: 50n, psp: 3300n })
  })
})
