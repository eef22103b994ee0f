import { StatusNo } from '../reference/status-no.ts'
import type { Step } from '../rules/fact.ts'
import type { DeclineStage } from './tx-event.ts'

/**
 * Where a payment ended: at a step of the flow, by a person who denied or cancelled it, by one who forced it to fail, or
 * because it waited too long.
 */
export type DeclinePlace =
  | Exclude<Step, 'D0' | 'D16' | 'D17' | 'D18' | 'D19' | 'AX'>
  | 'PERSON'
  | 'FORCED'
  | 'EXPIRY'

/** Who refuses at a place, unless the code says otherwise. Only the answer of a PSP has no default. */
const byPlace: Readonly<Record<Exclude<DeclinePlace, 'D15'>, DeclineStage>> = {
  D1: 'USER',
  D2: 'MERCHANT',
  D3: 'USER',
  D4: 'RULES',
  D5: 'KYC',
  D6: 'RULES',
  D7: 'SYSTEM',
  D8: 'FRAUD',
  D9: 'RULES',
  D10: 'SYSTEM',
  D11: 'MERCHANT',
  D12: 'RULES',
  D13: 'THREE_DS',
  D14: 'PSP',
  PERSON: 'MERCHANT',
  FORCED: 'SYSTEM',
  EXPIRY: 'USER',
}

const byCodeAndPlace: Readonly<Record<number, Partial<Record<DeclinePlace, DeclineStage>>>> = {
  [StatusNo.ERR_SYSTEM_ERROR]: Object.fromEntries(Object.keys(byPlace).map((place) => [place, 'SYSTEM'])),
  [StatusNo.ERR_DECLINED_CONFIG_ERROR]: { D14: 'SYSTEM' },
  [StatusNo.ERR_NOT_AUTHENTICATED]: { D1: 'SYSTEM' },
  [StatusNo.ERR_DECLINED_REQ_BLOCKED]: { D1: 'RULES' },
  [StatusNo.ERR_PSP_OUT_OF_SERVICE]: { D7: 'PSP' },
  [StatusNo.ERR_DECLINED_NO_PROVIDER_FOUND]: { D7: 'RULES' },
  [StatusNo.ERR_INVALID_PARAMETER]: { D14: 'SYSTEM' },
  [StatusNo.ERR_DECLINED_3D_EXPIRED]: { EXPIRY: 'THREE_DS' },
  [StatusNo.ERR_VAULTIQ_OUT_OF_SERVICE]: { D3: 'SYSTEM' },
  [StatusNo.ERR_DECLINED_UNDER_MAINTENANCE]: { D7: 'PSP' },
  [StatusNo.ERR_NO_REFERRAL_TX_FOUND]: { D14: 'SYSTEM' },
  [StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR]: { D8: 'SYSTEM' },
  [StatusNo.ERR_CANCELLED_BY_USER]: { PERSON: 'USER' },
}

