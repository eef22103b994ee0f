import { finland, northlight, platform, row, type DemoRuleset } from './demo-ruleset.ts'

export const kycRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'kyc-routing',
    name: 'Whom we check',
    rows: [
      row(
        'Much money, no identity',
        { totalDeposit: '>= 2000 EUR (convert)', internalKycStatus: 'not VERIFIED' },
        { kycProvider: 'kyc-sim', scopes: 'ID, ADDRESS, PEP, SANCTIONS', blocking: 'yes' },
      ),
      row(
        'Users made for trying this',
        { userId: 'kyc-*' },
        { kycProvider: 'kyc-sim', scopes: 'ID, AGE, PEP, SANCTIONS', blocking: 'yes', validDays: '0' },
        { note: 'The sandbox answers for them as their names say.' },
      ),
    ],
  },
  {
    merchantId: finland,
    table: 'kyc-routing',
    name: 'Finland checks everybody once',
    rows: [
      row(
        'First deposit',
        { method: 'DEPOSIT', firstDeposit: 'yes', internalKycStatus: 'UNKNOWN, NOT_VERIFIED' },
        { kycProvider: 'kyc-sim', scopes: 'ID, AGE', blocking: 'no', validDays: '365' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'kyc-block',
    name: 'The law',
    note: 'No brand may change this.',
    inherit: 'ENFORCED',
    rows: [
      row(
        'Under age',
        { kycAgeStatus: 'UNDER_AGE' },
        { action: 'DECLINE', failedStatusCode: 'ERR_DECLINED_KYC_USER_UNDER_AGE' },
      ),
      row(
        'On a sanctions list',
        { pepsSanctions: 'SANCTIONS_WARNING, SDN_WARNING' },
        { action: 'DECLINE', emailTemplate: 'KycBlocked' },
      ),
      row(
        'The check failed',
        { internalKycStatus: 'VERIFICATION_FAILED' },
        { action: 'DECLINE', messageKey: 'verify_first' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'kyc-block',
    name: 'Large payouts need an identity',
    rows: [
      row(
        'Identity could not be confirmed',
        {
          method: 'WITHDRAWAL',
          kycIdStatus: 'NOT_VERIFIED, ERROR',
          amount: '>= 2000 EUR, 20000 SEK (convert)',
        },
        { action: 'DECLINE', messageKey: 'verify_first' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'kyc-fallback',
    name: 'When a check does not work',
    rows: [
      row('Under age is an answer', { internalKycStatus: 'UNDER_AGE' }, { stop: 'yes' }),
      row(
        'The provider is away',
        { kycProvider: 'kyc-sim', internalKycStatus: 'VERIFICATION_EXTERNAL_FAILURE', attemptNo: '< 2' },
        { kycFallback: 'kyc-sim-2' },
      ),
    ],
  },
]
