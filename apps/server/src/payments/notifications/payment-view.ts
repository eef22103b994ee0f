import { toWire } from '@signalbox/model/money/money-schema'
import { stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { View } from '@signalbox/model/template-language/values'
import type { AttemptLeg } from './attempt-leg-store.ts'
import type { Transaction } from '../core/record/transaction.ts'

const wire = (minor: bigint | null, currency: string | null) =>
  minor === null || currency === null ? null : toWire({ minor, currency })
const positive = (minor: bigint): bigint => (minor < 0n ? -minor : minor)

const userOf = (tx: Transaction) => ({
  userId: tx.userId,
  firstName: tx.firstName,
  lastName: tx.lastName,
  email: tx.email,
  mobile: tx.mobile,
  dob: tx.dob,
  city: tx.city,
  countryCode: tx.userCountry,
  locale: tx.userLocale,
  kycStatus: tx.kycStatus,
  userCat: tx.userCat,
})

const accountOf = (tx: Transaction) => ({
  holder: tx.accountHolder,
  brand: tx.cardBrand,
  expiry: tx.cardExpiry,
  bankName: tx.issuerName,
  bic: tx.bic,
})

/** A payment as templates name its parts. */
export function paymentView(tx: Transaction, legs: readonly AttemptLeg[]): View {
  const { currency } = tx
  return {
    ptx: {
      id: tx.id,
      merchantId: tx.merchantId,
      txRefId: txRefId(tx.merchantId, tx.id),
      merchantTxId: tx.merchantTxId,
      txType: tx.txType,
      state: stateOfNumber(tx.statusNo),
      statusCode: statusCodeOf(tx.statusNo)?.code ?? null,
      pspStatusCode: tx.pspStatusCode,
      amount: wire(tx.amountMinor, currency),
      amountAbs: wire(positive(tx.amountMinor), currency),
      txAmount: wire(tx.txAmountMinor, currency),
      txAmountAbs: wire(positive(tx.txAmountMinor), currency),
      txAmountBase: wire(tx.amountBaseMinor, tx.baseCurrency),
      fee: wire(tx.feeMinor, currency),
      pspFee: wire(tx.pspFeeMinor, tx.pspFeeCurrency),
      psp: tx.psp,
      pspAccount: tx.pspAccount,
      pspRefId: tx.pspRefId,
      maskedUserAccount: tx.maskedUserAccount,
      ipCountry: tx.ipCountry,
      created: tx.created,
      lastUpdated: tx.lastUpdated,
      info: tx.info,
      merchantUser: userOf(tx),
      userPspAccountDetails: accountOf(tx),
      attributes: { ...tx.attributes },
      legs: legs.map(({ statusNo, ...leg }) => ({
        ...leg,
        statusCode: statusNo === null ? null : (statusCodeOf(statusNo)?.code ?? null),
      })),
    },
  }
}
