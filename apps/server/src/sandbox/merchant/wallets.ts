import { exponentOf } from '@signalbox/model/currencies'
import { openAppendLog } from '../append-log.ts'

/** One answered call, with what it did to the user's money. */
interface WalletEntry {
  readonly merchantId: number
  readonly txId: string
  readonly action: string
  readonly userId: string
  readonly currency: string
  /** Minor units, signed. */
  readonly balanceChange: string
  readonly reservedChange: string
  readonly answer: Record<string, unknown>
}

interface Wallet {
  balance: bigint
  reserved: bigint
}

/** What the mock merchant's users own. Calls are answered once per payment and action, whatever is sent again. */
export interface Wallets {
  /** `opening` is what the user began with, in minor units, where it is not what everybody begins with. */
  of(merchantId: number, userId: string, currency: string, opening?: bigint): Readonly<Wallet>
  answered(merchantId: number, txId: string, action: string): Record<string, unknown> | undefined
  /** What an earlier authorisation of this payment still holds back. */
  reservedFor(merchantId: number, txId: string): bigint
  record(entry: Omit<WalletEntry, 'balanceChange' | 'reservedChange'> & Partial<Change>): Promise<void>
  close(): Promise<void>
}

interface Change {
  readonly balanceChange: bigint
  readonly reservedChange: bigint
}

/** Enough for everything people try, in whole units of the currency. */
const openingBalance = 100_000n

export function openWallets(path: string): Wallets {
  const log = openAppendLog<WalletEntry>(path)
  const wallets = new Map<string, Wallet>()
  const answers = new Map<string, Record<string, unknown>>()
  const reservations = new Map<string, bigint>()

  /** What has happened since the beginning; what users began with is a setting that may change. */
  const movedOf = (merchantId: number, userId: string, currency: string): Wallet => {
    const key = `${merchantId} ${currency} ${userId}`
    const wallet = wallets.get(key) ?? { balance: 0n, reserved: 0n }
    wallets.set(key, wallet)
    return wallet
  }
  const apply = (entry: WalletEntry): void => {
    const payment = `${entry.merchantId} ${entry.txId}`
    const wallet = movedOf(entry.merchantId, entry.userId, entry.currency)
    wallet.balance += BigInt(entry.balanceChange)
    wallet.reserved += BigInt(entry.reservedChange)
    reservations.set(payment, (reservations.get(payment) ?? 0n) + BigInt(entry.reservedChange))
    answers.set(`${payment} ${entry.action}`, entry.answer)
  }
  for (const entry of log.replayed) apply(entry)

  return {
    of: (merchantId, userId, currency, opening) => {
      const { balance, reserved } = movedOf(merchantId, userId, currency)
      const begun = opening ?? openingBalance * 10n ** BigInt(exponentOf(currency))
      return { balance: begun + balance, reserved }
    },
    answered: (merchantId, txId, action) => answers.get(`${merchantId} ${txId} ${action}`),
    reservedFor: (merchantId, txId) => reservations.get(`${merchantId} ${txId}`) ?? 0n,
    record({ balanceChange = 0n, reservedChange = 0n, ...rest }) {
      const entry = {
        ...rest,
        balanceChange: String(balanceChange),
        reservedChange: String(reservedChange),
      }
      apply(entry)
      return log.append(entry)
    },
    close: log.close,
  }
}
