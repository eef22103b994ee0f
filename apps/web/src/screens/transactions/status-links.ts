import { StatusNo } from '@signalbox/model/reference/status-no'
import { decisionTables } from '@signalbox/model/rules/tables/index'

export interface StatusLink {
  readonly label: string
  readonly to: string
}

/** Tables whose rows end payments with these numbers, or hold them up. */
const tablesOf: Readonly<Record<number, readonly string[]>> = {
  3: ['void-capture'],
  4: ['void-capture'],
  [StatusNo.WAITING_DEPOSIT_APPROVAL]: ['approval'],
  [StatusNo.WAITING_WITHDRAWAL_APPROVAL]: ['approval'],
  [StatusNo.WAITING_DEPOSIT_AUTO_APPROVAL]: ['approval'],
  [StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL]: ['approval'],
  [StatusNo.WAITING_DEPOSIT_ON_HOLD_APPROVAL]: ['approval'],
  [StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL]: ['approval'],
  [StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL]: ['approval'],
  [StatusNo.ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS]: ['user-psp-account'],
  [StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER]: ['user-psp-account'],
  [StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED]: ['user-psp-account'],
  [StatusNo.ERR_DECLINED_FRAUD]: ['fraud-score', 'fraud-provider-block'],
  [StatusNo.ERR_DECLINED_CONFIG_ERROR]: ['forex', 'psp-routing'],
  [StatusNo.ERR_DECLINED_REQ_BLOCKED]: ['payment-methods'],
  [StatusNo.ERR_PSP_OUT_OF_SERVICE]: ['psp-fallback'],
  [StatusNo.ERR_RESPONSE_CODE_UNKNOWN]: ['status-code'],
  [StatusNo.ERR_PSP_ACCOUNT_USED_BY_OTHER_USER]: ['user-psp-account'],
  [StatusNo.ERR_PSP_ACCOUNT_NOT_USED]: ['user-psp-account'],
  [StatusNo.ERR_TOO_MANY_PSP_ACCOUNTS]: ['user-psp-account'],
  [StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN]: ['period-limit', 'velocity'],
  [StatusNo.ERR_DECLINED_NO_PROVIDER_FOUND]: ['psp-routing'],
  [StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR]: ['psp-routing'],
  [StatusNo.ERR_ABOVE_LIMIT]: ['limit'],
  [StatusNo.ERR_BELOW_LIMIT]: ['limit'],
  [StatusNo.ERR_DECLINED_3D_AUTHENTICATION_FAILED]: ['3ds2-routing', '3ds2-fallback'],
  [StatusNo.ERR_DECLINED_3D_VALIDATION_FAILED]: ['3ds2-routing', '3ds2-fallback'],
  [StatusNo.ERR_DECLINED_3D_EXPIRED]: ['3ds2-routing'],
  [StatusNo.ERR_DECLINED_IP_BLOCKED]: ['ip-block'],
  [StatusNo.ERR_DECLINED_BIN_BLOCKED]: ['bin-block'],
  [StatusNo.ERR_DECLINED_KYC_BLOCK]: ['kyc-block'],
  [StatusNo.ERR_DECLINED_KYC_USER_UNDER_AGE]: ['kyc-block'],
  [StatusNo.ERR_DECLINED_KYC_CHECK_FAILED]: ['kyc-routing', 'kyc-fallback'],
  [StatusNo.ERR_DECLINED_BIC_BLOCK]: ['bic-block'],
  [StatusNo.ERR_DECLINED_CURRENCY_NOT_SUPPORTED]: ['forex'],
  [StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED]: ['fraud-score'],
  [StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED]: ['psp-routing'],
  [StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR]: ['fraud-provider-block', 'fraud-provider'],
  [StatusNo.ERR_DECLINED_GENERAL_BLOCK]: ['general-block'],
  [StatusNo.ERR_DECLINED_SCA_REQUIRED_BY_ISSUER]: ['3ds2-fallback'],
}

const configuration: StatusLink = { label: 'Configuration', to: '/admin/configuration' }

/** Pages that are no tables. */
const pagesOf: Readonly<Record<number, readonly StatusLink[]>> = {
  [StatusNo.ERR_DECLINED_CONFIG_ERROR]: [configuration],
  [StatusNo.ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR]: [configuration],
  [StatusNo.ERR_DECLINED_MERCHANT_NOT_FOUND]: [configuration],
  [StatusNo.ERR_DECLINED_MERCHANT_NOT_ENABLED]: [configuration],
  [StatusNo.ERR_DECLINED_PROVIDER_NOT_ENABLED]: [configuration],
  [StatusNo.ERR_DECLINED_UNDER_MAINTENANCE]: [{ label: 'Maintenance', to: '/admin/maintenance' }],
}

/** Where somebody can look into, or change, what made a payment end like this; only what they may open. */
export function linksFor(statusNo: number, mayOpen: (path: string) => boolean): StatusLink[] {
  const tables = (tablesOf[statusNo] ?? []).flatMap((slug) => {
    const table = decisionTables.find((each) => each.slug === slug)
    return table ? [{ label: `${table.category} › ${table.title}`, to: table.route }] : []
  })
  return [...tables, ...(pagesOf[statusNo] ?? [])].filter(({ to }) => mayOpen(to))
}
