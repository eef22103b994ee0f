import { writeLocalTime } from '@signalbox/model/text/local-time'
import { voucherRedeemed, voucherRefunded } from '@signalbox/model/ledger/business-postings'
import type { JournalLine } from '@signalbox/model/ledger/journal'
import type { Money } from '@signalbox/model/money/money'
import type { LedgerEvent } from '@signalbox/model/ledger/journal'
import { reversed } from '@signalbox/model/ledger/journal'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { post } from '../ledger/ledger.ts'
import { leaseMs } from './redeem.ts'
import {
  holdVoucher,
  redeemVoucher,
  refundVoucher,
  releaseVoucher,
  voucherOfPayment,
  type StoredVoucher,
} from './voucher-store.ts'

/** What of a payment decides about its voucher. */
interface VoucherPayment {
  readonly merchantId: number
  readonly id: number
  readonly originTxId: number | null
  readonly method: string
  readonly statusNo: number
  /** Of the payment before the change; the same where it is new. */
  readonly beforeNo: number
  readonly psp: string | null
  readonly pspAccount: string | null
  /** What moved at the store. */
  readonly pspAmount: Money
}

interface Follow {
  readonly unit: Pick<UnitOfWork, 'tx' | 'now' | 'newId' | 'emit'>
  readonly payment: VoucherPayment
  readonly timeZone: string
  readonly actor: string
}

const pspKey = ({ psp, pspAccount }: VoucherPayment) => ({ psp: psp ?? '', pspAccount: pspAccount ?? '' })

const valueOf = ({ valueMinor, currency }: StoredVoucher): Money => ({ minor: valueMinor, currency })

/** Versions of a voucher only grow, so each time it is booked has a number of its own. */
async function book(
  { unit, timeZone, actor }: Follow,
  voucher: StoredVoucher,
  eventType: LedgerEvent,
  description: string,
  lines: readonly JournalLine[],
): Promise<void> {
  const { tx, now, newId } = unit
  const draft = {
    merchantId: voucher.merchantId,
    sourceType: 'VOUCHER',
    sourceId: voucher.id,
    eventType,
    seq: voucher.version,
    valueDate: writeLocalTime('YYYY-MM-DD', now.getTime(), timeZone),
    description,
    createdBy: actor,
    lines,
  } as const
  await post(tx, draft, { now, newId })
}

const tell = ({ unit }: Follow, { merchantId, id }: StoredVoucher): void =>
  unit.emit({ merchantId, topic: 'voucher', key: id })

/** A deposit: its voucher is redeemed with its success, free again with its failure, and held as long as nobody knows. */
async function followDeposit(follow: Follow): Promise<void> {
  const { unit, payment } = follow
  const voucher = await voucherOfPayment(unit.tx, payment.merchantId, payment.id, { locked: true })
  if (!voucher || voucher.state === 'REFUNDED') return
  const { tx, now } = unit
  const status = stateOfNumber(payment.statusNo)
  const wasRedeemed = voucher.state === 'REDEEMED'
  const lines = voucherRedeemed(voucher.sku, valueOf(voucher), pspKey(payment))
  const serial = `Voucher ${voucher.serial}`
  if (status === 'SUCCESSFUL') {
    if (wasRedeemed) return
    await redeemVoucher(tx, voucher, now)
    await book(follow, voucher, 'VOUCHER_REDEEMED', `${serial} redeemed`, lines)
    return tell(follow, voucher)
  }
  if (wasRedeemed)
    await book(follow, voucher, 'VOUCHER_REDEEMED', `${serial} is not redeemed after all`, reversed(lines))
  if (status === 'FAILED' || status === 'CANCELLED') {
    await releaseVoucher(tx, voucher, now)
    return tell(follow, voucher)
  }
  if (!wasRedeemed) return
  await holdVoucher(tx, voucher, now, new Date(now.getTime() + leaseMs))
  tell(follow, voucher)
}

/** A refund, or one in doubt again: what was paid with is not good for anything any more. Its distributor gives the money back. */
async function followRefund(follow: Follow): Promise<void> {
  const { unit, payment } = follow
  const isDone = stateOfNumber(payment.statusNo) === 'SUCCESSFUL'
  const wasDone = stateOfNumber(payment.beforeNo) === 'SUCCESSFUL'
  if (isDone === wasDone || payment.originTxId === null) return
  const voucher = await voucherOfPayment(unit.tx, payment.merchantId, payment.originTxId, { locked: true })
  if (!voucher) return
  await refundVoucher(unit.tx, voucher, unit.now)
  const lines = voucherRefunded(voucher.sku, payment.pspAmount, pspKey(payment))
  const [what, moved] = isDone ? ['refunded', lines] : ['refund in doubt', reversed(lines)]
  await book(follow, voucher, 'VOUCHER_REFUNDED', `Voucher ${voucher.serial} ${what}`, moved)
  tell(follow, voucher)
}

/** What a payment that took another state means for the voucher it is made with, in the commit of the payment. */
export async function followPayment(follow: Follow): Promise<void> {
  const { method } = follow.payment
  if (method === 'DEPOSIT') await followDeposit(follow)
  else if (method === 'REFUND') await followRefund(follow)
}
