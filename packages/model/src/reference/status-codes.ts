import type { Step } from '../rules/fact.ts'

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

// Upper ends of the number bands.
const bands: readonly (readonly [number, TxStatus])[] = [
  [99, 'SUCCESSFUL'],
  [199, 'REGISTERED'],
  [249, 'PROCESSING'],
  [299, 'REPROCESSING'],
  [349, 'WAITING_INPUT'],
  [399, 'WAITING_APPROVAL'],
  [499, 'INCONSISTENT'],
  [599, 'FAILED'],
  [699, 'CANCELLED'],
]

function statusOfNumber(no: number): TxStatus {
  const band = bands.find(([last]) => no <= last)
  if (!band) throw new RangeError(`No status has the number ${no}`)
  return band[1]
}

// Number, whether another PSP may try (+ allowed, n named, - never, 3 3-D Secure, k KYC), name, explanation.
const errors = `
400 - ERR_READ_TIMEOUT Timed out; verify in the PSP back office whether it completed.
401 - ERR_REFERENCE_MISMATCH Reference problem; verify at the PSP.
402 - ERR_INCONSISTENT_TRANSACTION Funds may have been taken but not credited; manual investigation needed.
403 - ERR_UNKNOWN_CALLBACK Inconsistent due to a communication error; manual investigation.
404 - ERR_IO_EXCEPTION The connection broke after the request was sent; verify at the PSP whether it completed.
405 - ERR_UNKNOWN_RESPONSE Investigate manually at the PSP back office.
407 - ERR_AMOUNT_MISMATCH The PSP reports another amount than was asked for; verify at the PSP.
408 - ERR_INVALID_SIGNATURE A message about the payment was not signed by the PSP; verify at the PSP.
410 - ERR_NAME_MISMATCH The name on the account is not that of the user; verify at the PSP.
411 - ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS Paid from more accounts than the user may have; found after payment.
412 - ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER Paid from an account of another user; found after payment.
413 - ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED Paid from a blocked account; found after payment.
500 - ERR_SYSTEM_ERROR Something failed on our side before the payment was sent.
501 + ERR_FAILED_TO_CONNECT The PSP could not be reached; nothing was sent.
502 + ERR_DECLINED_BAD_REQUEST The PSP rejected a field of the request.
503 - ERR_DECLINED_FRAUD Declined on suspicion of fraud.
504 - ERR_DECLINED_NO_FUNDS Not enough money on the account.
505 - ERR_DECLINED_ACCOUNT_SUSPENDED The account is suspended or closed.
506 n ERR_DECLINED_OTHER_REASON Declined without a reason we know.
507 - ERR_DECLINED_CONTACT_SUPPORT Declined; the user should contact their bank or provider.
508 + ERR_DECLINED_CONFIG_ERROR A setting or an exchange rate the payment needs is missing.
509 - ERR_NOT_AUTHENTICATED The session or API client could not be verified.
510 + ERR_INVALID_RESPONSE The PSP refused the request with an answer we cannot use.
511 - ERR_DECLINED_REQ_BLOCKED The payment method was not offered to this user.
512 + ERR_PSP_OUT_OF_SERVICE The PSP is out of service.
513 n ERR_DECLINED_NOT_AUTHORIZED The issuer did not authorise the payment.
514 - ERR_RESPONSE_CODE_UNKNOWN The PSP answered with a code nobody has mapped yet.
515 - ERR_PSP_ACCOUNT_USED_BY_OTHER_USER The account belongs to another user and may not be shared.
516 - ERR_PSP_ACCOUNT_NOT_USED Withdrawal blocked because the method was not used to deposit; override via the User PSP Account fraud rule.
517 - ERR_TOO_MANY_PSP_ACCOUNTS The user has as many accounts of this kind as allowed.
518 - ERR_DECLINED_DUPLICATE_TX_ID A payment with this id exists.
519 - ERR_DECLINED_INVALID_ACCOUNT_NUMBER The card or account number is not valid.
520 - ERR_MERCHANT_OUT_OF_SERVICE The merchant's system did not answer.
521 - ERR_DECLINED_LIMIT_OVERDRAWN A limit over a period is used up.
522 - ERR_MERCHANT_RESPONSE_CODE_UNKNOWN The merchant's system refused with a code we do not know.
523 - ERR_DECLINED_NO_PROVIDER_FOUND No routing rule matches the payment.
524 + ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR The routed PSP account is not configured.
525 - ERR_MERCHANT_INVALID_RESPONSE The merchant's system answered with something we cannot read.
526 - ERR_ABOVE_LIMIT The amount is above the limit.
527 - ERR_BAD_REQUEST The request is not valid.
528 - ERR_BELOW_LIMIT The amount is below the limit.
529 3 ERR_DECLINED_3D_AUTHENTICATION_FAILED The user did not pass 3-D Secure.
530 n ERR_DECLINED_BANK_REFUSAL The bank refused.
531 - ERR_DECLINED_CARD_EXPIRED The card has expired.
532 - ERR_DECLINED_CVV_FAIL The security code of the card is wrong.
533 n ERR_DECLINED_EMAIL_BLACKLIST The e-mail address is on a list of the PSP.
534 n ERR_DECLINED_FRAUD_RULE_PSP A fraud rule of the PSP was hit.
535 - ERR_DECLINED_INVALID_AMOUNT The amount is not valid.
536 - ERR_DECLINED_INVALID_ISSUER The issuer of the card is not known.
538 n ERR_DECLINED_ISSUER_UNAVAILABLE The issuer cannot be reached.
539 - ERR_DECLINED_LOST_OR_STOLEN The card is reported lost or stolen; the account gets blocked.
540 n ERR_DECLINED_RESTRICTED_CARD The card may not be used for this.
541 n ERR_DECLINED_RESTRICTED_TERRITORY The card may not be used in this country.
543 n ERR_DECLINED_VELOCITY_RULE_PSP A velocity rule of the PSP was hit.
544 - ERR_INVALID_PARAMETER A field is missing or not valid.
545 + ERR_IO_EXCEPTION The connection to the PSP broke before anything was sent.
546 - ERR_RESPONSIBLE_GAMING_LIMIT A responsible gaming limit of the user is reached.
547 - ERR_USER_ACCOUNT_BLOCKED The user is blocked.
548 - ERR_USER_SESSION_INVALID The session of the user is not valid any more.
550 3 ERR_DECLINED_3D_VALIDATION_FAILED The 3-D Secure result could not be validated.
551 - ERR_DECLINED_3D_EXPIRED The user did not finish 3-D Secure in time.
560 - ERR_VAULTIQ_OUT_OF_SERVICE Card vault not responding; contact support.
561 - ERR_DECLINED_IP_BLOCKED An IP blocking rule was hit, at the PSP or in Rules > Fraud Blocks > IP Blocks; contact the PSP or admin.
562 - ERR_DECLINED_BIN_BLOCKED A BIN blocking rule was hit (Rules > Fraud Blocks > BIN Blocks).
563 - ERR_VAULTIQ_UNKNOWN_ACCOUNT Vault did not find the stored card; contact support.
564 - ERR_DECLINED_KYC_BLOCK Declined by a KYC block rule (KYC > Block).
565 - ERR_DECLINED_KYC_USER_UNDER_AGE The user counts as underage.
566 k ERR_DECLINED_KYC_CHECK_FAILED Automated KYC check failed because the KYC service is offline or not responding.
567 - ERR_DECLINED_BIC_BLOCK Bank transaction blocked by a BIC/SWIFT rule.
568 - ERR_DECLINED_EXPIRED Expired without the user completing it.
569 - ERR_DECLINED_REPEAT_CANCELLED Duplicate declined; ask the user to retry.
570 + ERR_DECLINED_CURRENCY_NOT_SUPPORTED PSP does not support the currency; fix by a Forex rule or ask the PSP to activate it.
571 - ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED Blocked by a fraud score rule.
572 + ERR_DECLINED_MERCHANT_NOT_FOUND PSP did not find the merchant account; check PSP configuration.
573 + ERR_DECLINED_MERCHANT_NOT_ENABLED Merchant not yet activated at the PSP.
574 + ERR_DECLINED_PROVIDER_NOT_ENABLED PSP not enabled; probably needs adding to configuration.
575 - ERR_DECLINED_UNDER_MAINTENANCE The user's bank is under maintenance; temporary, retry.
576 - ERR_NO_REFERRAL_TX_FOUND Original transaction for a refund, void or chargeback not found.
577 - ERR_DECLINE_TX_NOT_FOUND Original transaction for a refund, void or chargeback not found.
578 + ERR_DECLINE_COUNTRY_NOT_SUPPORTED PSP does not support the user's country.
579 - ERR_DECLINED_NOT_SUPPORTED_PAYMENT_METHOD_FRAUD PSP flagged it as potentially fraudulent.
580 - ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR Required fraud provider not found; check routing rules or configuration (Rules > FraudBlock > FraudProviderBlock).
581 - ERR_DECLINED_GENERAL_BLOCK A general block, usually from a rule.
589 3 ERR_DECLINED_SCA_REQUIRED_BY_ISSUER The issuer wants the user to authenticate; 3-D Secure can be tried.
591 n ERR_DECLINED_SCHEME_TOKEN_EXPIRED The network token of the card has expired.
592 n ERR_DECLINED_SCHEME_TOKEN_INVALID The network token of the card is not valid.
597 - ERR_DECLINED_DO_NOT_TRY_AGAIN The issuer forbids another try with this card.
600 - ERR_CANCELLED_BY_USER Cancelled by the user.
601 - ERR_CANCELLED_BY_MERCHANT Cancelled by the merchant.
602 - ERR_CANCELLED_BY_PSP Cancelled by the PSP.
`

