import { accountLabels } from '@signalbox/model/balance/account-words'
import type { AccountType } from '@signalbox/model/ledger/account'
import { currencyOf } from '@signalbox/model/reference/currencies'
import type { Tx } from '../../kit/database.ts'
import { bookedDimensions, namedThings, type NamedThing } from './dimension-store.ts'

/** What tells the accounts of a type apart that people post to by hand. */
const kinds: Readonly<Partial<Record<AccountType, NamedThing['kind']>>> = {
  BANK: 'bank',
  DISTRIBUTOR_RECEIVABLE: 'product',
  DISTRIBUTOR_COMMISSION: 'product',
  PSP_FEE_EXPENSE: 'psp',
  CHARGEBACK_LOSS: 'psp',
  RECON_DIFFERENCE: 'psp',
  FX_GAIN_LOSS: 'psp',
  PLATFORM_FEES_PAYABLE: 'customer',
  PLATFORM_FEE_EXPENSE: 'customer',
  VAT_RECOVERABLE: 'customer',
}

const words = { bank: 'bank account', psp: 'PSP', product: 'product', customer: 'customer' } as const

/** Invoices are paid from it, and payouts arrive on it where no import profile names another. */
const mainBankAccount = 'main'

const mostNamed = 10

/** In the order of the books, so that both directions of an exchange meet in one account. */
function isPair(text: string): boolean {
  const [first = '', second = '', ...more] = text.split('/')
  const areKnown = currencyOf(first) !== undefined && currencyOf(second) !== undefined
  return more.length === 0 && first < second && areKnown
}

interface NamedAccount {
  readonly type: AccountType
  readonly dimension: string
}

export type WhyUnknown = (account: NamedAccount) => string | undefined

/**
 * Says of an account that somebody names by hand why there is no such account. One that the books have already can be named
 * whatever it is called: that is how it is put right.
 */
export async function accountsOf(
  tx: Tx,
  merchantId: number,
  accounts: readonly NamedAccount[],
): Promise<WhyUnknown> {
  const asked = [...new Set(accounts.map(({ dimension }) => dimension))]
  const things = [{ kind: 'bank', name: mainBankAccount }, ...(await namedThings(tx, merchantId, asked))]
  const booked = await bookedDimensions(tx, merchantId, asked)
  return ({ type, dimension }) => {
    const isBooked = booked.some((each) => each.type === type && each.dimension === dimension)
    if (dimension === '' || isBooked) return undefined
    if (type === 'FX_CLEARING')
      return isPair(dimension) ? undefined : 'Must be two currencies in alphabetical order, such as EUR/SEK'
    const kind = kinds[type]
    if (kind === undefined) return `${accountLabels[type]} has no detail`
    const names = new Set(things.flatMap((each) => (each.kind === kind ? [each.name] : [])))
    if (names.has(dimension)) return undefined
    const known = names.size === 0 ? '' : `. Known: ${[...names].slice(0, mostNamed).join(', ')}`
    return `There is no ${words[kind]} ${dimension}${known}`
  }
}