/** Who speaks when a PSP answers with a code: itself, the bank behind the card or account, 3-D Secure or the user. */
const inAnswers: Readonly<Partial<Record<DeclineStage, readonly number[]>>> = {
  PSP: [
    StatusNo.ERR_FAILED_TO_CONNECT,
    StatusNo.ERR_DECLINED_BAD_REQUEST,
    StatusNo.ERR_DECLINED_FRAUD,
    StatusNo.ERR_DECLINED_CONFIG_ERROR,
    StatusNo.ERR_NOT_AUTHENTICATED,
    StatusNo.ERR_INVALID_RESPONSE,
    StatusNo.ERR_DECLINED_REQ_BLOCKED,
    StatusNo.ERR_PSP_OUT_OF_SERVICE,
    StatusNo.ERR_RESPONSE_CODE_UNKNOWN,
    StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER,
    StatusNo.ERR_PSP_ACCOUNT_NOT_USED,
    StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS,
    StatusNo.ERR_DECLINED_DUPLICATE_TX_ID,
    StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER,
    StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN,
    StatusNo.ERR_DECLINED_NO_PROVIDER_FOUND,
    StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR,
    StatusNo.ERR_ABOVE_LIMIT,
    StatusNo.ERR_BAD_REQUEST,
    StatusNo.ERR_BELOW_LIMIT,
    StatusNo.ERR_DECLINED_EMAIL_BLACKLIST,
    StatusNo.ERR_DECLINED_FRAUD_RULE_PSP,
    StatusNo.ERR_DECLINED_INVALID_AMOUNT,
    StatusNo.ERR_DECLINED_VELOCITY_RULE_PSP,
    StatusNo.ERR_INVALID_PARAMETER,
    StatusNo.ERR_IO_EXCEPTION_NOT_SENT,
    StatusNo.ERR_RESPONSIBLE_GAMING_LIMIT,
    StatusNo.ERR_USER_ACCOUNT_BLOCKED,
    StatusNo.ERR_USER_SESSION_INVALID,
    StatusNo.ERR_DECLINED_IP_BLOCKED,
    StatusNo.ERR_DECLINED_BIN_BLOCKED,
    StatusNo.ERR_DECLINED_KYC_BLOCK,
    StatusNo.ERR_DECLINED_KYC_USER_UNDER_AGE,
    StatusNo.ERR_DECLINED_KYC_CHECK_FAILED,
    StatusNo.ERR_DECLINED_BIC_BLOCK,
    StatusNo.ERR_DECLINED_EXPIRED,
    StatusNo.ERR_DECLINED_REPEAT_CANCELLED,
    StatusNo.ERR_DECLINED_CURRENCY_NOT_SUPPORTED,
    StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
    StatusNo.ERR_DECLINED_MERCHANT_NOT_FOUND,
    StatusNo.ERR_DECLINED_MERCHANT_NOT_ENABLED,
    StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED,
    StatusNo.ERR_NO_REFERRAL_TX_FOUND,
    StatusNo.ERR_DECLINE_TX_NOT_FOUND,
    StatusNo.ERR_DECLINE_COUNTRY_NOT_SUPPORTED,
    StatusNo.ERR_DECLINED_NOT_SUPPORTED_PAYMENT_METHOD_FRAUD,
    StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR,
    StatusNo.ERR_DECLINED_GENERAL_BLOCK,
    StatusNo.ERR_CANCELLED_BY_PSP,
  ],
  ISSUER: [
    StatusNo.ERR_DECLINED_NO_FUNDS,
    StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED,
    StatusNo.ERR_DECLINED_OTHER_REASON,
    StatusNo.ERR_DECLINED_CONTACT_SUPPORT,
    StatusNo.ERR_DECLINED_NOT_AUTHORIZED,
    StatusNo.ERR_DECLINED_BANK_REFUSAL,
    StatusNo.ERR_DECLINED_CARD_EXPIRED,
    StatusNo.ERR_DECLINED_CVV_FAIL,
    StatusNo.ERR_DECLINED_INVALID_ISSUER,
    StatusNo.ERR_DECLINED_ISSUER_UNAVAILABLE,
    StatusNo.ERR_DECLINED_LOST_OR_STOLEN,
    StatusNo.ERR_DECLINED_RESTRICTED_CARD,
    StatusNo.ERR_DECLINED_RESTRICTED_TERRITORY,
    StatusNo.ERR_VAULTIQ_UNKNOWN_ACCOUNT,
    StatusNo.ERR_DECLINED_UNDER_MAINTENANCE,
    StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER,
    StatusNo.ERR_DECLINED_SCHEME_TOKEN_EXPIRED,
    StatusNo.ERR_DECLINED_SCHEME_TOKEN_INVALID,
    StatusNo.ERR_DECLINED_DO_NOT_TRY_AGAIN,
  ],
  THREE_DS: [
    StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED,
    StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED,
    StatusNo.ERR_DECLINED_3D_EXPIRED,
  ],
  USER: [StatusNo.ERR_CANCELLED_BY_USER],
  MERCHANT: [
    StatusNo.ERR_MERCHANT_OUT_OF_SERVICE,
    StatusNo.ERR_MERCHANT_RESPONSE_CODE_UNKNOWN,
    StatusNo.ERR_MERCHANT_INVALID_RESPONSE,
    StatusNo.ERR_CANCELLED_BY_MERCHANT,
  ],
  SYSTEM: [StatusNo.ERR_SYSTEM_ERROR, StatusNo.ERR_VAULTIQ_OUT_OF_SERVICE],
}

const answerStages = new Map(
  Object.entries(inAnswers).flatMap(([stage, codes]) =>
    codes.map((no) => [no, stage as DeclineStage] as const),
  ),
)

/** What the PSP catalogue may say about a code of one PSP; see `declineStages` of its settings. */
const fromCatalogue: Readonly<Record<string, DeclineStage>> = {
  AUTHENTICATION: 'THREE_DS',
  ISSUER: 'ISSUER',
  PSP: 'PSP',
}

/**
 * Who refused a payment. `catalogueStage` is what the PSP catalogue says about the PSP's code: where one PSP means
 * something else by a code than most, that counts.
 */
export function declineStageOf(statusNo: number, place: DeclinePlace, catalogueStage?: string): DeclineStage {
  if (place !== 'D15') return byCodeAndPlace[statusNo]?.[place] ?? byPlace[place]
  return fromCatalogue[catalogueStage ?? ''] ?? answerStages.get(statusNo) ?? 'PSP'
}

/** Whether it is decided who speaks with this code in the answer of a PSP. */
export const hasAnswerStage = (statusNo: number): boolean => answerStages.has(statusNo)
