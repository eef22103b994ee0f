import type { Step } from '../rules/fact.ts'
import { StatusNo, type StatusName } from './status-no.ts'

/** Where a payment stands. */
export const txStatuses = [
  'SUCCESSFUL',
  'REGISTERED',
  'PROCESSING',
  'WAITING_INPUT',
  'WAITING_APPROVAL',
  'FAILED',
  'INCONSISTENT',
  'CANCELLED',
  'REPROCESSING',
] as const
export type TxStatus = (typeof txStatuses)[number]

export const txStatusLabels: Readonly<Record<TxStatus, string>> = {
  SUCCESSFUL: 'Successful',
  REGISTERED: 'Registered',
  PROCESSING: 'Processing',
  WAITING_INPUT: 'Waiting for input',
  WAITING_APPROVAL: 'Waiting for approval',
  FAILED: 'Failed',
  INCONSISTENT: 'Inconsistent',
  CANCELLED: 'Cancelled',
  REPROCESSING: 'Reprocessing',
}

/** "waiting for approval" */
export const stateInSentence = (state: TxStatus): string => txStatusLabels[state].toLowerCase()

/**
 * Whether another PSP may try after a payment ended with a code.
 * - `ALLOWED`: if a fallback row matches.
 * - `NAMED`: only if a fallback row names the code, and the card scheme allows another try.
 * - `NEVER`: no.
 * - `THREE_DS`, `KYC`: the fallback tables of 3-D Secure and KYC decide, not that of the PSPs.
 */
export type Fallback = 'ALLOWED' | 'NAMED' | 'NEVER' | 'THREE_DS' | 'KYC'

/** Why a payment is in its status. The number is what is stored: one name exists twice. */
export interface StatusCode {
  readonly no: number
  readonly code: string
  readonly status: TxStatus
  readonly fallback: Fallback
  /** What an operator should know about it. */
  readonly text: string
}

/** The first and the last number of a state. */
interface StatusBand {
  readonly first: number
  readonly last: number
}

/** A state is a band of numbers. Nothing else says where one begins or ends. */
export const statusBands: Readonly<Record<TxStatus, StatusBand>> = {
  SUCCESSFUL: { first: 0, last: 99 },
  REGISTERED: { first: 100, last: 199 },
  PROCESSING: { first: 200, last: 249 },
  REPROCESSING: { first: 250, last: 299 },
  WAITING_INPUT: { first: 300, last: 349 },
  WAITING_APPROVAL: { first: 350, last: 399 },
  INCONSISTENT: { first: 400, last: 499 },
  FAILED: { first: 500, last: 599 },
  CANCELLED: { first: 600, last: 699 },
}

/** Still to be decided: at work, waiting for somebody, or unclear. */
export const openStates: readonly TxStatus[] = [
  'REGISTERED',
  'PROCESSING',
  'REPROCESSING',
  'WAITING_INPUT',
  'WAITING_APPROVAL',
  'INCONSISTENT',
]
/** Over, and no money moved. */
export const refusedStates: readonly TxStatus[] = ['FAILED', 'CANCELLED']

/** Whether a number is that of a state, also one the catalogue does not know (yet). */
export const isInState = (statusNo: number, ...states: readonly TxStatus[]): boolean =>
  states.some((state) => statusNo >= statusBands[state].first && statusNo <= statusBands[state].last)

export const isSuccessful = (statusNo: number): boolean => isInState(statusNo, 'SUCCESSFUL')

function statusOfNumber(no: number): TxStatus {
  const status = txStatuses.find((each) => isInState(no, each))
  if (!status) throw new RangeError(`No status has the number ${no}`)
  return status
}

