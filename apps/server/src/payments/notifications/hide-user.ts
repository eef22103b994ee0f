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
    firstName: hide(maskName, tx.firstName),
    lastName: hide(maskName, tx.lastName),
    email: hide(maskEmail, tx.email),
    mobile: hide(maskPhone, tx.mobile),
    dob: hide(maskBirthDate, tx.dob),
    city: hide(maskName, tx.city),
    accountHolder: hide(maskName, tx.accountHolder),
    maskedUserAccount: hide(hideAccount, tx.maskedUserAccount),
    info: maskTexts(tx.info, told),
    attributes: Object.fromEntries(attributes) as Transaction['attributes'],
  }
}