const progress = `
0 - SUCCESS Completed.
1 - SUCCESS_WITHDRAWAL_APPROVAL Paid out after approval.
2 - SUCCESS_WITHDRAWAL_AUTO_APPROVAL Paid out after automatic approval.
3 - SUCCESS_WAITING_CAPTURE Authorised; waiting for capture.
4 - SUCCESS_WAITING_AUTO_CAPTURE Authorised; captured automatically later.
5 - SUCCESS_AUTO_CAPTURED Captured automatically.
6 - SUCCESS_CAPTURED Captured.
7 - SUCCESS_WAITING_CONFIRMATION Completed; waiting for confirmation.
52 - SUCCESS_3D_FRICTIONLESS 3-D Secure passed without a challenge.
53 - SUCCESS_3D_CHALLENGED 3-D Secure challenge passed.
61 - SUCCESS_NON_3D Completed without 3-D Secure.
100 - REGISTERED Registered.
200 - PROCESSING_PROVIDER With the PSP.
201 - PROCESSING_MERCHANT With the merchant.
203 - PROCESSING_USER_VERIFICATION The merchant is verifying the user.
204 - PROCESSING_USER_AUTHORISATION The merchant is authorising the payment.
205 - PROCESSING_KYC_VERIFICATION The KYC check is running.
250 - REPROCESSING_PROVIDER With another PSP.
251 - REPROCESSING_MERCHANT With the merchant again.
300 - WAITING_INPUT Waiting for the user.
301 - WAITING_3D_SECURE Waiting for 3-D Secure.
302 - WAITING_DEPOSIT_CONFIRMATION Waiting for the deposit to be confirmed.
303 - WAITING_NOTIFICATION Waiting for the PSP.
304 - WAITING_WITHDRAWAL_CONFIRMATION Waiting for the withdrawal to be confirmed.
305 - WAITING_KYC_VERIFICATION Waiting for the KYC check.
306 - WAITING_MERCHANT_NOTIFICATION Waiting for the merchant.
350 - WAITING_DEPOSIT_APPROVAL Deposit waiting for approval.
351 - WAITING_WITHDRAWAL_APPROVAL Withdrawal waiting for approval.
352 - WAITING_DEPOSIT_AUTO_APPROVAL Deposit will be approved automatically.
353 - WAITING_WITHDRAWAL_AUTO_APPROVAL Withdrawal will be approved automatically.
354 - WAITING_DEPOSIT_ON_HOLD_APPROVAL Deposit on hold.
355 - WAITING_WITHDRAWAL_ON_HOLD_APPROVAL Withdrawal on hold.
356 - WAITING_WITHDRAWAL_SECOND_APPROVAL Withdrawal waiting for the second approval.
`

