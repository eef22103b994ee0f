import { exponentOf } from '@signalbox/model/reference/currencies'
import { openAppendLog } from '../append-log.ts'

/** Which call about a payment it is; the same one is answered once. */
interface WalletCall {
  readonly merchantId: number
  readonly txId: string
  readonly action: string
  /** Absent in what was written before there was more than one. */
  readonly decisionNo?: number
}

/** One answered call, with what it did to the user's money. */
interface WalletEntry extends WalletCall {
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

/** How a payment ended, as far as its merchant was told. */
interface Decided {
  readonly no: number
  /** What it has done to the user's balance so far. */
  readonly moved: bigint
}

/** What the mock merchant's users own. Calls are answered once per payment, action and decision, whatever is sent again. */
export interface Wallets {
  /** `opening` is what the user began with, in minor units, where it is not what everybody begins with. */
  of(merchantId: number, userId: string, currency: string, opening?: bigint): Readonly<Wallet>
  answered(call: WalletCall): Record<string, unknown> | undefined
  decided(merchantId: number, txId: string): Decided
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

const undecided: Decided = { no: 0, moved: 0n }

const callKey = ({ merchantId, txId, action, decisionNo = 1 }: WalletCall): string =>
  `${merchantId} ${txId} ${action} ${decisionNo}`

export function openWallets(path: string): Wallets {
  const log = openAppendLog<WalletEntry>(path)
  const wallets = new Map<string, Wallet>()
  const answers = new Map<string, Record<string, unknown>>()
  const reservations = new Map<string, bigint>()
  const decisions = new Map<string, Decided>()

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
    answers.set(callKey(entry), entry.answer)
    if (entry.action !== 'transfer' && entry.action !== 'cancel') return
    const { no, moved } = decisions.get(payment) ?? undecided
    decisions.set(payment, {
      no: Math.max(no, entry.decisionNo ?? 1),
      moved: moved + BigInt(entry.balanceChange),
    })
  }
  for (const entry of log.replayed) apply(entry)

  return {
    of: (merchantId, userId, currency, opening) => {
      const { balance, reserved } = movedOf(merchantId, userId, currency)
      const begun = opening ?? openingBalance * 10n ** BigInt(exponentOf(currency))
      return { balance: begun + balance, reserved }
    },
    answered: (call) => answers.get(callKey(call)),
    decided: (merchantId, txId) => decisions.get(`${merchantId} ${txId}`) ?? undecided,
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
