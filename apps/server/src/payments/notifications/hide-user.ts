import { hideAccount, maskBirthDate, maskEmail, maskName, maskPhone } from '@signalbox/model/text/masking'
import { maskId, maskTexts, type Mask } from '@signalbox/model/text/mask-text'
import { hiddenAttribute } from '@signalbox/model/rules/mask-fact'
import { maskOfPayment } from '../core/record/person-store.ts'
import type { Transaction } from '../core/record/transaction.ts'

const hide = (mask: Mask, value: string | null): string | null => (value === null ? null : mask(value))

/**
 * A payment as a mail may tell of it that goes neither to its user nor to staff who see users: rules send mails to any
 * address, and templates say whatever they are given.
 */
export function withoutUser(tx: Transaction): Transaction {
  const told = maskOfPayment(tx)
  const attributes = Object.keys(tx.attributes).map((name) => [maskId(name), hiddenAttribute])
  return {
    ...tx,
    userId: maskId(tx.userId),
    merchantTxId: hide(maskId, tx.merchantTxId),
    userFirstName: hide(maskName, tx.userFirstName),
    userLastName: hide(maskName, tx.userLastName),
    userEmail: hide(maskEmail, tx.userEmail),
    userPhone: hide(maskPhone, tx.userPhone),
    userBirthDate: hide(maskBirthDate, tx.userBirthDate),
    userCity: hide(maskName, tx.userCity),
    accountHolder: hide(maskName, tx.accountHolder),
    maskedAccount: hide(hideAccount, tx.maskedAccount),
    info: maskTexts(tx.info, told),
    attributes: Object.fromEntries(attributes) as Transaction['attributes'],
  }
}