const fallbacks: Readonly<Record<string, Fallback>> = {
  '+': 'ALLOWED',
  n: 'NAMED',
  '-': 'NEVER',
  '3': 'THREE_DS',
  k: 'KYC',
}

function parseLine(line: string): StatusCode {
  const [, no = '', mark = '', code = '', text = ''] = /^(\d+) (.) (\S+) (.+)$/.exec(line) ?? []
  return {
    no: Number(no),
    code,
    status: statusOfNumber(Number(no)),
    fallback: fallbacks[mark] ?? 'NEVER',
    text,
  }
}

const read = (table: string): StatusCode[] => table.trim().split('\n').map(parseLine)

/** Everything that can go wrong with a payment. */
export const errorCodes: readonly StatusCode[] = read(errors)
/** The rest: what a payment that is fine is doing. */
export const progressCodes: readonly StatusCode[] = read(progress)
export const statusCodes: readonly StatusCode[] = [...progressCodes, ...errorCodes]

const byNo = new Map(statusCodes.map((status) => [status.no, status]))
export const statusCodeOf = (no: number): StatusCode | undefined => byNo.get(no)

/** Nothing was wrong with the payment itself: somebody could not be reached, and a little later it may work. */
const transient: ReadonlySet<number> = new Set([500, 501, 512, 520, 538, 545, 575])
export const isTransient = (no: number): boolean => transient.has(no)

/** Nearly always one; a name that exists twice has one entry per status. */
export const statusCodesNamed = (code: string): readonly StatusCode[] =>
  statusCodes.filter((status) => status.code === code)

// Where a code says something else depending on when it happened.
const fallbackAtStep: Readonly<Record<number, Partial<Record<Step, Fallback>>>> = {
  500: { D14: 'ALLOWED' },
  535: { D15: 'NAMED' },
  544: { D14: 'ALLOWED' },
  575: { D7: 'ALLOWED' },
}

/** Whether another PSP may try after this code at this step. */
export const fallbackAfter = (no: number, step: Step): Fallback =>
  fallbackAtStep[no]?.[step] ?? byNo.get(no)?.fallback ?? 'NEVER'
