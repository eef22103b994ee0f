import { StatusNo } from '@signalbox/model/reference/status-no'

/** How a PSP refuses: how often, and its own code and words. */
export const refusals: Readonly<Record<string, readonly [weight: number, code: string, message: string]>> = {
  [StatusNo.ERR_DECLINED_NO_FUNDS]: [36, '51', 'Insufficient funds'],
  [StatusNo.ERR_DECLINED_OTHER_REASON]: [20, '05', 'Do not honour'],
  [StatusNo.ERR_DECLINED_NOT_AUTHORIZED]: [10, '57', 'Not permitted to cardholder'],
  [StatusNo.ERR_DECLINED_BANK_REFUSAL]: [8, '05', 'Refused by the bank'],
  [StatusNo.ERR_DECLINED_CVV_FAIL]: [7, '82', 'Security code does not match'],
  [StatusNo.ERR_DECLINED_CARD_EXPIRED]: [5, '54', 'Expired card'],
  [StatusNo.ERR_DECLINED_ISSUER_UNAVAILABLE]: [4, '91', 'Issuer unavailable'],
  [StatusNo.ERR_DECLINED_RESTRICTED_CARD]: [4, '62', 'Restricted card'],
  [StatusNo.ERR_DECLINED_ACCOUNT_SUSPENDED]: [3, '78', 'Account closed'],
  [StatusNo.ERR_DECLINED_FRAUD_RULE_PSP]: [3, '59', 'Suspected fraud'],
}
export const refusalWeights = Object.fromEntries(
  Object.entries(refusals).map(([statusNo, [weight]]) => [statusNo, weight]),
)

/** Rules that refuse: how often, and the name of the rule. */
export const ruleRefusals = {
  [StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN]: [5, 'Monthly deposits'],
  [StatusNo.ERR_ABOVE_LIMIT]: [4, 'Largest deposit'],
  [StatusNo.ERR_BELOW_LIMIT]: [2, 'Smallest deposit'],
  [StatusNo.ERR_DECLINED_IP_BLOCKED]: [1, 'Addresses we do not serve'],
  [StatusNo.ERR_DECLINED_BIN_BLOCKED]: [1, 'Cards we do not take'],
} as const
export type RuleRefusal = keyof typeof ruleRefusals

/** Answers that leave open whether the money moved, and how often they come. */
export const unclear: Readonly<Record<string, number>> = {
  [StatusNo.ERR_READ_TIMEOUT]: 60,
  [StatusNo.ERR_IO_EXCEPTION]: 24,
  [StatusNo.ERR_UNKNOWN_RESPONSE]: 16,
}