// Name, whether another PSP may try (+ allowed, n named, - never, 3 3-D Secure, k KYC), explanation.
const errors = `
ERR_READ_TIMEOUT - Timed out; verify in the PSP back office whether it completed.
ERR_REFERENCE_MISMATCH - Reference problem; verify at the PSP.
ERR_INCONSISTENT_TRANSACTION - Funds may have been taken but not credited; manual investigation needed.
ERR_UNKNOWN_CALLBACK - Inconsistent due to a communication error; manual investigation.
ERR_IO_EXCEPTION - The connection broke after the request was sent; verify at the PSP whether it completed.
ERR_UNKNOWN_RESPONSE - Investigate manually at the PSP back office.
ERR_AMOUNT_MISMATCH - The PSP reports a different amount than requested; verify at the PSP.
ERR_INVALID_SIGNATURE - A message about the payment was not signed by the PSP; verify at the PSP.
ERR_NAME_MISMATCH - The name on the account is not the user's; verify at the PSP.
ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS - Paid from more accounts than the user may have; found after payment.
ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER - Paid from an account of another user; found after payment.
ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED - Paid from a blocked account; found after payment.
ERR_SYSTEM_ERROR - Something failed on our side before the payment was sent.
ERR_FAILED_TO_CONNECT + The PSP could not be reached; nothing was sent.
ERR_DECLINED_BAD_REQUEST + The PSP rejected a field of the request.
ERR_DECLINED_FRAUD - Declined on suspicion of fraud.
ERR_DECLINED_NO_FUNDS - Not enough money on the account.
ERR_DECLINED_ACCOUNT_SUSPENDED - The account is suspended or closed.
ERR_DECLINED_OTHER_REASON n Declined without a known reason.
ERR_DECLINED_CONTACT_SUPPORT - Declined; the user should contact their bank or provider.
ERR_DECLINED_CONFIG_ERROR + A setting or an exchange rate the payment needs is missing.
ERR_NOT_AUTHENTICATED - The session or API client could not be verified.
ERR_INVALID_RESPONSE + The PSP refused the request with an answer we cannot use.
ERR_DECLINED_REQ_BLOCKED - The payment method was not offered to this user.
ERR_PSP_OUT_OF_SERVICE + The PSP is out of service.
ERR_DECLINED_NOT_AUTHORIZED n The issuer did not authorise the payment.
ERR_RESPONSE_CODE_UNKNOWN - The PSP answered with a code that is not mapped.
ERR_PSP_ACCOUNT_USED_BY_OTHER_USER - The account belongs to another user and may not be shared.
ERR_PSP_ACCOUNT_NOT_USED - Withdrawal blocked because the method was not used to deposit; override via the User PSP Account fraud rule.
ERR_TOO_MANY_PSP_ACCOUNTS - The user already has the maximum number of accounts of this kind.
ERR_DECLINED_DUPLICATE_TX_ID - A payment with this id exists.
ERR_DECLINED_INVALID_ACCOUNT_NUMBER - The card or account number is not valid.
ERR_MERCHANT_OUT_OF_SERVICE - The merchant's system did not answer.
ERR_DECLINED_LIMIT_OVERDRAWN - A limit over a period is used up.
ERR_MERCHANT_RESPONSE_CODE_UNKNOWN - The merchant's system refused with a code we do not know.
ERR_DECLINED_NO_PROVIDER_FOUND - No routing rule matches the payment.
ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR + The routed PSP account is not configured.
ERR_MERCHANT_INVALID_RESPONSE - The merchant's system answered with something we cannot read.
ERR_ABOVE_LIMIT - The amount is above the limit.
ERR_BAD_REQUEST - The request is not valid.
ERR_BELOW_LIMIT - The amount is below the limit.
ERR_DECLINED_3D_AUTHENTICATION_FAILED 3 The user did not pass 3-D Secure.
ERR_DECLINED_BANK_REFUSAL n The bank refused.
ERR_DECLINED_CARD_EXPIRED - The card has expired.
ERR_DECLINED_CVV_FAIL - The security code of the card is wrong.
ERR_DECLINED_EMAIL_BLACKLIST n The email address is on a list of the PSP.
ERR_DECLINED_FRAUD_RULE_PSP n A fraud rule of the PSP was hit.
ERR_DECLINED_INVALID_AMOUNT - The amount is not valid.
ERR_DECLINED_INVALID_ISSUER - The issuer of the card is not known.
ERR_DECLINED_ISSUER_UNAVAILABLE n The issuer cannot be reached.
ERR_DECLINED_LOST_OR_STOLEN - The card is reported lost or stolen; the account gets blocked.
ERR_DECLINED_RESTRICTED_CARD n The card may not be used for this.
ERR_DECLINED_RESTRICTED_TERRITORY n The card may not be used in this country.
ERR_DECLINED_VELOCITY_RULE_PSP n A velocity rule of the PSP was hit.
ERR_INVALID_PARAMETER - A field is missing or not valid.
ERR_IO_EXCEPTION_NOT_SENT + The connection to the PSP broke before anything was sent.
ERR_RESPONSIBLE_GAMING_LIMIT - A responsible gaming limit of the user is reached.
ERR_USER_ACCOUNT_BLOCKED - The user is blocked.
ERR_USER_SESSION_INVALID - The user's session is no longer valid.
ERR_DECLINED_3D_VALIDATION_FAILED 3 The 3-D Secure result could not be validated.
ERR_DECLINED_3D_EXPIRED - The user did not finish 3-D Secure in time.
ERR_VAULTIQ_OUT_OF_SERVICE - Card vault not responding; contact support.
ERR_DECLINED_IP_BLOCKED - An IP blocking rule was hit, at the PSP or in Rules > Fraud Blocks > IP Blocks; contact the PSP or admin.
ERR_DECLINED_BIN_BLOCKED - A BIN blocking rule was hit (Rules > Fraud Blocks > BIN Blocks).
ERR_VAULTIQ_UNKNOWN_ACCOUNT - Vault did not find the stored card; contact support.
ERR_DECLINED_KYC_BLOCK - Declined by a KYC block rule (KYC > Block).
ERR_DECLINED_KYC_USER_UNDER_AGE - The user counts as underage.
ERR_DECLINED_KYC_CHECK_FAILED k Automated KYC check failed because the KYC service is offline or not responding.
ERR_DECLINED_BIC_BLOCK - Bank transaction blocked by a BIC/SWIFT rule.
ERR_DECLINED_EXPIRED - Expired without the user completing it.
ERR_DECLINED_REPEAT_CANCELLED - Duplicate declined; ask the user to retry.
ERR_DECLINED_CURRENCY_NOT_SUPPORTED + PSP does not support the currency; fix by a Forex rule or ask the PSP to activate it.
ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED - Blocked by a fraud score rule.
ERR_DECLINED_MERCHANT_NOT_FOUND + PSP did not find the merchant account; check PSP configuration.
ERR_DECLINED_MERCHANT_NOT_ENABLED + Merchant not yet activated at the PSP.
ERR_DECLINED_PROVIDER_NOT_ENABLED + PSP not enabled; probably needs adding to configuration.
ERR_DECLINED_UNDER_MAINTENANCE - The user's bank is under maintenance; temporary, retry.
ERR_NO_REFERRAL_TX_FOUND - Original transaction for a refund, void or chargeback not found.
ERR_DECLINE_TX_NOT_FOUND - Original transaction for a refund, void or chargeback not found.
ERR_DECLINE_COUNTRY_NOT_SUPPORTED + PSP does not support the user's country.
ERR_DECLINED_NOT_SUPPORTED_PAYMENT_METHOD_FRAUD - PSP flagged it as potentially fraudulent.
ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR - Required fraud provider not found; check routing rules or configuration (Rules > FraudBlock > FraudProviderBlock).
ERR_DECLINED_GENERAL_BLOCK - A general block, usually from a rule.
ERR_DECLINED_SCA_REQUIRED_BY_ISSUER 3 The issuer wants the user to authenticate; 3-D Secure can be tried.
ERR_DECLINED_SCHEME_TOKEN_EXPIRED n The network token of the card has expired.
ERR_DECLINED_SCHEME_TOKEN_INVALID n The network token of the card is not valid.
ERR_DECLINED_DO_NOT_TRY_AGAIN - The issuer forbids another try with this card.
ERR_CANCELLED_BY_USER - Cancelled by the user.
ERR_CANCELLED_BY_MERCHANT - Cancelled by the merchant.
ERR_CANCELLED_BY_PSP - Cancelled by the PSP.
`

