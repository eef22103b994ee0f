import { isCode, plainCode } from '@signalbox/model/store/voucher-code'
import type { VoucherVerdict } from '@signalbox/model/store/voucher-verdict'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Database, Tx } from '../../kit/database.ts'
import { transaction } from '../../kit/transaction.ts'
import type { VoucherQuestion } from '../connectors/connector.ts'
import type { Fingerprint } from '../vault/fingerprint.ts'
import { judgeVoucher } from './judge-voucher.ts'
import { voucherHash } from './voucher-hash.ts'
import {
  countOfUser,
  noteRefusedTry,
  reserveVoucher,
  voucherByHash,
  voucherOfPayment,
  type StoredVoucher,
} from './voucher-store.ts'
import { countWrong, isThrottled, knownByClient, knownByUser, queueUp } from './wrong-tries.ts'

/** So long a voucher is kept for a payment that is under way; afterwards somebody looks what became of the payment. */
export const leaseMs = 10 * 60_000
const dayMs = 86_400_000

/** Why a voucher is not redeemed, in a word of the store's, and as our status. */
export const refusals = {
  wrong_code: StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER,
  too_many_tries: StatusNo.ERR_DECLINED_REQ_BLOCKED,
  already_redeemed: StatusNo.ERR_DECLINED_DUPLICATE_TX_ID,
  voucher_expired: StatusNo.ERR_DECLINED_EXPIRED,
  voucher_blocked: StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED,
  product_suspended: StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED,
  other_currency: StatusNo.ERR_DECLINED_CURRENCY_NOT_SUPPORTED,
  other_country: StatusNo.ERR_DECLINE_COUNTRY_NOT_SUPPORTED,
  limit_of_user: StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
} as const
export type Refused = keyof typeof refusals

export const refusalTexts: Readonly<Record<Refused, string>> = {
  wrong_code: 'There is no such voucher',
  too_many_tries: 'Too many wrong codes within an hour',
  already_redeemed: 'The voucher has been redeemed',
  voucher_expired: 'The voucher has expired',
  voucher_blocked: 'The voucher is blocked',
  product_suspended: 'The product is suspended',
  other_currency: 'The voucher is in another currency',
  other_country: 'The voucher cannot be redeemed in this country',
  limit_of_user: 'The user has redeemed as many of these as allowed',
}

/** A voucher that was not released is not known to anybody yet. */
const ofVerdict: Readonly<Record<VoucherVerdict, Refused | undefined>> = {
  OK: undefined,
  NOT_A_CODE: 'wrong_code',
  UNKNOWN: 'wrong_code',
  NOT_RELEASED: 'wrong_code',
  BLOCKED: 'voucher_blocked',
  EXPIRED: 'voucher_expired',
  REDEEMED: 'already_redeemed',
  RESERVED: 'already_redeemed',
  SUSPENDED: 'product_suspended',
}

export interface RedeemDeps {
  readonly db: Database
  readonly now: () => Date
  readonly newId: () => string
  readonly print: Fingerprint
}

export interface Redemption {
  readonly merchantId: number
  readonly txId: number
  readonly code: string
  readonly currency: string
  readonly userId: string
  readonly country: string | undefined
  readonly ip: string
}

export type Redeemed =
  | { readonly voucher: StoredVoucher }
  | { readonly refused: Refused; readonly voucher?: StoredVoucher }

async function limitOf(
  tx: Tx,
  voucher: StoredVoucher,
  userId: string,
  now: Date,
): Promise<Refused | undefined> {
  const { maxPerUser, maxPerDay } = voucher
  if (maxPerUser === null && maxPerDay === null) return undefined
  const { inAll, lately } = await countOfUser(tx, voucher, userId, new Date(now.getTime() - dayMs))
  const isUsedUp = (maxPerUser !== null && inAll >= maxPerUser) || (maxPerDay !== null && lately >= maxPerDay)
  return isUsedUp ? 'limit_of_user' : undefined
}

async function whyRefused(
  tx: Tx,
  voucher: StoredVoucher,
  { currency, country, userId }: Redemption,
  now: Date,
): Promise<Refused | undefined> {
  const refused = ofVerdict[judgeVoucher(voucher, now)]
  if (refused) return refused
  if (voucher.currency !== currency) return 'other_currency'
  if (voucher.countries.length > 0 && !voucher.countries.includes(country ?? '')) return 'other_country'
  return limitOf(tx, voucher, userId, now)
}

/**
 * Takes a voucher for a payment, in a transaction of its own. The same payment a second time finds the voucher it holds.
 * Tries of one user wait for each other, so neither wrong codes nor the limits of a product can be run past at once.
 */
export function redeem({ db, now: clock, newId, print }: RedeemDeps, asked: Redemption): Promise<Redeemed> {
  const { merchantId, txId, code, userId } = asked
  return transaction(db, async (tx): Promise<Redeemed> => {
    const now = clock()
    const held = await voucherOfPayment(tx, merchantId, txId)
    if (held) return { voucher: held }
    const trier = { merchantId, knownBy: knownByUser(print, asked), now }
    await queueUp(tx, trier)
    if (await isThrottled(tx, trier)) return { refused: 'too_many_tries' }
    const voucher = isCode(plainCode(code))
      ? await voucherByHash(tx, merchantId, voucherHash(print, code), { locked: true })
      : undefined
    const refused = voucher ? await whyRefused(tx, voucher, asked, now) : 'wrong_code'
    if (refused === 'wrong_code' && !(await countWrong(tx, trier, newId)))
      return { refused: 'too_many_tries' }
    if (!voucher) return { refused: 'wrong_code' }
    if (refused) {
      await noteRefusedTry(tx, voucher)
      return { refused, voucher }
    }
    const until = new Date(now.getTime() + leaseMs)
    const isOurs = await reserveVoucher(tx, voucher, { txId, userId, now, until })
    return isOurs ? { voucher } : { refused: 'already_redeemed', voucher }
  })
}

/** Whether a code could be redeemed. Nothing comes of it, but whoever guesses is stopped as when they pay. */
export function checkCode(
  { db, now: clock, newId, print }: RedeemDeps,
  { merchantId, code, askedBy }: VoucherQuestion,
): Promise<Refused | undefined> {
  const { userId, ip = '', clientId } = askedBy
  return transaction(db, async (tx) => {
    const now = clock()
    const knownBy =
      userId === undefined ? knownByClient(print, { clientId, ip }) : knownByUser(print, { userId, ip })
    const trier = { merchantId, knownBy, now }
    await queueUp(tx, trier)
    if (await isThrottled(tx, trier)) return 'too_many_tries'
    const voucher = isCode(plainCode(code))
      ? await voucherByHash(tx, merchantId, voucherHash(print, code))
      : undefined
    const refused = voucher ? ofVerdict[judgeVoucher(voucher, now)] : 'wrong_code'
    if (refused === 'wrong_code' && !(await countWrong(tx, trier, newId))) return 'too_many_tries'
    return refused
  })
}
