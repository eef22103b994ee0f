import { isIban, plainIban } from '@signalbox/model/reference/account-number'
import { maskAccount, maskIban, maskLocalAccount } from '@signalbox/model/text/masking'
import { inputOf, isFit, localAccountKey, plainDigits } from '@signalbox/model/payments/payment-inputs'
import { invalid, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import { isEmail } from '@signalbox/model/field/validators'
import type { Fingerprint } from '../vault/fingerprint.ts'
import type { Account } from './account-resource.ts'
import { withoutMasks } from './mask-account.ts'

const holdMs = 24 * 3_600_000
/** What a payout goes by. */
const bankFields = ['iban', 'bic', 'accountNumber', 'clearingNumber', 'walletEmail'] as const
const sensitiveFields = ['holder', 'bankName', ...bankFields] as const

type Values = Record<string, unknown>

const problem = (field: string, message: string): FieldProblem => ({ field, code: 'INVALID', message })

/** An account is known by its IBAN, its numbers or its wallet, so that another one makes it another account. */
function identityOf(input: Values, current: Account, print: Fingerprint): Values {
  if (typeof input.iban === 'string' && input.iban !== current.iban)
    return { maskedAccount: maskIban(input.iban), hashedAccount: print('ACCOUNT', input.iban) }
  const { accountNumber = current.accountNumber, clearingNumber = current.clearingNumber } = input
  const isOther = accountNumber !== current.accountNumber || clearingNumber !== current.clearingNumber
  if (typeof accountNumber === 'string' && typeof clearingNumber === 'string' && isOther)
    return {
      maskedAccount: maskLocalAccount(accountNumber),
      hashedAccount: print('ACCOUNT', localAccountKey(clearingNumber, accountNumber)),
    }
  if (typeof input.walletEmail === 'string' && input.walletEmail !== current.walletEmail)
    return {
      maskedAccount: maskAccount(input.walletEmail),
      hashedAccount: print('ACCOUNT', input.walletEmail),
    }
  return {}
}

function check(input: Values, current: Account): void {
  const problems: FieldProblem[] = []
  const { iban, walletEmail } = input
  if (current.providerType === 'CREDITCARD')
    for (const name of bankFields)
      if (input[name])
        problems.push(problem(name, 'A card has no bank details, and its number cannot be changed'))
  if (typeof iban === 'string' && iban !== '' && !isIban(iban))
    problems.push(problem('iban', texts.invalidIban))
  if (current.iban !== null && iban === null) problems.push(problem('iban', 'This field is required'))
  for (const name of ['accountNumber', 'clearingNumber'] as const) {
    const value = input[name]
    if (typeof value === 'string' && value !== '' && !isFit(name, value))
      problems.push(problem(name, `Invalid ${inputOf(name).label.toLowerCase()}`))
    // Without both of them nobody knows where a payout goes.
    if (current.accountNumber !== null && value === null)
      problems.push(problem(name, 'This field is required'))
  }
  const isAddress = current.walletEmail?.includes('@') ?? true
  if (typeof walletEmail === 'string' && isAddress && !isEmail(walletEmail))
    problems.push(problem('walletEmail', 'Invalid email'))
  if (current.walletEmail !== null && walletEmail === null)
    problems.push(problem('walletEmail', 'This field is required'))
  if (problems.length > 0) throw invalid(...problems)
}

/**
 * What a change of an account's data brings along: who or what it belongs to is open again, and for a day nothing is
 * paid out to it, because changed payout details are how stolen accounts are emptied.
 */
export function edited(given: Values, current: Account, now: Date, print: Fingerprint): Values {
  const input = withoutMasks(given, current)
  if (typeof input.iban === 'string' && input.iban !== '') input.iban = plainIban(input.iban)
  for (const name of ['accountNumber', 'clearingNumber'])
    if (typeof input[name] === 'string') input[name] = plainDigits(input[name])
  for (const name of ['iban', 'accountNumber', 'clearingNumber', 'walletEmail'])
    if (input[name] === '') input[name] = null
  check(input, current)
  const isChanged = sensitiveFields.some(
    (name) => name in input && (input[name] || null) !== (current[name] ?? null),
  )
  if (!isChanged) return input
  const consequences = {
    verificationStatus: 'UNVERIFIED',
    holdUntil: new Date(now.getTime() + holdMs),
  }
  return { ...input, ...identityOf(input, current, print), ...consequences }
}