const progress = `
SUCCESS - Completed.
SUCCESS_WITHDRAWAL_APPROVAL - Paid out after approval.
SUCCESS_WITHDRAWAL_AUTO_APPROVAL - Paid out after automatic approval.
SUCCESS_WAITING_CAPTURE - Authorised; waiting for capture.
SUCCESS_WAITING_AUTO_CAPTURE - Authorised; captured automatically later.
SUCCESS_AUTO_CAPTURED - Captured automatically.
SUCCESS_CAPTURED - Captured.
SUCCESS_WAITING_CONFIRMATION - Completed; waiting for confirmation.
SUCCESS_3D_FRICTIONLESS - 3-D Secure passed without a challenge.
SUCCESS_3D_CHALLENGED - 3-D Secure challenge passed.
SUCCESS_NON_3D - Completed without 3-D Secure.
REGISTERED - Registered.
PROCESSING_PROVIDER - With the PSP.
PROCESSING_MERCHANT - With the merchant.
PROCESSING_USER_VERIFICATION - The merchant is verifying the user.
PROCESSING_USER_AUTHORISATION - The merchant is authorising the payment.
PROCESSING_KYC_VERIFICATION - The KYC check is running.
REPROCESSING_PROVIDER - With another PSP.
REPROCESSING_MERCHANT - With the merchant again.
WAITING_INPUT - Waiting for the user.
WAITING_3D_SECURE - Waiting for 3-D Secure.
WAITING_DEPOSIT_CONFIRMATION - Waiting for the deposit to be confirmed.
WAITING_NOTIFICATION - Waiting for the PSP.
WAITING_WITHDRAWAL_CONFIRMATION - Waiting for the withdrawal to be confirmed.
WAITING_KYC_VERIFICATION - Waiting for the KYC check.
WAITING_MERCHANT_NOTIFICATION - Waiting for the merchant.
WAITING_DEPOSIT_APPROVAL - Deposit waiting for approval.
WAITING_WITHDRAWAL_APPROVAL - Withdrawal waiting for approval.
WAITING_DEPOSIT_AUTO_APPROVAL - Deposit will be approved automatically.
WAITING_WITHDRAWAL_AUTO_APPROVAL - Withdrawal will be approved automatically.
WAITING_DEPOSIT_ON_HOLD_APPROVAL - Deposit on hold.
WAITING_WITHDRAWAL_ON_HOLD_APPROVAL - Withdrawal on hold.
WAITING_WITHDRAWAL_SECOND_APPROVAL - Waiting for the second approval.
`

const fallbacks: Readonly<Record<string, Fallback>> = {
  '+': 'ALLOWED',
  n: 'NAMED',
  '-': 'NEVER',
  '3': 'THREE_DS',
  k: 'KYC',
}

/** One code is sent with two numbers; the second has a name of its own here. */
const codeOf = (name: string): string =>
  name === ('ERR_IO_EXCEPTION_NOT_SENT' satisfies StatusName) ? 'ERR_IO_EXCEPTION' : name

const isName = (name: string): name is StatusName => Object.hasOwn(StatusNo, name)

function parseLine(line: string): StatusCode {
  const [, name = '', mark = '', text = ''] = /^(\S+) (.) (.+)$/.exec(line) ?? []
  if (!isName(name)) throw new RangeError(`No status is called ${name}`)
  const no = StatusNo[name]
  return { no, code: codeOf(name), status: statusOfNumber(no), fallback: fallbacks[mark] ?? 'NEVER', text }
}

const read = (table: string): StatusCode[] => table.trim().split('\n').map(parseLine)

/** Everything that can go wrong with a payment. */
export const errorCodes: readonly StatusCode[] = read(errors)
/** The rest: what a payment that is fine is doing. */
export const progressCodes: readonly StatusCode[] = read(progress)
export const statusCodes: readonly StatusCode[] = [...progressCodes, ...errorCodes]

const byNo = new Map(statusCodes.map((status) => [status.no, status]))
export const statusCodeOf = (statusNo: number): StatusCode | undefined => byNo.get(statusNo)

/** Nothing was wrong with the payment itself: somebody could not be reached, and a little later it may work. */
const transient: ReadonlySet<number> = new Set([
  StatusNo.ERR_SYSTEM_ERROR,
  StatusNo.ERR_FAILED_TO_CONNECT,
  StatusNo.ERR_PSP_OUT_OF_SERVICE,
  StatusNo.ERR_MERCHANT_OUT_OF_SERVICE,
  StatusNo.ERR_DECLINED_ISSUER_UNAVAILABLE,
  StatusNo.ERR_IO_EXCEPTION_NOT_SENT,
  StatusNo.ERR_DECLINED_UNDER_MAINTENANCE,
])
export const isTransient = (statusNo: number): boolean => transient.has(statusNo)

/** Nearly always one; a name that exists twice has one entry per status. */
export const statusCodesNamed = (code: string): readonly StatusCode[] =>
  statusCodes.filter((status) => status.code === code)

// Where a code says something else depending on when it happened.
const fallbackAtStep: Readonly<Record<number, Partial<Record<Step, Fallback>>>> = {
  [StatusNo.ERR_SYSTEM_ERROR]: { D14: 'ALLOWED' },
  [StatusNo.ERR_DECLINED_INVALID_AMOUNT]: { D15: 'NAMED' },
  [StatusNo.ERR_INVALID_PARAMETER]: { D14: 'ALLOWED' },
  [StatusNo.ERR_DECLINED_UNDER_MAINTENANCE]: { D7: 'ALLOWED' },
}

/** Whether another PSP may try after this code at this step. */
export const fallbackAfter = (statusNo: number, step: Step): Fallback =>
  fallbackAtStep[statusNo]?.[step] ?? byNo.get(statusNo)?.fallback ?? 'NEVER'
